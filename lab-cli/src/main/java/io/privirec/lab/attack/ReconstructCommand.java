package io.privirec.lab.attack;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.filter.data.Dataset;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.session.LocalCohort;
import io.privirec.lab.study.Column;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lab attack reconstruct`.
@Command(
    name = "reconstruct",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Reads histories from what sessions in this process open, as a coordinator could. From one"
          + " session's sums: from the first product of privirec-k by sparse recovery, from the item"
          + " Gram matrix of privirec row by row, and from the noisy one by the most likely history"
          + " of each row. From two sessions' sums, of item-degrees over participants with one user"
          + " each: by subtracting, with and without one participant, where participants are in"
          + " cells and where they are not, and with noise.",
      "Data is that of a few users, drawn from a data set. 'Read' are histories that were guessed to"
          + " the item, 'overlap' is that of the best guess with each history, on average."
    })
final class ReconstructCommand implements Callable<Integer> {
  /// P̃ of their items is in memory.
  private static final int MOST_USERS = 2000;

  private static final int MOST_ITEMS = 20_000;
  private static final int LARGEST_RANK = 256;

  private static final String READING = "one session";
  private static final String DIFFERENCING = "two sessions";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private DataOption data = new DataOption();

  @Option(names = "--users", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int users = 300;

  @Option(names = "--participants", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int participants = 10;

  @Option(
      names = "--cell-size",
      paramLabel = "N",
      description = "Participants of a cell, where there are cells. Default: ${DEFAULT-VALUE}.")
  private int cellSize = 5;

  @Option(
      names = "--rank",
      paramLabel = "K",
      description =
          "Columns of the product, fewer than half of users and items: with more everybody is asked."
              + " Default: as many as may be, at most 256.")
  private @Nullable Integer rank;

  @Option(
      names = "--epsilon",
      split = ",",
      paramLabel = "E",
      description = "Of each session with noise, separated by commas. Default: 1,10.")
  private List<Double> epsilons = List.of(1., 10.);

  @Option(names = "--delta", paramLabel = "D", description = "Default: ${DEFAULT-VALUE}.")
  private double delta = 1e-5;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of which users, keys and noise. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private ReportFiles files = new ReportFiles();

  @Override
  public Integer call() throws IOException {
    files.clear();
    requireRange("--participants", participants, 6, 64);
    requireRange("--cell-size", cellSize, 3, participants / 2);
    if (participants % cellSize != 0) {
      throw new InvalidOptionException(
          "--participants must be a multiple of --cell-size. Provided values: %d, %d"
              .formatted(participants, cellSize));
    }
    Dataset dataset = data.read();
    requireRange("--users", users, participants, Math.min(MOST_USERS, dataset.users()));
    SparseUsers sparse = SparseUsers.of(dataset.train(), users, participants, seed);
    requireRange("--users: their items", sparse.data().items(), 1, MOST_ITEMS);
    int most = (Math.min(users, sparse.data().items()) - 1) / 2;
    int columns = rank == null ? Math.min(LARGEST_RANK, most) : rank;
    requireRange("--rank", columns, 1, most);
    attack(dataset, sparse, columns);
    return 0;
  }

  private PrivacyParameters privacy(double epsilon) {
    return PrivacyParameters.of(epsilon, delta)
        .withItemsPerUser(20)
        .withColluders(1)
        .withRounds("closed");
  }

  private void attack(Dataset dataset, SparseUsers sparse, int columns) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Table table =
        new Table(
            Column.of("attack", "%-18s"),
            Column.of("sums", " %-36s"),
            Column.of("epsilon", " %7s").absent("exact"),
            Column.of("histories", " %9s"),
            Column.of("read", " %9s").named("exactly", "read"),
            Column.of("overlap", " %7s", "%.3f", "%.6f"));
    out.println(
        "%s  sha256 %s%n%d users with %d items, %d participants, delta %.3g, seed %d%n%s"
            .formatted(
                dataset.name(),
                dataset.sha256(),
                sparse.data().users(),
                sparse.data().items(),
                participants,
                delta,
                seed,
                table.header()));
    SortedMap<String, Integer> answers = new TreeMap<>();
    Study study =
        new Study(
                table,
                files,
                line -> {
                  out.println(line);
                  out.flush();
                })
            .fact("dataset", dataset.name())
            .fact("sha256", dataset.sha256())
            .fact("users", sparse.data().users())
            .fact("items", sparse.data().items())
            .fact("participants", participants)
            .fact("cellSize", cellSize)
            .fact("delta", delta)
            .fact("seed", seed)
            .rows("rows")
            .fact("answers", answers);
    SecureRandom random = LocalCohort.seeded(seed);
    ReadingAttack reading = new ReadingAttack(sparse, random);
    int all = sparse.data().users();
    add(
        study,
        READING,
        "privirec-k, k = %d: first product".formatted(columns),
        null,
        all,
        reading.fromProduct(columns, seed));
    add(study, READING, "privirec: item Gram matrix", null, all, reading.fromGram());
    for (double epsilon : epsilons) {
      add(
          study,
          READING,
          "privirec with privacy: noisy matrix",
          epsilon,
          all,
          reading.fromNoisyGram(privacy(epsilon)));
    }
    Differencing differencing = new Differencing(sparse, cellSize, random);
    int persons = all / participants * participants;
    ItemDegrees exact = new ItemDegrees(sparse.data().items());
    String anySets = "item-degrees, with and without one";
    add(study, DIFFERENCING, anySets, null, persons, differencing.ofAnySets(exact.algorithm()));
    for (double epsilon : epsilons) {
      add(
          study,
          DIFFERENCING,
          anySets,
          epsilon,
          persons,
          differencing.ofAnySets(
              ReadingAttack.algorithm(
                      ItemDegrees.ID,
                      ItemDegreesParameters.DEFAULT.withPrivacy(privacy(epsilon)),
                      sparse.data().items(),
                      participants)
                  .algorithm()));
    }
    add(
        study,
        DIFFERENCING,
        "item-degrees, whole cells of " + cellSize,
        null,
        persons,
        differencing.ofCells(exact.algorithm()));
    answers.putAll(differencing.answersWithoutOne());
    answers.forEach((answer, count) ->
        out.println(
            "in cells, asked for a sum without one participant: %d answered %s"
                .formatted(count, answer)));
    study.write();
  }

  /// @param epsilon of a session; null: exact
  /// @param histories that the attack was after
  private static void add(
      Study study,
      String attack,
      String sums,
      @Nullable Double epsilon,
      int histories,
      Histories.Score score)
      throws IOException {
    study.add(attack, sums, epsilon, histories, score.exactly(), score.overlap());
  }
}
