package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.wire.PriviRecKParameters;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Missing;
import io.privirec.wire.SessionView.Status;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whole sessions of PriviRec-k, driven by participants over HTTP.
class SessionRunTest {
  private static final PriviRecKParameters TINY = new PriviRecKParameters(4, 2, 0.3, 7L, 3, 8);

  @TempDir Path temporary;
  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private final TestCatalogue catalogue = TestCatalogue.ensure(coordinator.api());

  @Test
  void session_everyoneStays_releasesWhatThePlainSumsGive() throws Exception {
    TestCohort cohort = cohort("stay", 3);
    SessionView started = cohort.start(request(cohort, 1, "tolerant"));
    PlainRun plain =
        new PlainRun(catalogue.items(), (PriviRecKParameters) started.parameters(), cohort);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).isEqualTo(Status.PUBLISHED);
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
    assertThat(factorsOf(done)).isEqualTo(plain.factors(cohort.participants(), temporary));
  }

  @Test
  void session_oneLostInEachPhase_sumsTheSurvivorsAndNamesTheLost() throws Exception {
    TestCohort cohort = cohort("lose", 10);
    List<TestParticipant> all = cohort.participants();
    all.get(0).isSilentOn(work -> work.phase().equals("ADVERTISE_KEYS"));
    all.get(1).isSilentOn(work -> work.phase().equals("SHARE_KEYS"));
    all.get(2).isSilentOn(work -> work.phase().equals("MASKED_INPUT"));
    all.get(3)
        .isSilentOn(
            work -> work.phase().equals(work.roundIndex() == 1 ? "CONSISTENCY_CHECK" : "UNMASK"));
    SessionView started = cohort.start(request(cohort, 1, "tolerant"));
    PlainRun plain =
        new PlainRun(catalogue.items(), (PriviRecKParameters) started.parameters(), cohort);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(done.survivors()).isEqualTo(cohort.names().subList(3, 10));
    assertThat(done.missing())
        .containsExactly(
            new Missing(all.get(0).name(), 0, 1, "ADVERTISE_KEYS"),
            new Missing(all.get(1).name(), 0, 1, "SHARE_KEYS"),
            new Missing(all.get(2).name(), 0, 1, "MASKED_INPUT"));
    assertThat(factorsOf(done)).isEqualTo(plain.factors(all.subList(3, 10), temporary));
  }

  @Test
  void session_tooFewInOneAttempt_triesAgainWithEveryoneInvited() throws Exception {
    TestCohort cohort = cohort("again", 3);
    TestParticipant late = cohort.participants().get(1);
    late.isSilentOn(work -> work.attempt() == 1 && work.phase().equals("MASKED_INPUT"));
    SessionView started = cohort.start(request(cohort, 2, "tolerant"));
    PlainRun plain =
        new PlainRun(catalogue.items(), (PriviRecKParameters) started.parameters(), cohort);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).isEqualTo(Status.PUBLISHED);
    assertThat(done.survivors()).isEqualTo(cohort.names());
    assertThat(done.rounds())
        .extracting(round -> round.index() + "/" + round.attempt() + " " + round.phase())
        .containsExactly(
            "0/1 FAILED", "0/2 DONE", "1/1 FAILED", "1/2 DONE", "2/1 FAILED", "2/2 DONE");
    assertThat(factorsOf(done)).isEqualTo(plain.factors(cohort.participants(), temporary));
  }

  @Test
  void session_tooFewInEveryAttempt_failsWithTheReasonAndTheLost() {
    TestCohort cohort = cohort("never", 3);
    TestParticipant gone = cohort.participants().get(2);
    gone.isSilentOn(_ -> true);
    SessionView started = cohort.start(request(cohort, 2, "tolerant"));

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).isEqualTo(Status.FAILED);
    assertThat(done.failure().code()).isEqualTo("too-few-survivors");
    assertThat(done.missing()).containsExactly(new Missing(gone.name(), 0, 2, "ADVERTISE_KEYS"));
    assertThat(done.rounds()).hasSize(2);
    assertThat(done.releaseId()).isNull();
  }

  @Test
  void session_tooFewUnmaskAnswers_failsAndIsNotTriedAgain() {
    TestCohort cohort = cohort("mute", 3);
    cohort.participants().get(0).isSilentOn(work -> work.phase().equals("UNMASK"));
    SessionView started = cohort.start(request(cohort, 3, "tolerant"));

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).isEqualTo(Status.FAILED);
    assertThat(done.failure().code()).isEqualTo("below-threshold");
    assertThat(done.rounds()).hasSize(1);
  }

  @Test
  void session_strictAndOneLostAfterTheFirstRound_fails() {
    TestCohort cohort = cohort("strict", 10);
    cohort.participants().get(4).isSilentOn(work -> work.roundIndex() == 1);
    SessionView started = cohort.start(request(cohort, 1, "strict"));
    new PlainRun(catalogue.items(), (PriviRecKParameters) started.parameters(), cohort);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).isEqualTo(Status.FAILED);
    assertThat(done.failure().code()).isEqualTo("participant-lost");
  }

  /// As participants of a strict session do, of whom none opens a sum that somebody is missing
  /// from.
  @Test
  void session_strictAndNobodyOpensWhatIsNotWhole_namesTheLossAndNotTheSilence() {
    TestCohort cohort = cohort("whole", 5);
    cohort
        .participants()
        .forEach(each ->
            each.isSilentOn(work -> work.roundIndex() == 1 && work.phase().equals("UNMASK")));
    TestParticipant lost = cohort.participants().get(2);
    lost.isSilentOn(work -> work.roundIndex() == 1 && work.phase().equals("MASKED_INPUT"));
    SessionView started = cohort.start(request(cohort, 1, "strict"));
    new PlainRun(catalogue.items(), (PriviRecKParameters) started.parameters(), cohort);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).isEqualTo(Status.FAILED);
    assertThat(done.failure().code()).isEqualTo("participant-lost");
    assertThat(done.missing()).containsExactly(new Missing(lost.name(), 1, 1, "MASKED_INPUT"));
  }

  @Test
  void session_cancelled_takesNoMoreMessages() {
    TestCohort cohort = cohort("stop", 3);
    TestParticipant first = cohort.participants().getFirst();
    SessionView started = cohort.start(request(cohort, 1, "tolerant"));
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
    assertThat(first.post(round, "advertisement", advertisement).problem())
        .isEqualTo("session-over");
    assertThat(first.poll(0)).isEmpty();
  }

  private TestCohort cohort(String prefix, int size) {
    return new TestCohort(coordinator, TestParticipant.enrolAll(coordinator.api(), prefix, size));
  }

  private static SessionRequest request(TestCohort cohort, int attempts, String lost) {
    return new SessionRequest("privirec-k", TINY, cohort.names(), cohort.patient(attempts, lost));
  }

  private byte[] factorsOf(SessionView done) {
    return coordinator
        .api()
        .get("/v1/releases/" + done.releaseId() + "/files/factors.safetensors")
        .bytes();
  }
}
