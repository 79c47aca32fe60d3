package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.coordinator.session.SessionRefusal;
import io.privirec.coordinator.session.SessionRefusal.Reason;
import io.privirec.coordinator.session.TestSessions;
import io.privirec.crypto.digest.Digest;
import io.privirec.wire.PeerFailure;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A session in which a participant reports another participant.
class PeerReportTest {
  private static int cohorts;
  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private final Api api = coordinator.api();
  private TestCohort cohort;
  private TestParticipant reporter;
  private TestParticipant peer;
  private String session;

  @BeforeEach
  void startSession() {
    cohort = TestCohort.ofOneCell(coordinator, "report-" + cohorts++, 3);
    reporter = cohort.participants().get(0);
    peer = cohort.participants().get(1);
    session = cohort.startTiny().id();
  }

  @Test
  void session_ofPeers_failsWithTheReportedCodeAndNamesBoth() {
    TestSessions.report(coordinator, reporter.id(), session, silence(peer.name()));

    SessionView failed = cohort.view(session);
    assertThat(failed.status()).isEqualTo(Status.FAILED);
    assertThat(failed.failure())
        .isEqualTo(
            new SessionView.Failure(
                "peer-silent",
                "%s reports of %s: Sent nothing for step 12"
                    .formatted(reporter.name(), peer.name())));
    TestWait.until("tidied up", () -> cohort.isTidy(session));
    assertThat(reporter.poll(0)).isEmpty();
  }

  @Test
  void session_withNobodyToName_failsWithTheReporter() {
    TestSessions.report(
        coordinator,
        reporter.id(),
        session,
        new PeerFailure("peer-sum-out-of-range", null, "Results differ"));

    assertThat(cohort.view(session).failure())
        .isEqualTo(
            new SessionView.Failure(
                "peer-sum-out-of-range", reporter.name() + " reports: Results differ"));
  }

  @Test
  void report_ofASessionThatIsOver_changesNothing() {
    TestSessions.report(coordinator, reporter.id(), session, silence(peer.name()));
    SessionView failed = cohort.view(session);

    requireRefused(Reason.SESSION_OVER, reporter, silence(peer.name()));
    requireRefused(Reason.SESSION_OVER, peer, silence(reporter.name()));

    assertThat(cohort.view(session).failure()).isEqualTo(failed.failure());
    assertThat(cohort.view(session).finishedAt()).isEqualTo(failed.finishedAt());
    assertThat(post(reporter, silence(peer.name())).problem()).isEqualTo("session-over");
  }

  @Test
  void reports_ofEverybodyAtOnce_endTheSessionOnce() throws Exception {
    AtomicInteger next = new AtomicInteger();

    List<Boolean> ended =
        AtOnce.call(
            3,
            () -> {
              TestParticipant one = cohort.participants().get(next.getAndIncrement());
              try {
                TestSessions.report(coordinator, one.id(), session, silence(peer.name()));
                return true;
              } catch (SessionRefusal refusal) {
                assertThat(refusal.reason()).isEqualTo(Reason.SESSION_OVER);
                return false;
              }
            });

    assertThat(ended).containsOnlyOnce(true);
    assertThat(cohort.view(session).status()).isEqualTo(Status.FAILED);
  }

  @Test
  void outsider_reportingOrReported_changesNothing() {
    TestParticipant stranger = TestParticipant.enrol(api, "report-stranger-" + cohorts++);

    requireRefused(Reason.NOT_IN_COHORT, stranger, silence(peer.name()));
    requireRefused(Reason.UNKNOWN_PARTICIPANT, reporter, silence(stranger.name()));
    assertThat(post(stranger, silence(peer.name())).problem()).isEqualTo("not-in-cohort");
    assertThat(cohort.view(session).status()).isEqualTo(Status.RUNNING);
  }

