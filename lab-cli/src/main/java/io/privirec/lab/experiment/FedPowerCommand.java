package io.privirec.lab.experiment;

import static io.privirec.lab.option.InvalidOptionException.requireRange;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.lab.family.UserSplit;
import io.privirec.lab.fedpower.FedPowerTrial;
import io.privirec.lab.fedpower.FedPowerTrial.Noise;
import io.privirec.lab.fedpower.FedPowerTrial.Reference;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.InvalidOptionException;
import io.privirec.lab.option.OutputFile;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.run.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lab fedpower`.
@Command(
    name = "fedpower",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "How far a federated SVD is from the singular vectors of all rows in one place: the algorithms of"
          + " the improved FedPower, with noise as in its paper, in this process and without secure sums."
          + " Rows are ratings as they are, users dealt out to nodes by a seed.",
      "Distances are projection distances, |QQ' - ZZ'| / sqrt 2, at most sqrt k. That noise is what the"
          + " paper adds, and is no guarantee of privacy.",
      "Exit status: 0, or 2 for an option or a data file that cannot be used."
    })
public final class FedPowerCommand implements Callable<Integer> {
  private static final int MOST = 10_000;
  private static final double LARGEST = 5;
  private static final int USERS_OF_INTEGERS = 3000;
  private static final int COLUMNS_OF_INTEGERS = 100;

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description = "Data set with ratings. Default: integers 0 to 5 by chance, 3000 rows of 100.")
  private @Nullable Path data;

  @Option(names = "--nodes", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int nodes = 100;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = "Columns that are iterated. Default: ${DEFAULT-VALUE}.")
  private int rank = 10;

  @Option(
      names = "--k",
      paramLabel = "K",
      description = "The leading ones that are compared, at most the rank. Default: the rank.")
  private @Nullable Integer k;

  @Option(
      names = "--local-steps",
      paramLabel = "P",
      description = "Products of a node between two sums. Default: ${DEFAULT-VALUE}.")
  private int localSteps = 1;

  @Option(
      names = "--rounds",
      paramLabel = "T",
      description = "Products of each node in all, a multiple of P. Default: ${DEFAULT-VALUE}.")
  private int rounds = 92;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      description = "Standard deviation of noise. Default: ${DEFAULT-VALUE}.")
  private double sigma = .1;

  @Option(
      names = "--turned-to",
      paramLabel = "REFERENCE",
      description =
          "With more local steps nodes turn their products to the basis of the last"
              + " broadcast, or to that of the first node, which is published by that:"
              + " ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Reference turnedTo = Reference.BROADCAST;

  @Option(
      names = "--noise",
      split = ",",
      paramLabel = "NOISE",
      description =
          "Separated by commas: ${COMPLETION-CANDIDATES}, the last four as Algorithms 1, 2, 3 and 3"
              + " with noise for the sum. Default: all.")
  private List<Noise> noises = List.of(Noise.values());

  @Option(names = "--seeds", paramLabel = "N", description = "Runs. Default: ${DEFAULT-VALUE}.")
  private int seeds = 10;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Draws the distance against the round, of the first seed.")
  private @Nullable Path svg;

  @Mixin private ReportFiles files = new ReportFiles();

  /// What was found.
  ///
  /// @param rows one for each noise
  record Report(
      String dataset,
      int nodes,
      int rank,
      int k,
      int localSteps,
      int rounds,
      double sigma,
      String turnedTo,
      List<Row> rows) {}

  /// Of one noise.
  ///
  /// @param distances after the last round, one for each seed
  /// @param energy of the rows that lies in the subspace found, over that in the leading one; mean
  record Row(String noise, double mean, double largest, double energy, List<Double> distances) {
    String line() {
      return "%-20s %12.4g %12.4g %10.6f".formatted(noise, mean, largest, energy);
    }
  }

  @Override
  public Integer call() throws IOException {
    files.clear();
    OutputFile.clear("--svg", svg);
    requireRange("--nodes", nodes, 1, MOST);
    requireRange("--rank", rank, 1, MOST);
    requireRange("--local-steps", localSteps, 1, MOST);
    requireRange("--rounds", rounds, 1, MOST);
    requireRange("--seeds", seeds, 1, MOST);
    int leading = k == null ? rank : k;
    requireRange("--k", leading, 1, rank);
    if (rounds % localSteps != 0) {
      throw new InvalidOptionException("--rounds must be a multiple of --local-steps");
    }
    Screen screen = Screen.ofThisProcess();
    Report report =
        new Report(
            data == null ? "integers" : data.getFileName().toString(),
            nodes,
            rank,
            leading,
            localSteps,
            rounds,
            sigma,
            turnedTo.name(),
            new ArrayList<>());
    screen.line(
        "%s, %d nodes, r=%d, k=%d, p=%d, T=%d, sigma %s, turned to %s, %d seeds%n%-20s %12s %12s %10s"
            .formatted(
                report.dataset,
                nodes,
                rank,
                leading,
                localSteps,
                rounds,
                sigma,
                turnedTo,
                seeds,
                "noise",
                "mean",
                "largest",
                "energy"));
    Map<String, List<Double>> courses = new LinkedHashMap<>();
    RatingMatrix all = rows();
    TallMatrix exact = FedPowerTrial.exact(List.of(NodeRows.ratings(all, LARGEST)), leading);
    double most = energy(all, exact);
    for (Noise noise : noises) {
      List<Double> distances = new ArrayList<>();
      double energies = 0;
      for (int seed = 1; seed <= seeds; seed++) {
        screen.progress("  %s, seed %d".formatted(noise, seed));
        TallMatrix[] last = new TallMatrix[1];
        List<NodeRows> dealt = dealt(all, seed);
        List<Double> course = new ArrayList<>();
        boolean drawn = seed == 1 && svg != null;
        new FedPowerTrial(dealt, rank, localSteps, noise, sigma, turnedTo)
            .run(
                rounds / localSteps,
                seed,
                basis -> {
                  last[0] = basis;
                  if (drawn) {
                    course.add(leading(dealt, basis, leading).distance(exact));
                  }
                });
        TallMatrix found = leading(dealt, last[0], leading);
        distances.add(exact.distance(found));
        energies += energy(all, found) / most;
        if (drawn) {
          courses.put(noise.name(), course);
        }
      }
      Row row =
          new Row(
              noise.name(),
              distances.stream().mapToDouble(d -> d).average().orElseThrow(),
              distances.stream().mapToDouble(d -> d).max().orElseThrow(),
              energies / seeds,
              distances);
      report.rows.add(row);
      screen.line(row.line());
      files.write(report, csv(report));
    }
    if (svg != null) {
      OutputFile.write(svg, plot(courses));
    }
    screen.clear();
    return 0;
  }

  private RatingMatrix rows() {
    if (data == null) {
      return integers();
    }
    Dataset dataset = DataOption.read(data);
    if (!dataset.trainRatings().hasValues()) {
      throw new InvalidOptionException("--data has no ratings");
    }
    return together(dataset.trainRatings(), dataset.testRatings());
  }

  /// All ratings: here nothing is held out.
  private static RatingMatrix together(RatingMatrix train, RatingMatrix test) {
    InteractionMatrix known = train.pattern();
    InteractionMatrix other = test.pattern();
    int[] offsets = new int[known.users() + 1];
    int[] columns = new int[known.interactions() + other.interactions()];
    float[] values = new float[columns.length];
    int count = 0;
    for (int user = 0; user < known.users(); user++) {
      int n = known.rowStart(user);
      int m = other.rowStart(user);
      while (n < known.rowEnd(user) || m < other.rowEnd(user)) {
        boolean first =
            m == other.rowEnd(user)
                || (n < known.rowEnd(user) && known.column(n) < other.column(m));
        columns[count] = first ? known.column(n) : other.column(m);
        values[count++] = first ? train.value(n++) : test.value(m++);
      }
      offsets[user + 1] = count;
    }
    return RatingMatrix.of(
        InteractionMatrix.of(known.users(), known.items(), offsets, columns), values);
  }

  /// Uniform in 0 … 5; zeros are not stored.
  private static RatingMatrix integers() {
    Random random = new Random(1);
    int[] offsets = new int[USERS_OF_INTEGERS + 1];
    int[] columns = new int[USERS_OF_INTEGERS * COLUMNS_OF_INTEGERS];
    float[] values = new float[columns.length];
    int count = 0;
    for (int row = 0; row < USERS_OF_INTEGERS; row++) {
      for (int column = 0; column < COLUMNS_OF_INTEGERS; column++) {
        int value = random.nextInt(6);
        if (value > 0) {
          columns[count] = column;
          values[count++] = value;
        }
      }
      offsets[row + 1] = count;
    }
    return RatingMatrix.of(
        InteractionMatrix.of(
            USERS_OF_INTEGERS, COLUMNS_OF_INTEGERS, offsets, Arrays.copyOf(columns, count)),
        Arrays.copyOf(values, count));
  }

  private List<NodeRows> dealt(RatingMatrix all, int seed) {
    return UserSplit.deal(IntStream.range(0, all.pattern().users()).toArray(), nodes, seed).stream()
        .map(users -> NodeRows.ratings(all.rows(users), LARGEST))
        .toList();
  }

  /// The leading Ritz vectors in the span of what was found.
  private static TallMatrix leading(List<NodeRows> dealt, TallMatrix basis, int k) {
    return basis.columns() == k ? basis : FedPowerTrial.leading(dealt, basis, k);
  }

  /// ‖M Z‖².
  private static double energy(RatingMatrix all, TallMatrix basis) {
    TallMatrix product = NodeRows.ratings(all, LARGEST).gramTimes(basis);
    double[] projected = basis.cross(product);
    double trace = 0;
    for (int c = 0; c < basis.columns(); c++) {
      trace += projected[c * basis.columns() + c];
    }
    return trace;
  }

  private static String csv(Report report) {
    return report.rows.stream()
        .map(row -> "%s,%.8g,%.8g,%.8f%n".formatted(row.noise, row.mean, row.largest, row.energy))
        .collect(Collectors.joining("", "noise,mean,largest,energy%n".formatted(), ""));
  }

  private String plot(Map<String, List<Double>> courses) {
    LinePlot plot = new LinePlot("round", "projection distance");
    courses.forEach((noise, distances) -> {
      for (int n = 0; n < distances.size(); n++) {
        plot.add(noise, (n + 1.) * localSteps, distances.get(n));
      }
    });
    return plot.svg();
  }
}
