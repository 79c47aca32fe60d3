package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Missing;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.StagingView;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sessions of a coordinator whose disk does not hold all contributions: three chunks of 2 MiB from
/// five participants take 36 MiB.
class WindowedSessionTest {
  private static final Rehearsal ALGORITHM = new Rehearsal(3 << 20, 1, 11, 16, false);
  private static final StagingView WINDOWED = new StagingView("windowed", 2, 26 << 20);
  private static final Rehearsal CLOSED = new Rehearsal(3 << 20, 1, 11, 16, true);
  @TempDir private static Path data;
  private static RunningCoordinator coordinator;

  @BeforeAll
  static void start() {
    coordinator = RunningCoordinator.start(data, "--privirec.coordinator.staging-budget=30MB");
  }

  @AfterAll
  static void stop() {
    coordinator.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void session_largerThanTheDisk_isSummedAsItComesIn(boolean closed) throws Exception {
    Rehearsal algorithm = closed ? CLOSED : ALGORITHM;
    TestCohort cohort = TestCohort.rehearsing(coordinator, "large-" + closed, 5, algorithm);
    SessionPlan plan =
        coordinator
            .api()
            .adminPost("/v1/sessions:plan", cohort.rehearsal(algorithm, 1))
            .as(SessionPlan.class);
    assertThat(plan.rounds().getFirst().staging()).isEqualTo(WINDOWED);
    assertThat(plan.coordinatorDiskBytes()).isEqualTo(26 << 20);

    SessionView done = cohort.runToEnd(cohort.start(cohort.rehearsal(algorithm, 1)).id());

    assertThat(done.status()).isEqualTo(Status.COMPLETED);
    assertThat(done.survivors()).isEqualTo(cohort.names());
    assertThat(done.rounds().getFirst().staging()).isEqualTo(WINDOWED);
    assertThat(leftOf(done, "masked-sums")).doesNotExist();
    assertThat(leftOf(done, "blobs")).doesNotExist();
  }

  @Test
  void session_oneLostInItsUpload_isTriedAgainAndNamesIt() {
    TestCohort cohort = TestCohort.rehearsing(coordinator, "again", 5, ALGORITHM);
    TestParticipant lost = cohort.participants().get(2);
    lost.isSilentOn(work -> work.phase().equals("MASKED_INPUT") || work.attempt() == 2);

    SessionView done = cohort.runToEnd(cohort.start(cohort.rehearsal(ALGORITHM, 2)).id());

    assertThat(done.status()).isEqualTo(Status.COMPLETED);
    assertThat(done.rounds())
        .extracting(round -> round.attempt() + " " + round.phase())
        .containsExactly("1 FAILED", "2 DONE");
    assertThat(done.rounds().getFirst().failure().code()).isEqualTo("participant-lost");
    assertThat(done.survivors()).hasSize(4).doesNotContain(lost.name());
    assertThat(done.missing()).containsExactly(new Missing(lost.name(), 0, 2, "ADVERTISE_KEYS"));
  }

  private static Path leftOf(SessionView session, String area) {
    Path directory = data.resolve(area).resolve(session.rounds().getFirst().id());
    assertThat(Files.exists(data.resolve(area))).isTrue();
    return directory;
  }
}
