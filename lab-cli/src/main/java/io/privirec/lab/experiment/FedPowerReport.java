package io.privirec.lab.experiment;

import io.privirec.lab.fedpower.FedPowerStudy.Outcome;
import io.privirec.lab.fedpower.FedPowerTrial.Noise;
import io.privirec.lab.fedpower.PaperEpsilon;
import io.privirec.lab.fedpower.SyncCost;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What `lab fedpower` found.
///
/// @param rows one for each noise, standard deviation and norm
/// @param costs of a sum, Algorithm 1 first; empty where not asked for
/// @param notSoundGuarantees of the paper; empty where not asked for
record FedPowerReport(
    String dataset,
    int nodes,
    int rank,
    int k,
    int localSteps,
    int rounds,
    String turnedTo,
    List<Row> rows,
    List<CostRow> costs,
    List<PaperEpsilon> notSoundGuarantees) {
  /// The rows alone.
  String csv() {
    return rows.stream()
        .map(Row::csv)
        .collect(Collectors.joining("", Row.CSV_HEADER.formatted(), ""));
  }

  /// Of one noise.
  ///
  /// @param sigma standard deviation; 0 without noise
  /// @param clip longest norm of a row; null: of any
  /// @param mean projection distance after the last round, of all seeds
  /// @param procrustes distance, mean
  /// @param energy of the rows that lies in the subspace found, over that in the leading one; mean
  /// @param distances one for each seed
  record Row(
      String noise,
      double sigma,
      @Nullable Double clip,
      double mean,
      double largest,
      double procrustes,
      double energy,
      List<Double> distances) {
    static final String HEADER =
        "%-20s %8s %8s %12s %12s %12s %10s"
            .formatted("noise", "sigma", "clip", "mean", "largest", "Procrustes", "energy");

    static final String CSV_HEADER = "noise,sigma,clip,mean,largest,procrustes,energy%n";

    static Row of(Noise noise, double sigma, OptionalDouble clip, Outcome outcome) {
      return new Row(
          noise.name(),
          sigma,
          clip.isEmpty() ? null : clip.getAsDouble(),
          outcome.mean(),
          outcome.largest(),
          outcome.procrustes(),
          outcome.energy(),
          outcome.distances());
    }

    String line() {
      return "%-20s %8s %8s %12.4g %12.4g %12.4g %10.6f"
          .formatted(noise, sigma, named(clip), mean, largest, procrustes, energy);
    }

    String csv() {
      return "%s,%s,%s,%.8g,%.8g,%.8g,%.8f%n"
          .formatted(noise, sigma, named(clip), mean, largest, procrustes, energy);
    }

    private static String named(@Nullable Double clip) {
      return clip == null ? "none" : clip.toString();
    }
  }

  /// Of one algorithm's sessions.
  record CostRow(String algorithm, SyncCost cost) {
    static final String HEADER =
        "%-26s %14s %14s %16s %16s %12s"
            .formatted(
                "a sum, x of Algorithm 1",
                "up/node",
                "down/node",
                "device",
                "coordinator",
                "session");

    String line(SyncCost first) {
      return "%-26s %14s %14s %16s %16s %12s"
          .formatted(
              algorithm,
              megabytes(cost.bytesUp(), first.bytesUp()),
              megabytes(cost.bytesDown(), first.bytesDown()),
              milliseconds(cost.deviceSeconds(), first.deviceSeconds()),
              milliseconds(cost.serverSeconds(), first.serverSeconds()),
              "%.1f s".formatted(cost.sessionSeconds()));
    }

    private static String megabytes(long bytes, long first) {
      return "%.3f MB x%.2f".formatted(bytes / 1e6, (double) bytes / first);
    }

    private static String milliseconds(double seconds, double first) {
      return "%.2f ms x%.2f".formatted(seconds * 1e3, seconds / first);
    }
  }
}
