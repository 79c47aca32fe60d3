package io.privirec.lab.experiment;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.als.Als;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.filter.data.FileFormat;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.data.SyntheticDataset.Histories;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.SparseGfCf;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.LeadingSpectrum;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.RatingErrors;
import io.privirec.lab.evaluation.RatingPredictor;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.factor.ReferenceFilter;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.FormatOptions;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.session.OfferedAlgorithm;
import io.privirec.lab.session.SessionParameters;
import io.privirec.lab.study.Column;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lab defaults`.
@Command(
    name = "defaults",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Quality of sessions without noise that give no parameter, beside a reference on the same"
          + " split: privirec-k beside exact GF-CF of all interactions, ials beside the best of the"
          + " ridges 1, 2, 4, 8 and 16, als beside the best of a grid of ridges and ranks. Models"
          + " are made from all data at once: secure sums change none of the digits.",
      "Exit status: 0, 1 when a default has less than 0.95 of its reference, 2 for an option or a"
          + " data file that cannot be used."
    })
public final class DefaultsCommand implements Callable<Integer> {
  private static final List<String> ALGORITHMS =
      List.of(PriviRecK.ID, Als.IMPLICIT_ID, Als.EXPLICIT_ID);
  private static final Pattern SAMPLE = Pattern.compile("(.+):([1-9][0-9]{0,8})");

  /// The published settings of GF-CF.
  private static final int IDEAL_RANK = 256;

  private static final double GAMMA = .3;

  /// A default that is this part of its reference is good enough.
  private static final double BAR = .95;

  private static final List<Double> RIDGES = List.of(1., 2., 4., 8., 16.);
  private static final List<Double> RATING_RIDGES = List.of(.04, .08, .16);
  private static final List<Integer> RATING_RANKS = List.of(16, 64);

  @Option(
      names = "--data",
      split = ",",
      paramLabel = "PATH[:USERS]",
      description =
          "Data sets as of evaluate, separated by commas; with :USERS a sample of so many users with"
              + " all that they have.")
  private List<String> data = List.of();

  @Mixin private FormatOptions format = new FormatOptions();

  @Option(
      names = "--generated",
      split = ",",
      paramLabel = "HISTORIES",
      description = "Generated data: ${COMPLETION-CANDIDATES}, separated by commas. Default: none.")
  private List<Histories> generated = List.of();

  @Option(
      names = "--algorithms",
      split = ",",
      paramLabel = "NAME",
      description = "Default: privirec-k,ials,als; als only of data with ratings.")
  private List<String> algorithms = ALGORITHMS;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of samples, generated data and starts. Default: 1.")
  private long seed = 1;

  @Mixin private ReportFiles files = new ReportFiles();

  @Override
  public Integer call() throws IOException {
    files.clear();
    if (!ALGORITHMS.containsAll(algorithms)) {
      throw new InvalidOptionException(
          "--algorithms must be some of %s. Provided: %s".formatted(ALGORITHMS, algorithms));
    }
    if (data.isEmpty() && generated.isEmpty()) {
      throw new InvalidOptionException("--data and --generated are missing: give at least one");
    }
    Terminal terminal = Terminal.ofThisProcess();
    Table table = table();
    terminal.line(table.header());
    Study study = new Study(table, files, terminal::line).fact("seed", seed).rows("rows");
    boolean good = true;
    for (Function<Split, Dataset> source : sources()) {
      for (String name : algorithms) {
        OfferedAlgorithm offered = OfferedAlgorithm.named(name);
        Dataset dataset = source.apply(offered.split());
        if (!offered.predictsRatings() || dataset.trainRatings().hasValues()) {
          good &= measure(offered, dataset, study);
        }
      }
    }
    return good ? 0 : 1;
  }

  /// Algorithms on data sets. A row has the number of items with enough users and the mean train
  /// interactions of a user. Then it has the value of a session with default parameters, and the
  /// value of the reference.
  private static Table table() {
    return new Table(
        Column.of("data", "%-16s").named("dataset", "dataset"),
        Column.of("users", " %6s"),
        Column.of("items", " %6s"),
        Column.of("stay", " %6s").named("supported", "supported"),
        Column.of("items/u", " %6s", "%.1f", "%.2f").named("history", "history"),
        Column.of("algorithm", "  %-10s"),
        Column.json("settings"),
        Column.of("metric", " %-8s"),
        Column.of("ours", " %-6s", "%.4f", "%.6f").named("value", "value"),
        Column.json("reference"),
        Column.of("best", "  %-6s", "%.4f", "%.6f").named("best", "reference"),
        Column.of("ratio", "  %-5s", "%.3f", "%.4f").named(null, "ratio"),
        Column.text("", "%-1s", "%s"),
        Column.text("settings", "  %s", "%s"),
        Column.text("", "  %s", "reference: %s"));
  }

  private List<Function<Split, Dataset>> sources() {
    List<Function<Split, Dataset>> sources = new ArrayList<>();
    FileFormat read = format.format();
    for (String each : data) {
      Matcher sample = SAMPLE.matcher(each);
      sources.add(
          sample.matches()
              ? split ->
                  DataOption.read(Path.of(sample.group(1)), read, split)
                      .sample(Integer.parseInt(sample.group(2)), seed)
              : split -> DataOption.read(Path.of(each), read, split));
    }
    generated.forEach(histories -> sources.add(_ -> SyntheticDataset.generate(seed, histories)));
    return sources;
  }

  /// A model with its quality.
  private record Measured(String settings, double value) {}

  /// @return whether the default is good enough
  private boolean measure(OfferedAlgorithm offered, Dataset dataset, Study study)
      throws IOException {
    String name = offered.name();
    int users = (int) HistoryRequests.users(dataset).count();
    Measured ours = measured(name, offered.parameters(null, Map.of(), dataset, users), dataset);
    boolean errors = offered.predictsRatings();
    Measured best = ours;
    if (name.equals(PriviRecK.ID)) {
      best = exact(dataset);
    } else {
      for (Map<String, Object> settings : grid(name, dataset)) {
        Measured other = measured(name, settings, dataset);
        if (errors ? other.value < best.value : other.value > best.value) {
          best = new Measured(settings.toString(), other.value);
        }
      }
    }
    InteractionMatrix train = dataset.train();
    boolean good = isGood(errors, ours.value, best.value);
    study.add(
        dataset.name(),
        users,
        dataset.items(),
        Arrays.stream(train.itemDegrees())
            .filter(degree -> degree >= AlgorithmParameters.DEFAULT_MIN_SUPPORT)
            .count(),
        (double) train.interactions() / users,
        name,
        ours.settings,
        errors ? "rmse" : "ndcg@20",
        ours.value,
        best.settings,
        best.value,
        ratio(errors, ours.value, best.value),
        good ? null : "!",
        ours.settings,
        best.settings);
    return good;
  }

  /// The value over the reference; of errors the reverse, so that 1 is as good as the reference.
  static double ratio(boolean errors, double value, double best) {
    return errors ? best / value : value / best;
  }

  /// Whether an error is at most a twentieth larger, or a quality at most a twentieth less.
  static boolean isGood(boolean errors, double value, double best) {
    return errors ? value <= (2 - BAR) * best : value >= BAR * best;
  }

  private static List<Map<String, Object>> grid(String name, Dataset dataset) {
    List<Map<String, Object>> grid = new ArrayList<>();
    if (name.equals(Als.IMPLICIT_ID)) {
      RIDGES.forEach(ridge -> grid.add(Map.of("lambda", ridge)));
    } else {
      for (int rank : RATING_RANKS) {
        if (rank <= dataset.items()) {
          RATING_RIDGES.forEach(
              ridge -> grid.add(new TreeMap<>(Map.of("lambda", ridge, "rank", rank))));
        }
      }
    }
    return grid;
  }

  private Measured measured(String name, Map<String, ?> given, Dataset dataset) {
    AlgorithmSettings algorithm =
        SessionParameters.algorithm(name, SessionParameters.read(name, given), dataset, seed);
    ItemFilter model = ReferenceFilter.of(algorithm, dataset);
    return new Measured(
        settings(algorithm, dataset),
        model instanceof RatingPredictor predictor
            ? RatingErrors.of(predictor, new TestUsers(dataset)).rmse()
            : ndcg(model, dataset));
  }

  private static String settings(AlgorithmSettings algorithm, Dataset dataset) {
    return switch (algorithm) {
      case PriviRecK factors -> factors.factors() + " " + factors.model();
      case Als als -> als.objective(dataset.trainRatings()).toString();
      default -> algorithm.algorithm().id();
    };
  }

  private static Measured exact(Dataset dataset) {
    InteractionMatrix train = dataset.train();
    int rank = Math.min(IDEAL_RANK, Math.min(train.users(), train.items()));
    ItemFilter filter =
        new SparseGfCf(
            ItemGram.of(train, .5),
            LeadingSpectrum.of(train, rank).basis(),
            train.itemDegrees(),
            GAMMA);
    return new Measured(
        String.format(Locale.ROOT, "exact GF-CF, k=%d, γ=%s", rank, GAMMA), ndcg(filter, dataset));
  }

  private static double ndcg(ItemFilter filter, Dataset dataset) {
    return new LocalEvaluation(new TestUsers(dataset)).exact(filter).ndcg();
  }
}
