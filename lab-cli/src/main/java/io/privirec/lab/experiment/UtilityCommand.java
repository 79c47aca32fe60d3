package io.privirec.lab.experiment;

import static io.privirec.operator.option.InvalidOptionException.requireRange;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.factors.NoisyFilter;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.data.SyntheticDataset.Histories;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.FormatOptions;
import io.privirec.lab.option.OutputFile;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.privirec.CentralModels;
import io.privirec.lab.session.FailedSessionException;
import io.privirec.lab.session.LocalCohort;
import io.privirec.lab.session.SessionParameters;
import io.privirec.lab.study.Column;
import io.privirec.lab.study.Metric;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.privacy.NoiseShares;
import io.privirec.secagg.RoundKind;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lab privacy utility`.
@Command(
    name = "utility",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Quality against epsilon: NDCG@20 and recall@20 of privirec with privacy of users, as folded,"
          + " beside popularity of its noisy counts. Without noise: popularity, the linear filter of"
          + " as many popular items, and exact GF-CF of all items. Each run is"
          + " a session in this process: real participants with keys, masks, and noise by the same"
          + " code as services; nobody leaves. Noise is that of closed rounds, or of tolerant ones"
          + " that bear so many losses, all of it there.",
      "Settings whose session finds nothing but noise are listed as such.",
      "Exit status: 0, or 2 for an option or a data file that cannot be used."
    })
public final class UtilityCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 100;
  private static final int MOST_USERS = 1_000_000;

  /// As many items as sessions take.
  private static final int BY_EPSILON = 0;

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description =
          "Data set: a LightGCN directory, MovieLens, or a file of interactions. Default: generated"
              + " data.")
  private @Nullable Path data;

  @Mixin private FormatOptions format = new FormatOptions();

  @Option(
      names = "--users",
      paramLabel = "N",
      description =
          "Of --data so many users with all that they have, drawn by the seed; of generated data as"
              + " many. Default: all, or 2000.")
  private @Nullable Integer users;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description =
          "privirec: the matrix of popular items, or privirec-k: factors of it, by noisy products with"
              + " the parameters of sessions. Default: ${DEFAULT-VALUE}.")
  private String name = PriviRec.ID;

  @Option(
      names = "--epsilon",
      split = ",",
      paramLabel = "E",
      description = "Separated by commas. Default: 1,3,10.")
  private List<Double> epsilons = List.of(1., 3., 10.);

  @Option(
      names = "--delta",
      paramLabel = "D",
      description = "Default: 1 / users with interactions, which is weak.")
  private @Nullable Double delta;

  @Option(
      names = "--items",
      split = ",",
      paramLabel = "M",
      description =
          "How many popular items the matrix is about, separated by commas. Default: what sessions"
              + " take for each epsilon.")
  private List<Integer> items = List.of();

  @Option(
      names = "--losses",
      split = ",",
      paramLabel = "D",
      description =
          "Participants that may be lost, separated by commas: 0 for closed rounds, else tolerant"
              + " ones. Default: 0.")
  private List<Integer> losses = List.of(0);

  @Option(
      names = "--colluders",
      paramLabel = "C",
      description = "Participants whose noise does not count. Default: ${DEFAULT-VALUE}.")
  private int colluders = 1;

  @Option(
      names = "--items-per-user",
      paramLabel = "C",
      description =
          "At most so many of a user's items are counted. Default: that of sessions, for privirec all"
              + " with a weight.")
  private @Nullable Integer itemsPerUser;

  @Option(
      names = "--form",
      paramLabel = "FORM",
      description =
          "Of privirec: gf-cf, projector, turbo-cf, bspm or threshold. Default: that of sessions.")
  private @Nullable String form;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description =
          "Of the forms gf-cf, projector and bspm. Default: by the spectrum of the noisy matrix.")
  private @Nullable Integer rank;

  @Option(
      names = "--profile",
      paramLabel = "P",
      description = "At most so many of a user's popular items count in the matrix. Default: all.")
  private @Nullable Integer profile;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Of the form threshold, in standard deviations of the noise. Default: that of sessions.")
  private @Nullable Double threshold;

  @Option(
      names = "--exponent",
      paramLabel = "B",
      description =
          "Of the form threshold, of the recommended item's count. Default: that of sessions.")
  private @Nullable Double exponent;

  @Option(
      names = "--popularity",
      paramLabel = "W",
      description =
          "Of the form threshold: weight, in standard deviations of the noise. Default: that of"
              + " sessions for each epsilon.")
  private @Nullable Double popularity;

  @Option(names = "--runs", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int runs = 3;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "Of the first run; it decides who holds whom, and the noise. Of samples and generated"
              + " data, too. Default: 1.")
  private long seed = 1;

  @Mixin private CohortOption cohort = new CohortOption();

  @Option(names = "--svg", paramLabel = "FILE", description = "Draws NDCG@20 against epsilon.")
  private @Nullable Path svg;

  @Mixin private ReportFiles files = new ReportFiles();

  @Override
  public Integer call() throws IOException {
    files.clear();
    OutputFile.clear("--svg", svg);
    cohort.check();
    requireRange("--runs", runs, 1, MOST_RUNS);
    for (int popular : items) {
      requireRange("--items", popular, 2, Integer.MAX_VALUE);
    }
    Dataset dataset = dataset();
    measure(dataset, settings(dataset));
    return 0;
  }

  private Dataset dataset() {
    if (users != null) {
      requireRange("--users", users, cohort.participants(), MOST_USERS);
    }
    if (data == null) {
      return SyntheticDataset.generate(
          seed, Histories.USUAL, requireNonNullElse(users, SyntheticDataset.USERS));
    }
    Dataset all =
        DataOption.readForEvaluation(
            data, format.format(), Split.USERS_80_20, DatasetReader.DEFAULT_SPLIT_SEED);
    return users == null ? all : all.sample(users, seed);
  }

  private record Setting(double epsilon, int losses, NoisyFilter algorithm) {}

  private List<Setting> settings(Dataset dataset) {
    List<Setting> settings = new ArrayList<>();
    for (int lost : losses) {
      requireRange("--losses", lost, 0, cohort.participants() - 3);
      for (int popular : items.isEmpty() ? List.of(BY_EPSILON) : items) {
        for (double epsilon : epsilons) {
          settings.add(new Setting(epsilon, lost, algorithm(dataset, epsilon, lost, popular)));
        }
      }
    }
    return settings;
  }

  private NoisyFilter algorithm(Dataset dataset, double epsilon, int lost, int popular) {
    @Nullable Integer most = popular == BY_EPSILON ? null : (Integer) popular;
    PrivacyParameters privacy =
        PrivacyParameters.of(
                epsilon, delta == null ? (Double) (1. / usersWithItems(dataset)) : delta)
            .withItemsPerUser(itemsPerUser)
            .withColluders(colluders)
            .withRounds(lost == 0 ? "closed" : "tolerant");
    AlgorithmParameters asked =
        switch (name) {
          case PriviRec.ID ->
              PriviRecParameters.DEFAULT
                  .withModel(
                      PopularGram.DEFAULT
                          .withForm(form)
                          .withItems(most)
                          .withProfile(profile)
                          .withRank(rank)
                          .withThreshold(threshold)
                          .withExponent(exponent)
                          .withPopularity(popularity))
                  .withTopN(FilterFolder.DEFAULT_TOP_N)
                  .withPrivacy(privacy);
          case PriviRecK.ID ->
              PriviRecKParameters.DEFAULT
                  .withFactors(FactorParameters.DEFAULT)
                  .withTopN(FilterFolder.DEFAULT_TOP_N)
                  .withPopular(
                      PriviRecKParameters.Popular.DEFAULT
                          .withItems(most)
                          .withClip(PriviRecKParameters.Popular.DEFAULT.clip()))
                  .withPrivacy(privacy);
          default ->
              throw new InvalidOptionException(
                  "--algorithm must be privirec or privirec-k. Provided value: " + name);
        };
    return (NoisyFilter) SessionParameters.algorithm(name, asked, dataset, seed);
  }

  private static long usersWithItems(Dataset dataset) {
    InteractionMatrix train = dataset.train();
    long users = 0;
    for (int user = 0; user < train.users(); user++) {
      users += train.rowLength(user) > 0 ? 1 : 0;
    }
    return users;
  }

  private double deviation(Setting setting) {
    int unreliable =
        cohort.noiseOf(colluders, setting.losses()).orElse(null)
                instanceof RoundKind.Tolerant(var counts)
            ? Math.max(colluders, counts.corrupt())
            : colluders;
    return setting
        .algorithm()
        .deviation(new NoiseShares(cohort.participants(), unreliable, setting.losses()));
  }

  private void measure(Dataset dataset, List<Setting> settings) throws IOException {
    Terminal terminal = Terminal.ofThisProcess();
    LocalEvaluation local = new LocalEvaluation(new TestUsers(dataset));
    settings.forEach(setting -> cohort.noiseOf(colluders, setting.losses()));
    double target = settings.getFirst().algorithm().privacy().terms().target().delta();
    Table table = table();
    terminal.line(
        "%s  sha256 %s%n%d participants, %d colluders, delta %.3g, %d runs from seed %d%n%s"
            .formatted(
                dataset.name(),
                dataset.sha256(),
                cohort.participants(),
                colluders,
                target,
                runs,
                seed,
                table.header()));
    Study study =
        new Study(table, files, terminal::line)
            .fact("dataset", dataset.name())
            .fact("sha256", dataset.sha256())
            .fact("participants", cohort.participants())
            .fact("colluders", colluders)
            .fact("delta", target)
            .fact("seed", seed)
            .fact("runs", runs)
            .rows("rows")
            .failures()
            .drawing(
                svg,
                "epsilon",
                "NDCG@20",
                row -> row.number("epsilon"),
                "ndcg@20",
                UtilityCommand::line);
    add(study, "popularity", local.popularity());
    int[] popular = settings.stream().mapToInt(s -> s.algorithm().popular()).distinct().toArray();
    for (int most : popular) {
      Quality linear = local.exact(NoisyFilter.linear(dataset.train(), most));
      add(study, "linear filter, %d items".formatted(most), linear);
    }
    try {
      Quality exact = local.exact(CentralModels.gfCf(dataset));
      add(study, "exact GF-CF, all items, rank %d".formatted(CentralModels.rank(dataset)), exact);
    } catch (InvalidOptionException tooLarge) {
      study.fail("exact GF-CF: " + tooLarge.getMessage());
    }
    for (Setting setting : settings) {
      try {
        add(study, dataset, setting, terminal);
      } catch (FailedSessionException useless) {
        study.fail(
            "epsilon %s, %d items, %d losses: %s"
                .formatted(
                    setting.epsilon(),
                    setting.algorithm().popular(),
                    setting.losses(),
                    useless.getMessage()));
      }
    }
    terminal.clear();
  }

  /// Settings: the standard deviation of the noise in an entry of the matrix, in users of two items
  /// alone; the mean and the standard deviation of NDCG@20 over the runs; and the mean NDCG@20 of
  /// the popular items by the runs' noisy counts. Rounds without losses are closed.
  private static Table table() {
    return new Table(
        Column.of("method", "%-24s"),
        Column.of("epsilon", " %7s"),
        Column.of("items", " %6s"),
        Column.of("losses", " %6s"),
        Column.of("noise", " %9s", "%.4f", "%s").named("deviation", "noise"),
        Column.of("ndcg@20", " %10s", "%.5f", "%.6f"),
        Column.json("ndcg@20Spread"),
        Column.csv("spread", "%.6f"),
        Column.text("spread", " %9s", "± %.5f"),
        Column.of("recall@20", " %-9s", " %.5f", "%.6f"),
        Column.of("noisy popularity", " %9s", "%.5f", "%s")
            .named("ndcg@20OfNoisyPopularity", "noisyPopularity"),
        Column.json("ndcgs"));
  }

  /// A line for each number of items and losses, and for each model without noise.
  private static String line(Table.Row row) {
    Map<String, ?> values = row.values();
    return values.containsKey("epsilon")
        ? "M %s, %s"
            .formatted(
                values.get("items"),
                row.number("losses") == 0 ? "closed" : "d = " + values.get("losses"))
        : String.valueOf(values.get("method"));
  }

  private static void add(Study study, String method, Quality quality) throws IOException {
    double ndcg = quality.ndcg();
    study.add(
        method,
        null,
        null,
        null,
        null,
        ndcg,
        0.0,
        0.0,
        null,
        quality.recall(),
        null,
        List.of(ndcg));
  }

  private void add(Study study, Dataset dataset, Setting setting, Terminal terminal)
      throws IOException {
    List<Published> published = new ArrayList<>();
    NoisyFilter algorithm = setting.algorithm();
    for (int run = 0; run < runs; run++) {
      LocalCohort participants = cohort.of(dataset, seed + run, terminal);
      published.add(
          participants.run(
              algorithm,
              cohort.noiseOf(colluders, setting.losses()),
              work -> published(algorithm, work, dataset)));
    }
    Metric ndcg = Metric.of(published.stream().map(each -> each.folded().ndcg()).toList());
    study.add(
        name + " with privacy",
        setting.epsilon(),
        algorithm.popular(),
        setting.losses(),
        deviation(setting),
        ndcg.mean(),
        ndcg.standardDeviation(),
        ndcg.standardDeviation(),
        ndcg.standardDeviation(),
        mean(published, each -> each.folded().recall()),
        mean(published, each -> each.popularity().ndcg()),
        ndcg.values());
  }

  private static double mean(List<Published> runs, ToDoubleFunction<Published> metric) {
    return runs.stream().mapToDouble(metric).average().orElseThrow();
  }

  /// What a session publishes.
  ///
  /// @param popularity of its noisy counts, which also fill up lists
  private record Published(Quality folded, Quality popularity) {}

  private static Published published(NoisyFilter algorithm, Path work, Dataset dataset)
      throws IOException {
    Path release = Files.createDirectory(work.resolve("release"));
    algorithm.algorithm().publication().write(work, release);
    long[] counts = ItemDegreesFile.read(release.resolve(ItemDegreesFile.NAME));
    LocalEvaluation released = new LocalEvaluation(new TestUsers(dataset, counts));
    return new Published(
        Quality.of(released.metrics(released.foldedLists(release.resolve(ReleaseManifest.FILTER)))),
        released.popularity());
  }
}
