package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.FileFormat;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.lab.SharedData;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.option.DataOption;
import io.privirec.serving.release.ReleaseDownloader;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A year of retraining on running services. Requests state nothing but the algorithm and the
/// cohort, and holders have the limits of the default. All sessions run within one period.
class RetrainingIT {
  private static final int PARTICIPANTS = 10;

  /// ε of a holder's period, by default.
  private static final double LIMIT = 8;

  @TempDir private Path home;

  /// @param epsilon that the plan of each session proposes
  /// @param quality of each release, at least so many times that of popular items
  @ParameterizedTest
  @CsvSource({"4, 3, 1.3", "12, 1.99, 1.1"})
  void sessionsOfAYear_runWithinTheDefaultLimits(int sessions, double epsilon, double quality)
      throws Exception {
    assumeTrue(Boolean.getBoolean("tests.long"), "skipped: part of the long tests");
    Path data = SharedData.find("ml-100k").orElse(null);
    assumeTrue(data != null, "skipped: MovieLens 100K is not in ../shared/data");
    Dataset dataset = DataOption.read(Objects.requireNonNull(data), FileFormat.GUESSED);
    Map<String, String> schedule =
        Map.of("privirec.coordinator.privacy.sessions-per-period", String.valueOf(sessions));
    try (TestServices services = new TestServices(1, schedule, Map.of());
        ReleaseDownloader releases = services.releases(home.resolve("releases"))) {
      Cohort cohort = services.enrol(dataset.itemIds(), PARTICIPANTS, Cells.ONE);
      for (int p = 0; p < PARTICIPANTS; p++) {
        services.deployment().clientOf(p).importInteractions(cohort.ids().get(p), csv(dataset, p));
      }
      SessionRequest request = new SessionRequest("privirec", null, null, cohort.ids(), null, null);
      double popularity = new LocalEvaluation(new TestUsers(dataset)).popularity().ndcg();
      double spent = 0;
      for (int session = 1; session <= sessions; session++) {
        SessionPlan plan = services.coordinator().plan(request);
        String id = services.coordinator().start(request).id();
        SessionView view = services.await(id, each -> each.releaseId() != null);
        assertThat(view.failure()).as("session %d", session).isNull();
        double ndcg = ndcg(dataset, releases.fetch(String.valueOf(view.releaseId())));
        SessionPlan.PrivacyPlan privacy = Objects.requireNonNull(plan.privacy());
        System.out.printf(
            "session %d of %d: epsilon %.3f, of the period %.3f, NDCG@20 %.4f (popular items %.4f)%n",
            session, sessions, privacy.epsilon(), privacy.epsilonPeriod(), ndcg, popularity);
        assertThat(ndcg).as("session %d", session).isGreaterThan(quality * popularity);
        assertThat(privacy.epsilon()).as("session %d", session).isCloseTo(epsilon, within(.01));
        assertThat(privacy.epsilonPeriod()).as("session %d", session).isBetween(spent, LIMIT);
        spent = privacy.epsilonPeriod();
      }
    }
  }

  private static double ndcg(Dataset dataset, VerifiedRelease release) throws Exception {
    long[] counts = ItemDegreesFile.read(release.directory().resolve(ItemDegreesFile.NAME));
    LocalEvaluation local = new LocalEvaluation(new TestUsers(dataset, counts));
    return Quality.of(
            local.metrics(local.foldedLists(release.directory().resolve(ReleaseManifest.FILTER))))
        .ndcg();
  }

  private static byte[] csv(Dataset dataset, int participant) {
    StringBuilder csv = new StringBuilder("user,item\n");
    for (int user = participant; user < dataset.users(); user += PARTICIPANTS) {
      for (int item : dataset.train().row(user)) {
        csv.append(dataset.userIds().get(user))
            .append(',')
            .append(dataset.itemIds().get(item))
            .append('\n');
      }
    }
    return csv.toString().getBytes(StandardCharsets.UTF_8);
  }
}
