package io.privirec.bench;

import com.sun.management.OperatingSystemMXBean;
import io.privirec.filter.data.DatasetReader;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FactorFilterFile;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the coordinator's last step of PriviRec-k costs: GF-CF of factors of rank 256, folded. Once
/// by its symmetric terms, of which half is multiplied, and once by the product left · rightᵀ, of
/// which nobody knows that it is symmetric; in turn.
final class FoldSpeed {
  private static final int RANK = 256;
  private static final double GAMMA = .3;
  private static final int RUNS = 3;

  /// Items from which on products take longer than the choice of the largest entries.
  private static final int LARGE = 10 * FilterFolder.DEFAULT_TOP_N;

  private FoldSpeed() {}

  /// @param data a data set; absent for made-up data of Gowalla's size
  static List<Result> measure(Optional<Path> data) throws IOException {
    InteractionMatrix train =
        data.isPresent() ? DatasetReader.read(data.get()).train() : GowallaShape.interactions();
    FactorFilter symmetric =
        FactorFilter.gfCf(
            new PowerIteration(RANK, 0, 1, Eigenvalues.DIAG_T, 1).central(train, RANK), GAMMA);
    Path file = Files.createTempFile("privirec-bench-", ".safetensors");
    try {
      FactorFilterFile.write(file, symmetric);
      FactorFilter product = FactorFilterFile.read(file);
      double[] bySymmetry = new double[RUNS];
      double[] byProduct = new double[RUNS];
      for (int run = -1; run < RUNS; run++) { // the first warms up
        double one = fold(symmetric, file);
        double other = fold(product, file);
        if (run >= 0) {
          bySymmetry[run] = one;
          byProduct[run] = other;
        }
      }
      double seconds = CpuTime.median(bySymmetry);
      Result ratio =
          Result.of("  of what the product takes", seconds / CpuTime.median(byProduct), "");
      return List.of(
          Result.of(
              String.format(
                  Locale.ROOT, "fold of GF-CF, %,d items, k = q = %d", train.items(), RANK),
              seconds,
              "s CPU"),
          train.items() < LARGE ? ratio : ratio.atMost(.7));
    } finally {
      Files.delete(file);
    }
  }

  /// Processor time of all cores, in seconds.
  private static double fold(FactorFilter filter, Path file) throws IOException {
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long begun = process.getProcessCpuTime();
    FilterFolder.fold(filter, FilterFolder.DEFAULT_TOP_N, file);
    return (process.getProcessCpuTime() - begun) / 1e9;
  }
}
