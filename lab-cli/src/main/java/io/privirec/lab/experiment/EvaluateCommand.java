package io.privirec.lab.experiment;

import io.privirec.federation.Algorithm;
import io.privirec.federation.als.Als;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.federation.privirec.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.PairSupport;
import io.privirec.filter.ranking.RankingMetrics;
import io.privirec.lab.evaluation.ItemFactorScores;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.RatingErrors;
import io.privirec.lab.evaluation.ServiceEvaluation;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.http.AdminToken;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.InvalidOptionException;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.run.Screen;
import io.privirec.wire.EvaluationRequest;
import io.privirec.wire.client.ModelChoice;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lab evaluate`.
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes a recommender from the train part of a data set and measures it on the test part:"
          + " from all data at once, or through real secure sums over participants that each hold"
          + " some of the users, all in this process.",
      "Exit status: 0, 1 when a session fails, 2 for an option or a data file that cannot be used."
    })
public final class EvaluateCommand implements Callable<Integer> {
  private static final String CENTRAL = "central";
  private static final String FEDERATED = "federated";
  private static final String PROCESS = "process";
  private static final String HTTP = "http";
  private static final String SERVED_MODEL = "--served-model";
  private static final String TOKEN_FILE = "--token-file";
  private static final List<String> OF_MAKING =
      List.of(
          "--model",
          "--filters",
          "--participants",
          "--choose",
          "--preset",
          "--seed",
          FactorOptions.RESPONSE);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "One of ${COMPLETION-CANDIDATES}. Needed unless --via is http.")
  private @Nullable Recommender asked;

  private Recommender model = Recommender.POPULARITY;

  @Option(
      names = "--via",
      paramLabel = "HOW",
      description =
          "process: makes the model here; http: asks the running recommender, whatever it serves."
              + " Default: process.")
  private String via = PROCESS;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Of the recommender for --via http. Default: ${DEFAULT-VALUE}.")
  private URI url = URI.create("http://127.0.0.1:7801");

  @Option(
      names = SERVED_MODEL,
      paramLabel = "VERSION",
      description = "With --via http: one of the loaded models. Default: the active one.")
  private @Nullable String servedModel;

  @Option(
      names = TOKEN_FILE,
      paramLabel = "FILE",
      description =
          "With --via http: also tell the recommender what it was measured at, for its dashboard"
              + " (recommender_eval). The file has the operator's token.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--filters",
      paramLabel = "HOW",
      description = "central or, for all but popularity, federated. Default: central.")
  private String filters = CENTRAL;

  @Mixin private CohortOption cohort = new CohortOption();

  @Option(
      names = "--choose",
      description =
          "Of spectral: chooses k, iterations and response from a fixed grid, on a seeded tenth of"
              + " train that is held out for it; then all of train is used.")
  private boolean choose;

  @Mixin private FactorOptions factors = new FactorOptions();

  @Mixin private AlsOptions leastSquares = new AlsOptions();

  @Mixin private PresetOption preset = new PresetOption();

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    json.clear();
    checkVia();
    Dataset dataset =
        data.readForEvaluation(
            model == Recommender.ALS ? Split.RATINGS_80_10_10 : Split.USERS_80_20);
    AdminToken token = token(dataset);
    EvaluationReport report = via.equals(HTTP) ? served(dataset) : evaluate(dataset);
    report.print(spec.commandLine().getOut());
    json.write(report);
    if (token != null) {
      tell(report, token);
    }
    return 0;
  }

  private void checkVia() {
    if (!via.equals(PROCESS) && !via.equals(HTTP)) {
      throw new InvalidOptionException("--via must be process or http. Provided: " + via);
    }
    if (via.equals(HTTP)) {
      refuse("--via http", OF_MAKING);
      refuse("--via http", FactorOptions.NAMES);
      refuse("--via http", AlsOptions.NAMES);
    } else if (asked == null) {
      throw new InvalidOptionException("--model is missing: what is to be measured");
    } else {
      model = asked;
      refuse("--via process", List.of("--url", SERVED_MODEL, TOKEN_FILE));
    }
  }

  /// What the running recommender answers: what is measured is what is served.
  private EvaluationReport served(Dataset dataset) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Screen screen = Screen.ofThisProcess();
    TestUsers users = new TestUsers(dataset);
    ModelChoice choice =
        servedModel == null ? ModelChoice.ACTIVE : ModelChoice.version(servedModel);
    ServiceEvaluation.Served served;
    try (RecommenderClient recommender = RecommenderClient.at(url).build()) {
      served =
          new ServiceEvaluation(users, recommender, choice).ask(screen.bar(users.count(), "users"));
    }
    screen.clear();
    RankingMetrics metrics = new LocalEvaluation(users).metrics(served.lists());
    return new EvaluationReport(
        dataset.name(),
        dataset.sha256(),
        dataset.items(),
        dataset.interactions(),
        served.model(),
        "served",
        "asked over HTTP",
        null,
        metrics.users(),
        metrics.skippedUsers(),
        metrics.values(),
        0,
        0,
        0,
        (System.nanoTime() - begun) / 1e9,
        Runtime.getRuntime().maxMemory());
  }

  private void tell(EvaluationReport report, AdminToken token)
      throws IOException, InterruptedException {
    try (RecommenderClient recommender =
        RecommenderClient.at(url).adminToken(token.value()).build()) {
      recommender.putEvaluation(
          report.model(),
          report.dataset(),
          new EvaluationRequest(report.users(), report.metrics()));
    }
  }

  private @Nullable AdminToken token(Dataset dataset) {
    if (tokenFile == null) {
      return null;
    }
    if (!dataset.name().matches(EvaluationRequest.DATASET)) {
      throw new InvalidOptionException(
          "%s: the data set's name must match %s. Provided: %s"
              .formatted(TOKEN_FILE, EvaluationRequest.DATASET, dataset.name()));
    }
    return AdminToken.read(tokenFile);
  }

  private EvaluationReport evaluate(Dataset dataset) throws IOException {
    checkOptions();
    Preset settings = preset.of(dataset);
    PairSupport pairs = model.isOfGram() ? PairSupport.of(dataset.train()) : null;
    long begun = System.nanoTime();
    double cpuBegun = ProcessCost.cpuSeconds();
    Making making = making(settings, dataset, pairs == null ? 0 : pairs.entries());
    making.room().require();
    Screen screen = Screen.ofThisProcess();
    TestUsers users = new TestUsers(dataset);
    LocalEvaluation local = new LocalEvaluation(users, screen.bar(users.count(), "users"));
    @Nullable ItemFilter filter = making.maker().make();
    double cpuBuilt = ProcessCost.cpuSeconds();
    RankingMetrics metrics = local.ranked(filter);
    // Predicted ratings are no ranking: what is rated highest is what few have rated.
    Map<String, Double> values =
        model == Recommender.ALS && filter instanceof ItemFactorScores(ItemFactors factors)
            ? errors(factors, users)
            : metrics.values();
    double cpuScored = ProcessCost.cpuSeconds();
    screen.clear();
    return new EvaluationReport(
        dataset.name(),
        dataset.sha256(),
        dataset.items(),
        dataset.interactions(),
        model.toString(),
        filters,
        making.settings(),
        pairs,
        metrics.users(),
        metrics.skippedUsers(),
        values,
        making.bytesUp(),
        cpuBuilt - cpuBegun,
        cpuScored - cpuBuilt,
        (System.nanoTime() - begun) / 1e9,
        Runtime.getRuntime().maxMemory());
  }

  private static Map<String, Double> errors(ItemFactors model, TestUsers users) {
    return new TreeMap<>(
        Map.of(
            "rmse",
            RatingErrors.of(model, users).rmse(),
            "rmse of user means",
            RatingErrors.ofUserMeans(model, users).rmse()));
  }

  private boolean isFederated() {
    return filters.equals(FEDERATED);
  }

  private void checkOptions() {
    if (!filters.equals(CENTRAL) && !isFederated()) {
      throw new InvalidOptionException(
          "--filters must be central or federated. Provided: " + filters);
    }
    if (isFederated() && model == Recommender.POPULARITY) {
      throw new InvalidOptionException("--filters federated does not go with --model popularity");
    }
    if (choose) {
      if (model != Recommender.SPECTRAL) {
        throw new InvalidOptionException("--choose goes with --model spectral");
      }
      refuse("--choose", FactorOptions.NAMES);
    }
    if (choose || model != Recommender.SPECTRAL) {
      refuse(choose ? "--choose" : "--model " + model, List.of(FactorOptions.RESPONSE));
    }
    if (!model.isOfFactors() && !(isFederated() && model.hasIdealPart())) {
      refuse("--model %s with %s filters".formatted(model, filters), FactorOptions.NAMES);
    }
    if (!model.isOfItemFactors()) {
      refuse("--model " + model, AlsOptions.NAMES);
    }
    cohort.check();
  }

  /// What has no effect is not taken.
  private void refuse(String what, List<String> options) {
    for (String option : options) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new InvalidOptionException("%s does not go with %s".formatted(what, option));
      }
    }
  }

  /// @param settings in words
  /// @param bytesUp of one participant
  private record Making(
      CentralModels.FilterMaker maker, String settings, Room room, long bytesUp) {}

  private Making making(Preset settings, Dataset dataset, long gramEntries) throws IOException {
    CentralModels central = new CentralModels(dataset.train());
    if (model == Recommender.POPULARITY) {
      return new Making(() -> null, "", Room.NONE, 0);
    }
    if (model.isOfFactors()) {
      return ofFactors(settings, dataset, central);
    }
    if (model.isOfItemFactors()) {
      return ofItemFactors(dataset);
    }
    if (!isFederated()) {
      return new Making(
          () -> central.filter(model, settings),
          settings.describe(model),
          Room.central(gramEntries, settings.rank(model), dataset),
          0);
    }
    PriviRec algorithm =
        settings.session(model, dataset, defaults -> factors.factors(dataset, defaults));
    GramModel sums = algorithm.model();
    return federated(
        () -> federation(dataset).make(sums),
        FactorOptions.describe(sums),
        Room.session(algorithm, gramEntries, sums.factors(), dataset),
        algorithm);
  }

  private Making federated(
      CentralModels.FilterMaker maker, String words, Room room, Algorithm algorithm) {
    return new Making(maker, words + cohort.describe(), room, FederatedModels.bytesUp(algorithm));
  }

  private Making ofItemFactors(Dataset dataset) {
    Als als = leastSquares.algorithm(model, dataset, factors.seed());
    String words = AlsOptions.describe(als);
    return isFederated()
        ? federated(
            () -> new ItemFactorScores(federation(dataset).make(als)), words, Room.NONE, als)
        : new Making(() -> ItemFactorScores.central(als, dataset), words, Room.NONE, 0);
  }

  private Making ofFactors(Preset settings, Dataset dataset, CentralModels central)
      throws IOException {
    if (choose) {
      SpectralGrid.room(dataset).require();
    }
    PriviRecK algorithm =
        choose
            ? chosen(dataset)
            : factors.priviRecK(dataset, model == Recommender.SPECTRAL, settings.gfCf().gamma());
    if (isFederated()) {
      algorithm
          .tooFewUsers(dataset.users())
          .ifPresent(few -> {
            throw new InvalidOptionException("--k: " + few.detail());
          });
    }
    String words = FactorOptions.describe(algorithm);
    Room room = Room.session(algorithm, 0, Optional.of(algorithm.factors()), dataset);
    return isFederated()
        ? federated(() -> federation(dataset).make(algorithm), words, room, algorithm)
        : new Making(() -> central.ofFactors(algorithm), words, new Room(room.heapBytes(), 0), 0);
  }

  private FederatedModels federation(Dataset dataset) {
    return cohort.of(dataset, factors.seed(), Screen.ofThisProcess());
  }

  private PriviRecK chosen(Dataset dataset) {
    PrintWriter out = spec.commandLine().getOut();
    return SpectralGrid.choose(
            dataset,
            isFederated(),
            factors.seed(),
            candidate -> {
              out.printf(
                  "%.5f on the validation part  %s%n",
                  candidate.ndcg(), FactorOptions.describe(candidate.algorithm()));
              out.flush();
            })
        .algorithm();
  }
}
