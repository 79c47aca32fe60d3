package io.privirec.lab.experiment;

import com.sun.management.OperatingSystemMXBean;
import io.privirec.federation.GramModel;
import io.privirec.federation.PriviRec;
import io.privirec.federation.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.ranking.RankingMetrics;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.run.InvalidOptionException;
import io.privirec.lab.run.JsonFile;
import io.privirec.lab.run.ProgressBar;
import io.privirec.lab.run.Screen;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
      "Exit status: 0, or 2 for an option or a data file that cannot be used."
    })
public final class EvaluateCommand implements Callable<Integer> {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private static final String CENTRAL = "central";
  private static final String FEDERATED = "federated";

  /// Of one participant's rounds.
  private static final int MOST_PARTICIPANTS = 64;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description = "Data set: a LightGCN directory, MovieLens, or a CSV file.")
  private Path data = Path.of("");

  @Option(
      names = "--model",
      required = true,
      paramLabel = "MODEL",
      description = "One of ${COMPLETION-CANDIDATES}.")
  private Recommender model = Recommender.POPULARITY;

  @Option(
      names = "--filters",
      paramLabel = "HOW",
      description = "central or, for all but popularity, federated. Default: central.")
  private String filters = CENTRAL;

  @Option(
      names = "--participants",
      paramLabel = "N",
      description = "Of federated filters. Default: ${DEFAULT-VALUE}.")
  private int participants = 10;

  @Option(
      names = "--choose",
      description =
          "Of spectral: chooses k, iterations and response from a fixed grid, on a seeded tenth of"
              + " train that is held out for it; then all of train is used.")
  private boolean choose;

  @Mixin private FactorOptions factors = new FactorOptions();

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "Published settings: gowalla, yelp2018 or amazon-book. Default: those of the data set of"
              + " this name, else gowalla.")
  private @Nullable String preset;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the result to this file, as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    try {
      JsonFile.clear(json);
      EvaluationReport report = evaluate(DataOption.readForEvaluation(data));
      print(report);
      if (json != null) {
        JsonFile.write(json, report);
      }
      return 0;
    } catch (InvalidOptionException refused) {
      throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()));
    }
  }

  private EvaluationReport evaluate(Dataset dataset) throws IOException {
    checkFilters();
    Preset settings = settings(dataset);
    TestUsers users = new TestUsers(dataset);
    LocalEvaluation local = new LocalEvaluation(users);
    CentralModels models = new CentralModels(dataset.train());
    if (!model.isOfFactors()) {
      requireHeap(models.heapBound());
    }
    long begun = System.nanoTime();
    long cpuBegun = PROCESS.getProcessCpuTime();
    Built built = built(models, settings, dataset);
    @Nullable ItemFilter filter = built.filter();
    long cpuBuilt = PROCESS.getProcessCpuTime();
    RankingMetrics metrics = filter == null ? local.rankedByPopularity() : local.ranked(filter);
    long cpuScored = PROCESS.getProcessCpuTime();
    return new EvaluationReport(
        dataset.name(),
        dataset.sha256(),
        dataset.items(),
        dataset.interactions(),
        model.toString(),
        filters,
        built.settings(),
        metrics.users(),
        metrics.skippedUsers(),
        metrics.values(),
        built.bytesUp(),
        seconds(cpuBuilt - cpuBegun),
        seconds(cpuScored - cpuBuilt),
        seconds(System.nanoTime() - begun));
  }

  private Preset settings(Dataset dataset) {
    if (preset == null) {
      return Preset.named(dataset.name()).orElse(Preset.GOWALLA);
    }
    return Preset.named(preset)
        .orElseThrow(() ->
            new InvalidOptionException(
                "--preset must be one of %s. Provided value: %s"
                    .formatted(String.join(", ", Preset.names()), preset)));
  }

  private void requireHeap(long bound) {
    long most = Runtime.getRuntime().maxMemory();
    if (model != Recommender.POPULARITY && bound > most) {
      throw new InvalidOptionException(
          "--data: its item Gram matrix may need %,d MiB of heap; this process has %,d MiB"
              .formatted(bound >> 20, most >> 20));
    }
  }

  private void checkFilters() {
    if (!filters.equals(CENTRAL) && !filters.equals(FEDERATED)) {
      throw new InvalidOptionException(
          "--filters must be central or federated. Provided: " + filters);
    }
    if (filters.equals(FEDERATED) && model == Recommender.POPULARITY) {
      throw new InvalidOptionException("--filters federated does not go with --model popularity");
    }
    if (choose && model != Recommender.SPECTRAL) {
      throw new InvalidOptionException("--choose goes with --model spectral");
    }
    if (participants < 3 || participants > MOST_PARTICIPANTS) {
      throw new InvalidOptionException(
          "--participants must be in [3, %d]. Provided value: %d"
              .formatted(MOST_PARTICIPANTS, participants));
    }
  }

  /// @param filter absent for popularity
  /// @param bytesUp of one participant
  private record Built(@Nullable ItemFilter filter, String settings, long bytesUp) {}

  private Built built(CentralModels models, Preset settings, Dataset dataset) throws IOException {
    double gamma = settings.gfCf().gamma();
    if (model.isOfFactors()) {
      PriviRecK algorithm =
          choose
              ? chosen(dataset)
              : factors.priviRecK(dataset, model == Recommender.SPECTRAL, gamma);
      String words = FactorOptions.describe(algorithm);
      return filters.equals(CENTRAL)
          ? new Built(models.ofFactors(algorithm), words, 0)
          : federated(federation(dataset).make(algorithm), words);
    }
    if (filters.equals(FEDERATED)) {
      PriviRec algorithm =
          new PriviRec(dataset.items(), gramModel(settings, dataset), FilterFolder.DEFAULT_TOP_N);
      return federated(federation(dataset).make(algorithm), FactorOptions.describe(algorithm));
    }
    return new Built(filter(models, settings, dataset), describe(settings), 0);
  }

  /// The model of P̃ with the published settings, its ideal part from a power iteration.
  private GramModel gramModel(Preset settings, Dataset dataset) {
    return switch (model) {
      case GF_CF -> new GramModel.GfCf(factors.factors(dataset), settings.gfCf().gamma());
      case TURBO_CF ->
          new GramModel.TurboCf(
              settings.turboCf().alpha(),
              settings.turboCf().exponent(),
              settings.turboCf().filter());
      case BSPM_LM -> bspm(settings, dataset, Bspm.Merge.LATE);
      case BSPM_EM -> bspm(settings, dataset, Bspm.Merge.EARLY);
      case POPULARITY, PRIVIREC_K, SPECTRAL -> throw new IllegalStateException("without P̃");
    };
  }

  private GramModel bspm(Preset settings, Dataset dataset, Bspm.Merge merge) {
    return new GramModel.Bspm(factors.factors(dataset, settings.bspmRank()), settings.bspm(merge));
  }

  private Built federated(FederatedModels.Made made, String words) {
    return new Built(
        made.filter(), words + ", %d participants".formatted(participants), made.bytesUp());
  }

  private FederatedModels federation(Dataset dataset) {
    Screen screen = Screen.ofThisProcess();
    return new FederatedModels(
        dataset,
        participants,
        factors.seed(),
        (round, chunks) ->
            screen.progress(
                "  %s  %s"
                    .formatted(
                        round.name(), ProgressBar.of(chunks, round.vector().chunks(), "chunks"))));
  }

  private PriviRecK chosen(Dataset dataset) {
    PrintWriter out = spec.commandLine().getOut();
    return SpectralGrid.choose(
            dataset,
            factors.seed(),
            candidate -> {
              out.printf(
                  "%.5f on the validation part  %s%n",
                  candidate.ndcg(), FactorOptions.describe(candidate.algorithm()));
              out.flush();
            })
        .algorithm();
  }

  private @Nullable ItemFilter filter(CentralModels models, Preset settings, Dataset dataset) {
    int largest = Math.min(dataset.users(), dataset.items());
    return switch (model) {
      case POPULARITY, PRIVIREC_K, SPECTRAL -> null;
      case GF_CF -> models.gfCf(within(largest, settings.gfCf()));
      case TURBO_CF -> models.turboCf(settings.turboCf());
      case BSPM_LM ->
          models.bspm(Math.min(largest, settings.bspmRank()), settings.bspm(Bspm.Merge.LATE));
      case BSPM_EM ->
          models.bspm(Math.min(largest, settings.bspmRank()), settings.bspm(Bspm.Merge.EARLY));
    };
  }

  private static Preset.GfCfSettings within(int largest, Preset.GfCfSettings settings) {
    return new Preset.GfCfSettings(Math.min(largest, settings.k()), settings.gamma());
  }

  private String describe(Preset settings) {
    String words =
        switch (model) {
          case POPULARITY, PRIVIREC_K, SPECTRAL -> "";
          case GF_CF -> settings.gfCf().toString();
          case TURBO_CF -> settings.turboCf().toString();
          case BSPM_LM -> "k=" + settings.bspmRank() + " " + settings.bspm(Bspm.Merge.LATE);
          case BSPM_EM -> "k=" + settings.bspmRank() + " " + settings.bspm(Bspm.Merge.EARLY);
        };
    return model == Recommender.POPULARITY ? words : settings.name() + ": " + words;
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }

  private void print(EvaluationReport report) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s  %,d items, %,d interactions, sha256 %s%n",
        report.dataset(), report.items(), report.interactions(), report.sha256());
    out.printf("%s, %s filters  %s%n", report.model(), report.filters(), report.settings());
    out.printf(
        "%,d users with held-out items, %,d without%n%n", report.users(), report.skippedUsers());
    report.metrics().forEach((name, value) -> out.printf("%-24s %.5f%n", name, value));
    if (report.bytesUp() > 0) {
      out.printf("%nuploaded by each participant: %,d bytes%n", report.bytesUp());
    }
    out.printf(
        "%nprocessor seconds: %.1f for the model, %.1f for all users; %.1f s in all%n",
        report.buildCpuSeconds(), report.scoreCpuSeconds(), report.seconds());
    out.flush();
  }
}