  /// Who was left out with its cell has nothing to report any more.
  @Test
  void participant_whoseCellWasLeftOut_isAnOutsider() {
    TestCohort cells = TestCohort.ofCells(coordinator, "report-" + cohorts++ + "-", 3, 3);
    SessionView started =
        cells.start(cells.privirecK(TestCohort.TINY, TestCohort.patient(3, "leave-out-cells", 3)));
    cells.dataFor(started);
    TestParticipant gone = cells.participants().getLast();
    gone.isSilentOn(_ -> true);
    cells.runUntil(started.id(), view -> view.cellsLeftOut().size() == 1);
    session = started.id();

    requireRefused(Reason.NOT_IN_COHORT, gone, silence(cells.names().getFirst()));
    requireRefused(
        Reason.UNKNOWN_PARTICIPANT, cells.participants().getFirst(), silence(gone.name()));
  }

  @Test
  void session_whoseParticipantsDoNotMeet_takesNoReport() {
    Api.Answer refused = post(reporter, silence(peer.name()));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.problem()).isEqualTo("session-without-peers");
    assertThat(cohort.view(session).status()).isEqualTo(Status.RUNNING);
    session = "unknown";
    assertThat(post(reporter, silence(peer.name())).problem()).isEqualTo("unknown-session");
  }

  @Test
  void report_brokenOrNotSigned_isRefused() {
    assertThat(post(reporter, new PeerFailure("peer-late", null, "x")).problem())
        .isEqualTo("invalid-value");
    assertThat(post(reporter, new PeerFailure("peer-silent", "No Id", "x")).problem())
        .isEqualTo("invalid-value");
    assertThat(post(reporter, new PeerFailure("peer-silent", null, " ")).problem())
        .isEqualTo("invalid-value");
    assertThat(post(reporter, new PeerFailure("peer-silent", null, "x".repeat(501))).problem())
        .isEqualTo("invalid-value");
    assertThat(post(reporter, new PeerFailure("peer-silent", null, "a\nb")).problem())
        .isEqualTo("invalid-value");
    assertThat(post(reporter, "{\"code\":\"peer-silent\"}").problem()).isEqualTo("invalid-value");
    assertThat(post(reporter, "").problem()).isEqualTo("malformed-request");
    assertThat(post(reporter, "null").problem()).isEqualTo("malformed-request");
    assertThat(post(reporter, "{\"code\":\"peer-silent\",\"x\":1}").problem())
        .isEqualTo("malformed-request");
    String path = path();
    String other = reporter.tokens().issue("POST", api.uri(path), Digest.of(new byte[] {1}));
    assertThat(
            api.send(
                    api.by(other, path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json(silence(peer.name())))))
                .problem())
        .isEqualTo("digest-mismatch");
    assertThat(api.adminPost(path, silence(peer.name())).problem()).isEqualTo("forbidden");
    assertThat(api.post(path, silence(peer.name())).problem()).isEqualTo("unauthenticated");
  }

  private static PeerFailure silence(String of) {
    return new PeerFailure("peer-silent", of, "Sent nothing for step 12");
  }

  private void requireRefused(Reason reason, TestParticipant caller, PeerFailure report) {
    assertThatThrownBy(() -> TestSessions.report(coordinator, caller.id(), session, report))
        .isInstanceOfSatisfying(
            SessionRefusal.class, refusal -> assertThat(refusal.reason()).isEqualTo(reason));
  }

  private String path() {
    return "/v1/sessions/" + session + "/peer-failures";
  }

  private Api.Answer post(TestParticipant caller, PeerFailure report) {
    return post(caller, json(report));
  }

  private static String json(PeerFailure report) {
    return Api.JSON.writeValueAsString(report);
  }

  private Api.Answer post(TestParticipant caller, String json) {
    Digest digest = Digest.of(json.getBytes(StandardCharsets.UTF_8));
    return api.send(
        api.by(caller.tokens().issue("POST", api.uri(path()), digest), path())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }
}
