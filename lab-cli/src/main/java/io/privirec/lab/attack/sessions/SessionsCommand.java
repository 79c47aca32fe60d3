package io.privirec.lab.attack.sessions;

import io.privirec.exposure.Limits;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.session.UserSplit;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.Lifecycle;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lab attack sessions`.
@Command(
    name = "sessions",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts a coordinator and client-services, runs sessions of privirec in a row over two"
          + " snapshots, and attacks them: the coordinator with the colluders of the claim, the"
          + " coordinator with all participants but two, a participant, and a reader of releases."
          + " The noise and the users' integers of all sums are measured beside the claims.",
      "Exit status: 0, 1 if a claim does not hold or no session was published, 2 for an option or a"
          + " data file that cannot be used."
    })
public final class SessionsCommand implements Callable<Integer> {
  private static final long DECODER_MEMORY = 1L << 30;
  private static final int USERS_OF_ROW = 10;

  @Mixin private SeriesSettings settings = new SeriesSettings();

  @Mixin private JsonOption json = new JsonOption();

  /// The JSON report.
  ///
  /// @param sessions how each session ended
  /// @param audit of the sessions with noise
  /// @param read of the sessions without noise, by snapshot
  record Report(
      String dataset,
      int users,
      int items,
      String settings,
      List<SessionSeries.Outcome> sessions,
      AuditReport audit,
      List<ExactReading.Score> read) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    settings.check();
    json.clear();
    Dataset dataset = dataset();
    int[] users = users(dataset);
    SeriesData data =
        new SeriesData(
            dataset, users, settings.participants, settings.changed / 100, settings.seed);
    Terminal terminal = Terminal.ofThisProcess();
    RunDirectory directory = RunDirectory.temporary();
    return new Lifecycle(directory, terminal)
        .run((supervisor, _) -> {
          terminal.line(
              "attack    %s: %,d users, %,d items, %d participants; logs are below %s"
                  .formatted(
                      dataset.name(),
                      users.length,
                      dataset.items(),
                      settings.participants,
                      directory.path()));
          Limits limits =
              new Limits(Duration.ofSeconds(settings.decoderSeconds), DECODER_MEMORY, USERS_OF_ROW);
          SessionsAudit audit =
              new SessionsAudit(data.federation(), limits, settings.standardErrors);
          ExactReading reading = new ExactReading(data.federation());
          List<SessionSeries.Outcome> outcomes =
              new SessionSeries(settings, data, directory, supervisor, terminal)
                  .run(audit, reading);
          AuditReport report = audit.report();
          List<ExactReading.Score> read = reading.read(limits);
          report.lines().forEach(terminal::line);
          read.forEach(score -> terminal.line(score.line()));
          json.write(
              new Report(
                  dataset.name(),
                  users.length,
                  dataset.items(),
                  settings.settings.toString(),
                  outcomes,
                  report,
                  read));
          boolean isPublished = outcomes.stream().anyMatch(SessionSeries.Outcome::isPublished);
          return isPublished && report.findings().isEmpty() ? Lifecycle.OK : Lifecycle.FAILED;
        });
  }

  private Dataset dataset() {
    Dataset dataset =
        settings.data == null
            ? SyntheticDataset.generate(settings.seed)
            : DataOption.read(settings.data, settings.format.format());
    return settings.allInteractions ? whole(dataset) : dataset;
  }

  private static Dataset whole(Dataset dataset) {
    InteractionMatrix train = dataset.train();
    int[] offsets = new int[train.users() + 1];
    int[] columns = new int[train.interactions() + dataset.test().interactions()];
    for (int user = 0; user < train.users(); user++) {
      TreeSet<Integer> history = new TreeSet<>();
      Arrays.stream(train.row(user)).forEach(history::add);
      Arrays.stream(dataset.test().row(user)).forEach(history::add);
      offsets[user + 1] = offsets[user] + history.size();
      int at = offsets[user];
      for (int item : history) {
        columns[at++] = item;
      }
    }
    return Dataset.of(
        dataset.name(),
        dataset.userIds(),
        dataset.itemIds(),
        RatingMatrix.of(InteractionMatrix.of(train.users(), train.items(), offsets, columns)),
        RatingMatrix.of(
            InteractionMatrix.of(
                train.users(), train.items(), new int[train.users() + 1], new int[0])));
  }

  private int[] users(Dataset dataset) {
    int[] all = HistoryRequests.users(dataset).toArray();
    int count = settings.users == null ? all.length : settings.users;
    if (count < settings.participants || count > all.length) {
      throw new InvalidOptionException(
          "--users must be in [%d, %d]. Provided value: %d"
              .formatted(settings.participants, all.length, count));
    }
    int[] shuffled = UserSplit.deal(all, 1, settings.seed).getFirst();
    return Arrays.stream(shuffled).limit(count).sorted().toArray();
  }
}
