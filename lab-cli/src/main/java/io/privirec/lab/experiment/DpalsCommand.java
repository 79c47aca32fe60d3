package io.privirec.lab.experiment;

import static io.privirec.operator.option.InvalidOptionException.requireRange;
import static java.util.Objects.requireNonNull;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Requirement;
import io.privirec.federation.als.Als;
import io.privirec.federation.dpals.Dpals;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.RatingErrors;
import io.privirec.lab.evaluation.RatingPredictor;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.factor.BiasModel;
import io.privirec.lab.factor.ItemFactorFilter;
import io.privirec.lab.factor.ReferenceFilter;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.FormatOptions;
import io.privirec.lab.option.OutputFile;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.session.FailedSessionException;
import io.privirec.lab.session.OfferedAlgorithm;
import io.privirec.lab.session.SessionParameters;
import io.privirec.lab.study.Column;
import io.privirec.lab.study.Metric;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lab dpals`.
@Command(
    name = "dpals",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    subcommands = Table4Command.class,
    description = {
      "Quality against epsilon of least squares with privacy of users: RMSE of dpals on ratings, or"
          + " recall@20 of dpials on interactions, mean and deviation over runs, beside what needs no"
          + " privacy. Each run is a session in this process: real participants with keys, masks, and"
          + " noise by the same code as services.",
      "An epsilon whose session finds nothing but noise is listed as such.",
      "Exit status: 0, or 2 for an option or a data file that cannot be used."
    })
public final class DpalsCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 100;
  private static final String ITEM_FEATURES = "itemFeatures";

  /// Parameters that say what ratings there are.
  private static final Set<String> OF_DATA = Set.of("lowest", "highest");

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description = "Data set: a LightGCN directory, MovieLens, or a CSV file. Needed.")
  private @Nullable Path data;

  @Mixin private FormatOptions format = new FormatOptions();

  @Option(
      names = "--interactions",
      description = "Measures dpials, of who has what, and not dpals, of ratings.")
  private boolean ofInteractions;

  @Option(
      names = "--epsilon",
      split = ",",
      paramLabel = "E",
      description = "Separated by commas. Default: 1,5,10,20.")
  private List<Double> epsilons = List.of(1., 5., 10., 20.);

  @Option(names = "--delta", paramLabel = "D", description = "Default: ${DEFAULT-VALUE}.")
  private double delta = 1e-5;

  @Option(
      names = "--losses",
      paramLabel = "D",
      description =
          "Participants that may be lost: 0 for closed rounds, else tolerant ones. Default: 0.")
  private int losses;

  @Option(
      names = "--colluders",
      paramLabel = "C",
      description = "Participants whose noise does not count. Default: ${DEFAULT-VALUE}.")
  private int colluders;

  @Option(
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description =
          "A parameter of the algorithm, by its path in the coordinator's API: fit.rank=3,"
              + " preset=ml-1m-eps-10, fit.weights.type=paper, fit.weights.items=tail. May be"
              + " repeated. Default: the preset of each epsilon.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--catalogue",
      paramLabel = "FILE",
      description =
          "Of interactions: also measures dpials with the categories that a catalogue has of the"
              + " items, lines as they are uploaded. Weight: --parameter itemFeatures.weight=G, by"
              + " default the preset's.")
  private @Nullable Path catalogue;

  @Option(
      names = "--validation",
      description = "Of ratings: measures on those held out for choosing settings.")
  private boolean validation;

  @Option(
      names = "--splits",
      split = ",",
      paramLabel = "S",
      description = "Seeds of the splits, separated by commas. Default: 1.")
  private List<Long> splits = List.of(1L);

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Of each split. Default: ${DEFAULT-VALUE}.")
  private int runs = 3;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the first run; it decides who holds whom, and the noise. Default: 1.")
  private long seed = 1;

  @Option(
      names = "--no-baselines",
      description = "Leaves out what needs no privacy, and the model of rank 1.")
  private boolean alone;

  @Mixin private CohortOption cohort = new CohortOption();

  @Option(names = "--svg", paramLabel = "FILE", description = "Draws the metric against epsilon.")
  private @Nullable Path svg;

  @Mixin private ReportFiles files = new ReportFiles();

  @Override
  public Integer call() throws IOException {
    files.clear();
    OutputFile.clear("--svg", svg);
    cohort.check();
    requireRange("--runs", runs, 1, MOST_RUNS);
    requireRange("--losses", losses, 0, cohort.participants() - 3);
    boolean weighsFeatures = parameters.keySet().stream().anyMatch(DpalsCommand::isOfFeatures);
    if (catalogue == null ? weighsFeatures : !ofInteractions) {
      throw new InvalidOptionException(
          "--catalogue goes with --interactions, and itemFeatures with --catalogue");
    }
    if (data == null) {
      throw new InvalidOptionException("--data is missing: what is to be measured");
    }
    measure(data);
    return 0;
  }

  private static boolean isOfFeatures(String parameter) {
    return parameter.equals(ITEM_FEATURES) || parameter.startsWith(ITEM_FEATURES + ".");
  }

  private Map<String, String> withoutFeatures() {
    Map<String, String> plain = new LinkedHashMap<>(parameters);
    plain.keySet().removeIf(DpalsCommand::isOfFeatures);
    return plain;
  }

  private String algorithm() {
    return ofInteractions ? Dpals.IMPLICIT_ID : Dpals.EXPLICIT_ID;
  }

  private Split split() {
    if (ofInteractions) {
      return Split.USERS_80_20;
    }
    return validation ? Split.RATINGS_VALIDATION : Split.RATINGS_80_10_10;
  }

  private void measure(Path path) throws IOException {
    Terminal terminal = Terminal.ofThisProcess();
    List<Dataset> datasets = new ArrayList<>();
    for (long each : splits) {
      Dataset dataset = DataOption.readForEvaluation(path, format.format(), split(), each);
      OfferedAlgorithm.named(algorithm()).requireData("--data", dataset);
      datasets.add(dataset);
    }
    Dataset first = datasets.getFirst();
    String metric = ofInteractions ? "recall@20" : "rmse";
    Table table =
        new Table(
            Column.of("method", "%-24s"),
            Column.of("epsilon", " %7s"),
            Column.of(metric, " %9s", "%.4f", "%.6f").named("mean", metric),
            Column.of("spread", " %8s", "± %.4f", "%.6f"),
            Column.json("values"));
    terminal.line(
        "%s  sha256 %s%n%d participants, %d colluders, %d losses, delta %.3g, splits %s, %d runs each%n%s"
            .formatted(
                first.name(),
                first.sha256(),
                cohort.participants(),
                colluders,
                losses,
                delta,
                splits,
                runs,
                table.header()));
    Study study =
        new Study(table, files, terminal::line)
            .fact("dataset", first.name())
            .fact("sha256", first.sha256())
            .fact("metric", metric)
            .fact("participants", cohort.participants())
            .fact("colluders", colluders)
            .fact("losses", losses)
            .fact("delta", delta)
            .fact("splits", splits)
            .fact("runs", runs)
            .rows("rows")
            .failures()
            .drawing(
                svg,
                "epsilon",
                metric,
                row -> row.number("epsilon"),
                "mean",
                row -> String.valueOf(row.values().get("method")));
    if (!alone) {
      baselines(study, datasets, terminal);
      noisy(study, "rank 1, one step", rankOne(), datasets, terminal);
    }
    noisy(study, algorithm(), withoutFeatures(), datasets, terminal);
    if (catalogue != null) {
      Map<String, Object> featured = new LinkedHashMap<>(parameters);
      featured.putIfAbsent(ITEM_FEATURES, new TreeMap<>());
      noisy(study, algorithm() + " with categories", featured, datasets, terminal);
    }
    terminal.clear();
  }

  /// The presets with one factor and one step. What was asked for of ratings and of whom noise
  /// hides stays: `lowest`, `highest`, `privacy`.
  private Map<String, String> rankOne() {
    Map<String, String> kept = new LinkedHashMap<>(parameters);
    kept.keySet().removeIf(name -> !OF_DATA.contains(name) && !name.startsWith("privacy."));
    kept.put("fit.rank", "1");
    kept.put("fit.steps", "1");
    return kept;
  }

  /// Mean and standard deviation over splits and runs.
  ///
  /// @param epsilon null if no privacy is needed
  private static void add(Study study, String method, @Nullable Double epsilon, List<Double> values)
      throws IOException {
    Metric metric = Metric.of(values);
    study.add(method, epsilon, metric.mean(), metric.standardDeviation(), metric.values());
  }

  /// Measures one model on the split that it was made of.
  private interface Measure {
    double of(Dataset dataset) throws IOException;
  }

  private void baseline(
      Study study, String method, List<Dataset> datasets, Measure measure, Terminal terminal)
      throws IOException {
    terminal.progress("  " + method);
    List<Double> values = new ArrayList<>();
    for (Dataset dataset : datasets) {
      values.add(measure.of(dataset));
    }
    add(study, method, null, values);
  }

  private void baselines(Study study, List<Dataset> datasets, Terminal terminal)
      throws IOException {
    if (ofInteractions) {
      baseline(
          study,
          "popularity",
          datasets,
          dataset -> new LocalEvaluation(new TestUsers(dataset)).popularity().recall(),
          terminal);
      baseline(
          study,
          "ials",
          datasets,
          dataset -> quality(central(Als.IMPLICIT_ID, dataset), dataset),
          terminal);
    } else {
      baseline(
          study,
          "user mean",
          datasets,
          dataset -> RatingErrors.ofUserMeans(biases(dataset), new TestUsers(dataset)).rmse(),
          terminal);
      baseline(
          study,
          "item and user bias",
          datasets,
          dataset -> RatingErrors.of(biases(dataset), new TestUsers(dataset)).rmse(),
          terminal);
      baseline(
          study,
          "als",
          datasets,
          dataset -> quality(central(Als.EXPLICIT_ID, dataset), dataset),
          terminal);
    }
    double largest = epsilons.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    baseline(
        study,
        algorithm() + " without noise",
        datasets,
        dataset -> {
          AlgorithmSettings dpals = dpals(dataset, largest, withoutFeatures());
          return quality(ReferenceFilter.of(dpals, dataset), dataset);
        },
        terminal);
  }

  private BiasModel biases(Dataset dataset) {
    BoundedAls.Target target = dpals(dataset, 1, parameters).als().target();
    BoundedAls.Ratings range = (BoundedAls.Ratings) target;
    return BiasModel.of(dataset.trainRatings(), range.lowest(), range.highest());
  }

  private ItemFilter central(String name, Dataset dataset) {
    Map<String, String> range = new LinkedHashMap<>(parameters);
    range.keySet().retainAll(OF_DATA);
    AlgorithmSettings als =
        SessionParameters.algorithm(name, SessionParameters.read(name, range), dataset, seed);
    return ReferenceFilter.of(als, dataset);
  }

  private double quality(ItemFilter filter, Dataset dataset) {
    TestUsers users = new TestUsers(dataset);
    return filter instanceof RatingPredictor predictor
        ? RatingErrors.of(predictor, users).rmse()
        : new LocalEvaluation(users).exact(filter).recall();
  }

  private Dpals dpals(Dataset dataset, double epsilon, Map<String, ?> given) {
    Map<String, Object> all = new LinkedHashMap<>(given);
    all.put("privacy.epsilon", epsilon);
    all.put("privacy.delta", delta);
    all.put("privacy.colluders", colluders);
    all.put("privacy.rounds", losses == 0 ? "closed" : "tolerant");
    return (Dpals)
        SessionParameters.algorithm(
            algorithm(), SessionParameters.read(algorithm(), all), dataset, seed);
  }

  private void noisy(
      Study study, String method, Map<String, ?> given, List<Dataset> datasets, Terminal terminal)
      throws IOException {
    for (double epsilon : epsilons) {
      try {
        List<Double> values = new ArrayList<>();
        for (Dataset dataset : datasets) {
          values.addAll(values(dataset, dpals(dataset, epsilon, given), terminal));
        }
        add(study, method, epsilon, values);
      } catch (FailedSessionException useless) {
        study.fail("%s, epsilon %s: %s".formatted(method, epsilon, useless.getMessage()));
      }
    }
  }

  /// One for each run.
  private List<Double> values(Dataset dataset, Dpals algorithm, Terminal terminal)
      throws IOException {
    List<Double> values = new ArrayList<>();
    ItemFeatures features =
        algorithm.algorithm().requires(new Requirement.ItemFeatures()) ? features(dataset) : null;
    for (long run : LongStream.range(seed, seed + runs).toArray()) {
      values.add(
          cohort
              .of(dataset, run, terminal)
              .run(
                  algorithm,
                  cohort.noiseOf(colluders, losses),
                  features,
                  work ->
                      quality(
                          ItemFactorFilter.of(
                              ItemFactorsFile.read(work.resolve(ItemFactorsFile.NAME))),
                          dataset)));
    }
    return values;
  }

  /// Items that the catalogue does not have are in no category.
  private ItemFeatures features(Dataset dataset) {
    try {
      CatalogueIndex known = CatalogueIndex.read(requireNonNull(catalogue));
      return ItemFeatures.of(
          dataset.itemIds().stream()
              .map(known::indexOf)
              .map(index -> index < 0 ? List.<String>of() : known.item(index).categories())
              .toList());
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new InvalidOptionException("--catalogue: " + unreadable.getMessage());
    }
  }
}
