package io.privirec.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.lab.fedpower.RevealedNoise;
import io.privirec.lab.run.Sessions;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.roster.Colluders;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Failure;
import io.privirec.wire.SessionView.RoundView;
import io.privirec.wire.SessionView.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionAuditTest {
  private static final List<Integer> BOTH = List.of(1, 2);
  private static final Failure LOST = new Failure("too-few-survivors", "gone");
  private static final Failure MISSING = new Failure("participant-missing", "participant-03");
  private final Findings findings = new Findings(_ -> {});
  @TempDir private Path directory;

  private void check(SessionView session) {
    audit().check(session, 0);
  }

  private SessionAudit audit() {
    return new SessionAudit(
        new CampaignData(SyntheticDataset.generate(1), 6, 3, 1),
        new Cells(2),
        directory,
        IdentityKeyPair.fromSeed(SecretBytes.copyOf(new byte[32])).publicKey(),
        nothingRevealed(),
        directory,
        findings);
  }

  private static RevealedNoise nothingRevealed() {
    try {
      return RevealedNoise.of(List.of());
    } catch (IOException e) {
      throw new UncheckedIOException("there is no database to ask", e);
    }
  }

  @Test
  void minSurvivors_everySmallCohort_isThatOfTheProtocol() {
    for (int cohort = 3; cohort <= 64; cohort++) {
      for (int colluders : new int[] {0, 1, Colluders.of(cohort)}) {
        assertThat(SessionAudit.minSurvivors(cohort, colluders))
            .as("cohort of %d, %d colluders", cohort, colluders)
            .isEqualTo(
                Thresholds.withstanding(ThreatModel.SEMI_MALICIOUS, cohort, colluders)
                    .minSurvivors());
      }
    }
  }

  @Test
  void check_tooFewSurvivors_isAFailureThatAKillCanHave() {
    check(Sessions.view(Status.FAILED, LOST, Sessions.round(0, 1, "FAILED", List.of(), LOST)));
    assertThat(findings.none()).isTrue();
  }

  @Test
  void check_participantLost_isAFailureOfWindowedRoundsOnly() {
    Failure lost = new Failure("participant-lost", "gone");
    for (String staging : List.of("windowed", "full-spool")) {
      assertThat(findings.none()).isTrue();
      check(
          Sessions.view(
              Status.FAILED, lost, Sessions.round(0, 1, "FAILED", staging, List.of(), lost)));
    }
    assertThat(findings.of(Invariant.FAILURES_NAMED)).hasSize(2);
  }

  @Test
  void check_participantMissing_isAFailureOfClosedSessionsOnly() {
    RoundView failed = Sessions.round(0, 1, "FAILED", List.of(), MISSING);
    check(Sessions.closed(Status.FAILED, "wait", BOTH, List.of(), MISSING, failed));
    assertThat(findings.none()).isTrue();
    check(Sessions.view(Status.FAILED, MISSING, failed));
    assertThat(findings.of(Invariant.FAILURES_NAMED)).hasSize(2);
  }

  @Test
  void check_sumOfPartOfACell_isAFinding() {
    List<String> everybody = everybody();
    RoundView whole = Sessions.round(0, 1, "DONE", everybody, null);
    RoundView part = Sessions.round(1, 1, "DONE", everybody.subList(1, 6), null);
    check(Sessions.closed(Status.FAILED, "wait", BOTH, List.of(), MISSING, whole));
    assertThat(findings.none()).isTrue();
    check(Sessions.closed(Status.FAILED, "wait", BOTH, List.of(), MISSING, whole, part));
    assertThat(findings.of(Invariant.WHOLE_CELLS)).hasSize(1);
  }

  @Test
  void check_cellLeftOutByASessionThatWaits_isAFinding() {
    List<Integer> second = List.of(2);
    check(Sessions.closed(Status.FAILED, "leave-out-cells", List.of(1), second, MISSING));
    assertThat(findings.none()).isTrue();
    check(Sessions.closed(Status.FAILED, "wait", List.of(1), second, MISSING));
    check(Sessions.closed(Status.FAILED, "leave-out-cells", BOTH, second, MISSING));
    assertThat(findings.of(Invariant.LEFT_OUT_BY_POLICY)).hasSize(2);
  }

  private static List<String> everybody() {
    return IntStream.range(0, 6).mapToObj(Cohort::participant).toList();
  }

  @Test
  void checkSuccess_halfOfThoseThatEnded_isEnough() {
    SessionView published = Sessions.view(Status.PUBLISHED, null);
    SessionView rehearsed = Sessions.view(Status.COMPLETED, null);
    SessionView failed = Sessions.view(Status.FAILED, LOST);
    SessionView running = Sessions.view(Status.RUNNING, null);
    audit().checkSuccess(List.of());
    audit().checkSuccess(List.of(published, rehearsed, failed, failed, running));
    assertThat(findings.none()).isTrue();
    audit().checkSuccess(List.of(published, rehearsed, failed, failed, failed));
    assertThat(findings.of(Invariant.SESSIONS_SUCCEED)).containsExactly("2 of 5 sessions");
  }

  @Test
  void check_anyOtherFailure_isAFinding() {
    Failure defect = new Failure("internal-error", "see the log");
    check(Sessions.view(Status.FAILED, defect));
    assertThat(findings.of(Invariant.FAILURES_NAMED)).hasSize(1);
  }

  @Test
  void check_sumOverTooFew_isAFinding() {
    check(
        Sessions.view(
            Status.FAILED,
            LOST,
            Sessions.round(0, 1, "DONE", Sessions.COHORT.subList(0, 2), null)));
    assertThat(findings.of(Invariant.SURVIVORS_ENOUGH)).hasSize(1);
  }

  @Test
  void check_failedSessionWithARelease_isAFinding() throws IOException {
    Files.createDirectories(directory.resolve("r-s1"));
    check(Sessions.view(Status.FAILED, LOST));
    assertThat(findings.of(Invariant.FAILED_PUBLISH_NOTHING)).hasSize(1);
  }

  @Test
  void check_releaseThatIsNotSigned_isAFinding() {
    check(
        Sessions.view(
            Status.PUBLISHED, null, Sessions.round(0, 1, "DONE"), Sessions.round(1, 1, "DONE")));
    assertThat(findings.of(Invariant.RELEASES_VERIFY)).hasSize(1);
  }
}
