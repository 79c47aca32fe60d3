package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseView;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Missing;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.FedPowerParameters;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.RowParameters;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whole sessions of PriviRec-k, driven by participants over HTTP.
class SessionRunTest {
  private static final PriviRecKParameters TINY = PriviRecKParameters.gfCf(4, 2, 0.3, 7L, 3, 8);

  @TempDir Path temporary;
  private final RunningCoordinator coordinator = RunningCoordinator.shared();

  @Test
  void session_everyoneThere_releasesWhatThePlainSumsGive() throws Exception {
    TestCohort cohort = TestCohort.ofCells(coordinator, "stay", 3, 4);
    SessionView started = start(cohort, TestCohort.patient(1));
    PlainRun plain = cohort.dataFor(started);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).isEqualTo(Status.PUBLISHED);
    assertThat(done.roundKind()).isEqualTo("closed");
    assertThat(done.keyAgreement()).isEqualTo("x25519-mlkem768");
    assertThat(done.onMissing()).isEqualTo("wait");
    assertThat(done.cells()).hasSize(2);
    assertThat(done.cohort()).isEqualTo(cohort.names());
    assertThat(done.survivors()).isEqualTo(cohort.names());
    assertThat(done.missing()).isEmpty();
    assertThat(done.rounds()).hasSize(3).allMatch(round -> round.phase().equals("DONE"));
    assertThat(done.stages())
        .containsKeys(
            "round item-degrees",
            "round power-iteration-2",
            "step item-degrees",
            "fold",
            "publish");
    assertThat(done.seconds()).isPositive();
    assertThat(cohort.factorsOf(done)).isEqualTo(plain.factors(cohort.participants(), temporary));
    ReleaseManifest manifest = manifestOf(done);
    assertThat(manifest.formatVersion()).isEqualTo(ReleaseManifest.FORMAT_VERSION);
    assertThat(manifest.participants()).isEqualTo(7);
    assertThat(manifest.cells()).isEqualTo(done.cells());
    assertThat(manifest.rosterVersion()).isEqualTo(done.rosterVersion());
    assertThat(manifest.cellsLeftOut()).isEmpty();
    assertThat(manifest.smallestAtom()).isEqualTo(3);
  }

  @Test
  void session_thatAsksForX25519_releasesWhatThePlainSumsGive() throws Exception {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "classical", 3);
    SessionPolicy policy =
        new SessionPolicy(Duration.ofHours(1), 1, null, null, null, null, null, "x25519");
    SessionView started = start(cohort, policy);
    PlainRun plain = cohort.dataFor(started);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(done.keyAgreement()).isEqualTo("x25519");
    assertThat(cohort.factorsOf(done)).isEqualTo(plain.factors(cohort.participants(), temporary));
  }

  /// A release says how many sums it rests on, and not how many there might have been.
  @Test
  void session_thatEndsBeforeItsRounds_saysHowManyItHad() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "few-rounds", 3);
    FedPowerParameters any =
        FedPowerParameters.of(RowParameters.DEFAULT.withKind("interactions"))
            .withFactors(
                PowerParameters.DEFAULT
                    .withK(2)
                    .withOversampling(0)
                    .withLocalSteps(1)
                    .withRounds(5)
                    .withSeed(7L))
            .withTolerance(100.)
            .withTopN(8)
            .withMinSupport(1);
    SessionView started =
        cohort.start(
            new SessionRequest(
                FedPowerParameters.ALGORITHM,
                any,
                SessionRequest.NO_NOISE,
                cohort.names(),
                null,
                TestCohort.patient(1)));
    cohort.dataFor(started);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(done.rounds())
        .extracting(SessionView.RoundView::name)
        .containsExactly("item-degrees", "federated-power-1", "ritz-matrix");
    assertThat(manifestOf(done).rounds()).isEqualTo(3);
  }

  @Test
  void session_oneAwayForTwoDeadlinesAndBack_completesWithEverybody() throws Exception {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "back", 4);
    TestParticipant away = cohort.participants().get(1);
    away.isSilentOn(work -> work.attempt() != 2 || work.phase().equals("MASKED_INPUT"));
    SessionView started = start(cohort, TestCohort.patient(3));
    PlainRun plain = cohort.dataFor(started);

    SessionView waiting = cohort.runUntil(started.id(), view -> view.rounds().size() == 3);
    assertThat(waiting.missing()).containsExactly(new Missing(away.name(), 0, 2, "MASKED_INPUT"));
    TestWait.until(
        "the metric names it",
        () ->
            coordinator
                .api()
                .get("/actuator/prometheus")
                .text()
                .contains(
                    "privirec_participants_missing{participant=\"%s\"} 1.0"
                        .formatted(away.name())));
    away.isSilentOn(_ -> false);
    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(done.missing()).isEmpty();
    assertThat(done.survivors()).isEqualTo(cohort.names());
    assertThat(done.rounds().subList(0, 3))
        .extracting(round -> round.index() + "/" + round.attempt() + " " + round.phase())
        .containsExactly("0/1 FAILED", "0/2 FAILED", "0/3 DONE");
    assertThat(cohort.factorsOf(done)).isEqualTo(plain.factors(cohort.participants(), temporary));
    assertThat(coordinator.api().get("/actuator/prometheus").text())
        .contains("privirec_participants_missing{participant=\"%s\"} 0.0".formatted(away.name()));
  }

  @Test
  void session_oneAwayForGood_failsAndNamesIt() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "never", 3, 3);
    TestParticipant gone = cohort.participants().get(2);
    gone.isSilentOn(_ -> true);
    SessionView started = start(cohort, TestCohort.patient(2));

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).isEqualTo(Status.FAILED);
    assertThat(done.failure().code()).isEqualTo("participant-missing");
    assertThat(done.failure().detail()).contains(gone.name()).contains("attempt 2 was the last");
    assertThat(done.missing()).containsExactly(new Missing(gone.name(), 0, 2, "ADVERTISE_KEYS"));
    assertThat(done.survivors()).isEmpty();
    assertThat(done.rounds()).hasSize(2);
    assertThat(done.releaseId()).isNull();
  }

  @Test
  void session_leaveOutCells_goesOnWithoutTheWholeCellOfTheMissing() throws Exception {
    TestCohort cohort = TestCohort.ofCells(coordinator, "shrink", 3, 4, 3);
    TestParticipant gone = cohort.participants().get(4);
    gone.isSilentOn(work -> work.phase().equals("MASKED_INPUT"));
    SessionView started = start(cohort, TestCohort.patient(3, "leave-out-cells", null));
    List<TestParticipant> left = new ArrayList<>(cohort.participants());
    left.subList(3, 7).clear();
    PlainRun plain = cohort.dataFor(started);
    assertThat(started.minParticipants()).isEqualTo(3);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(done.cells()).containsExactly(started.cells().get(0), started.cells().get(2));
    assertThat(done.cellsLeftOut()).containsExactly(started.cells().get(1));
    assertThat(done.cohort()).isEqualTo(left.stream().map(TestParticipant::name).toList());
    assertThat(done.missing()).containsExactly(new Missing(gone.name(), 0, 1, "MASKED_INPUT"));
    assertThat(cohort.factorsOf(done)).isEqualTo(plain.factors(left, temporary));
    assertThat(manifestOf(done).participants()).isEqualTo(6);
    assertThat(manifestOf(done).cellsLeftOut()).isEqualTo(done.cellsLeftOut());
  }

  @Test
  void session_leaveOutCellsAndTooFewWouldBeLeft_waitsAndFails() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "floor", 3, 4);
    cohort.participants().getLast().isSilentOn(_ -> true);
    SessionView started = start(cohort, TestCohort.patient(2, "leave-out-cells", 4));

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.failure().code()).isEqualTo("participant-missing");
    assertThat(done.rounds()).hasSize(2);
    assertThat(done.cellsLeftOut()).isEmpty();
    assertThat(done.cohort()).isEqualTo(cohort.names());
  }

  @Test
  void session_leaveOutCellsAndTheKeyHolderIsMissing_waitsAndFails() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "keyed", 4, 3);
    waitsForTheLast(cohort, cohort.participants().getLast());
  }

  /// Of the three that would be left the key holder would have one other's noise.
  @Test
  void session_leaveOutCellsAndTooFewForTheKeyHolderWouldBeLeft_waitsAndFails() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "few-left", 3, 3);
    waitsForTheLast(cohort, cohort.participants().getFirst());
  }

  private static void waitsForTheLast(TestCohort cohort, TestParticipant keyHolder) {
    cohort.participants().getLast().isSilentOn(_ -> true);
    UtilityFedPowerParameters usual = UtilityFedPowerParameters.DEFAULT;
    UtilityFedPowerParameters asked =
        usual
            .withFactors(
                PowerParameters.DEFAULT
                    .withK(2)
                    .withOversampling(0)
                    .withLocalSteps(1)
                    .withRounds(1)
                    .withSeed(1L))
            .withKeyHolder(keyHolder.name());
    SessionView started =
        cohort.start(
            new SessionRequest(
                UtilityFedPowerParameters.ALGORITHM,
                asked,
                SessionRequest.NO_NOISE,
                cohort.names(),
                null,
                TestCohort.patient(2, "leave-out-cells", null)));

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.failure().code()).isEqualTo("participant-missing");
    assertThat(done.rounds()).hasSize(2);
    assertThat(done.cellsLeftOut()).isEmpty();
  }

  @Test
  void session_leaveOutCellsAfterTheFirstSum_waitsAndFails() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "later", 3, 3);
    TestParticipant gone = cohort.participants().getFirst();
    gone.isSilentOn(work -> work.roundIndex() == 1);
    SessionView started = start(cohort, TestCohort.patient(2, "leave-out-cells", null));
    cohort.dataFor(started);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).isEqualTo(Status.FAILED);
    assertThat(done.failure().code()).isEqualTo("participant-missing");
    assertThat(done.failure().detail()).contains(gone.name());
    assertThat(done.cells()).isEqualTo(started.cells());
    assertThat(done.survivors()).isEqualTo(cohort.names());
    assertThat(done.missing()).containsExactly(new Missing(gone.name(), 1, 2, "ADVERTISE_KEYS"));
  }

  @Test
  void session_rosterSuperseded_failsAtOnce() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "aged", 3);
    SessionView started = start(cohort, TestCohort.patient(3));
    cohort.participants().getFirst().poll(20);

    TestRosters.supersede(coordinator.api());

    TestWait.until("over", () -> cohort.view(started.id()).status() == Status.FAILED);
    assertThat(cohort.view(started.id()).failure().code()).isEqualTo("roster-superseded");
  }

  @Test
  void session_cancelled_takesNoMoreMessages() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "stop", 3);
    TestParticipant first = cohort.participants().getFirst();
    SessionView started = start(cohort, TestCohort.patient(1));
    String round = first.poll(20).getFirst().roundId();
    ParticipantMessage advertisement = first.join(round);
    cohort.participants().forEach(participant -> participant.isSilentOn(_ -> true));

    SessionView cancelled =
        coordinator
            .api()
            .adminPost("/v1/sessions/" + started.id() + ":cancel", "")
            .as(SessionView.class);
    cohort.runUntil(
        started.id(), view -> view.rounds().stream().allMatch(r -> r.phase().equals("FAILED")));

    assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);
    assertThat(first.post(round, advertisement).problem()).isEqualTo("session-over");
    assertThat(first.poll(0)).isEmpty();
  }

  private static SessionView start(TestCohort cohort, SessionPolicy policy) {
    return cohort.start(cohort.privirecK(TINY, policy));
  }

  private ReleaseManifest manifestOf(SessionView done) {
    return coordinator
        .api()
        .get("/v1/releases/" + done.releaseId())
        .as(ReleaseView.class)
        .manifest();
  }
}
