package io.privirec.lab.experiment;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.PairSupport;
import io.privirec.filter.ranking.RankingMetrics;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.RatingErrors;
import io.privirec.lab.evaluation.RatingPredictor;
import io.privirec.lab.evaluation.ServiceEvaluation;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.privirec.PresetOption;
import io.privirec.lab.session.EvaluatedModels;
import io.privirec.lab.session.LocalCohort;
import io.privirec.operator.http.AdminToken;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.EvaluationRequest;
import io.privirec.wire.client.ModelChoice;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
  private static final List<String> OF_MAKING = List.of("--model", "--filters", "--participants");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      completionCandidates = ModelFamilies.Names.class,
      description = "One of ${COMPLETION-CANDIDATES}. Needed unless --via is http.")
  private @Nullable String model;

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

  @Mixin private ModelFamilies families = new ModelFamilies();

  @Mixin private PresetOption preset = new PresetOption();

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    json.clear();
    checkVia();
    Dataset dataset =
        model == null
            ? data.readForEvaluation()
            : data.readForEvaluation(families.of(model).split(model));
    AdminToken token = token(dataset);
    EvaluationReport report = model == null ? served(dataset) : evaluate(dataset, model);
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
      families.all().forEach(family -> refuse("--via http", family.options()));
    } else if (model == null) {
      throw new InvalidOptionException("--model is missing: what is to be measured");
    } else {
      refuse("--via process", List.of("--url", SERVED_MODEL, TOKEN_FILE));
    }
  }

  /// What the running recommender answers: what is measured is what is served.
  private EvaluationReport served(Dataset dataset) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Terminal terminal = Terminal.ofThisProcess();
    TestUsers users = new TestUsers(dataset);
    ModelChoice choice =
        servedModel == null ? ModelChoice.ACTIVE : ModelChoice.version(servedModel);
    ServiceEvaluation.Served served;
    try (RecommenderClient recommender = RecommenderClient.at(url).build()) {
      served =
          new ServiceEvaluation(users, recommender, choice)
              .ask(terminal.bar(users.count(), "users"));
    }
    terminal.clear();
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

  private EvaluationReport evaluate(Dataset dataset, String model) throws IOException {
    checkOptions(model);
    String settings = preset.of(dataset).name();
    EvaluatedModels family = families.of(model);
    family.requireData("--model", model, dataset);
    PairSupport pairs = family.pairs(model, dataset);
    long begun = System.nanoTime();
    double cpuBegun = ProcessCost.cpuSeconds();
    Terminal terminal = Terminal.ofThisProcess();
    LocalCohort holders = isFederated() ? cohort.of(dataset, families.seed(), terminal) : null;
    EvaluatedModels.Recipe recipe =
        family.recipe(
            new EvaluatedModels.Wanted(
                model,
                dataset,
                holders,
                families.seed(),
                settings,
                pairs,
                spec.commandLine().getOut()));
    recipe.room().require();
    TestUsers users = new TestUsers(dataset);
    LocalEvaluation local = new LocalEvaluation(users, terminal.bar(users.count(), "users"));
    @Nullable ItemFilter filter = recipe.maker().make();
    double cpuBuilt = ProcessCost.cpuSeconds();
    RankingMetrics metrics = local.ranked(filter);
    Map<String, Double> values =
        filter instanceof RatingPredictor predictor ? errors(predictor, users) : metrics.values();
    double cpuScored = ProcessCost.cpuSeconds();
    terminal.clear();
    return new EvaluationReport(
        dataset.name(),
        dataset.sha256(),
        dataset.items(),
        dataset.interactions(),
        model,
        filters,
        recipe.settings() + (isFederated() ? cohort.describe() : ""),
        pairs,
        metrics.users(),
        metrics.skippedUsers(),
        values,
        recipe.bytesUp(),
        cpuBuilt - cpuBegun,
        cpuScored - cpuBuilt,
        (System.nanoTime() - begun) / 1e9,
        Runtime.getRuntime().maxMemory());
  }

  private static Map<String, Double> errors(RatingPredictor model, TestUsers users) {
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

  private void checkOptions(String model) {
    if (!filters.equals(CENTRAL) && !isFederated()) {
      throw new InvalidOptionException(
          "--filters must be central or federated. Provided: " + filters);
    }
    families.all().forEach(family -> family.check(model, isFederated(), this::isGiven));
    cohort.check();
  }

  /// What has no effect is not taken.
  private void refuse(String what, List<String> options) {
    InvalidOptionException.refuse(what, options, this::isGiven);
  }

  private boolean isGiven(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }
}
