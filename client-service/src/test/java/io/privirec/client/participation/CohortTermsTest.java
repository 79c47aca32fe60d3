package io.privirec.client.participation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.OnMissing;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Which rounds go on from what was consented to.
class CohortTermsTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final ParticipantId SELF = new ParticipantId("p00");
  private static final RosterReference ROSTER = new RosterReference(7, Digest.of(new byte[1]));
  private static final PriviRecK ALGORITHM = new PriviRecK(30, 4, 2, 0.3, 1, 4, 30);
  private static final List<CohortMember> MEMBERS =
      IntStream.range(0, 9)
          .mapToObj(n ->
              new CohortMember(
                  new ParticipantId(String.format(Locale.ROOT, "p%02d", n)),
                  IdentityKeyPair.generate(RANDOM).publicKey()))
          .toList();

  private static final CohortTerms WAITS =
      new CohortTerms.Closed(ROSTER, List.of(1, 2, 3), OnMissing.WAIT, 9, 3);
  private static final CohortTerms SHRINKS =
      new CohortTerms.Closed(ROSTER, List.of(1, 2, 3), OnMissing.LEAVE_OUT_CELLS, 6, 3);

  private static RoundRecord record(int index, RosterReference roster, Integer... cells) {
    List<CohortMember> cohort = MEMBERS.subList(0, 3 * cells.length);
    return record(index, new RoundKind.Closed(roster, List.of(cells)), cohort);
  }

  private static RoundRecord record(int index, RoundKind kind, List<CohortMember> cohort) {
    return new RoundRecord(
        RoundId.random(RANDOM),
        "s",
        index,
        1,
        cohort,
        kind,
        KeyAgreement.X25519,
        ALGORITHM.algorithm().specs().get(index).vector(),
        Digest.of(),
        Digest.of(),
        Digest.of());
  }

  private static final Instant AS_OF = Instant.parse("2026-01-02T03:04:05.678Z");

  private static RoundStanding joined(int index, int attempt, Integer... cells) {
    return new RoundStanding(
        new RoundKey(new SessionId("s"), SELF, RoundId.random(RANDOM), index, attempt),
        "item-degrees",
        31,
        List.of(cells),
        Set.of(),
        3,
        "CONTRIBUTED",
        Optional.empty(),
        0,
        0);
  }

  private static void accepts(CohortTerms terms, RoundRecord record, RoundStanding... joined)
      throws RefusedException {
    terms.check(record, List.of(joined));
  }

  private static void refuses(
      CohortTerms terms, Refusal reason, RoundRecord record, RoundStanding... joined) {
    assertThatThrownBy(() -> terms.check(record, List.of(joined)))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void sessionThatWaits_isOverExactlyTheCellsConsentedTo() throws RefusedException {
    accepts(WAITS, record(0, ROSTER, 1, 2, 3));
    accepts(WAITS, record(1, ROSTER, 1, 2, 3), joined(0, 1, 1, 2, 3));
    refuses(WAITS, Refusal.COHORT_CHANGED, record(0, ROSTER, 1, 2));
    refuses(WAITS, Refusal.COHORT_CHANGED, record(0, ROSTER, 1, 2), joined(0, 1, 1, 2, 3));
  }

  @Test
  void sessionThatLeavesOut_goesOnOverFewerCellsBeforeItsFirstSumOnly() throws RefusedException {
    accepts(SHRINKS, record(0, ROSTER, 1, 2, 3));
    accepts(SHRINKS, record(0, ROSTER, 1, 2));
    accepts(SHRINKS, record(0, ROSTER, 1, 3), joined(0, 1, 1, 2, 3));
    accepts(SHRINKS, record(1, ROSTER, 1, 3), joined(0, 1, 1, 2, 3), joined(0, 2, 1, 3));
    refuses(SHRINKS, Refusal.COHORT_CHANGED, record(1, ROSTER, 1, 3), joined(0, 1, 1, 2, 3));
    refuses(
        SHRINKS,
        Refusal.COHORT_CHANGED,
        record(0, ROSTER, 1, 3),
        joined(0, 1, 1, 2, 3),
        joined(1, 1, 1, 2, 3));
  }

  /// Each other cohort has other noise.
  @Test
  void sessionThatLeavesOut_hasNoMoreCohortsThanAttempts() throws RefusedException {
    CohortTerms once =
        new CohortTerms.Closed(ROSTER, List.of(1, 2, 3), OnMissing.LEAVE_OUT_CELLS, 6, 1);
    accepts(once, record(0, ROSTER, 1, 2, 3), joined(0, 1, 1, 2, 3));
    accepts(once, record(0, ROSTER, 1, 2));
    refuses(once, Refusal.ATTEMPTS_EXCEEDED, record(0, ROSTER, 1, 2), joined(0, 1, 1, 2, 3));
  }

  @Test
  void sessionThatLeavesOut_takesNoCellBackInAndKeepsAsManyAsConsentedTo() {
    refuses(SHRINKS, Refusal.COHORT_CHANGED, record(0, ROSTER, 1, 2, 3), joined(0, 1, 1, 2));
    refuses(SHRINKS, Refusal.COHORT_CHANGED, record(0, ROSTER, 1, 4));
    refuses(SHRINKS, Refusal.COHORT_CHANGED, record(0, ROSTER, 1));
  }

  /// The numbers of attempts are the coordinator's word. With three cohorts of two cells and more,
  /// sums would tell each cell alone.
  @Test
  void sessionThatLeavesOut_takesNoCellBackIn_whateverAttemptsAreNumbered() {
    refuses(
        SHRINKS,
        Refusal.COHORT_CHANGED,
        record(0, ROSTER, 1, 3),
        joined(0, 1, 1, 2),
        joined(0, 3, 1, 2, 3));
  }

  @Test
  void roundOfAnotherRoster_isRefused() {
    RosterReference newer = new RosterReference(8, ROSTER.digest());
    RosterReference forked = new RosterReference(7, Digest.of(new byte[2]));
    refuses(WAITS, Refusal.ROSTER_SUPERSEDED, record(0, newer, 1, 2, 3));
    refuses(WAITS, Refusal.ROSTER_SUPERSEDED, record(0, forked, 1, 2, 3));
  }

  @Test
  void roundOfTheOtherKind_isRefused() throws RefusedException {
    RoundRecord tolerant =
        record(
            0,
            new RoundKind.Tolerant(Thresholds.of(ThreatModel.SEMI_MALICIOUS, MEMBERS.size())),
            MEMBERS);
    refuses(WAITS, Refusal.EXACT_SUM_NOT_CLOSED, tolerant);
    accepts(new CohortTerms.Tolerant(9, 3), tolerant);
    refuses(new CohortTerms.Tolerant(9, 3), Refusal.POLICY_MISMATCH, record(0, ROSTER, 1, 2, 3));
  }

  @Test
  void digest_bindsHowFarTheCohortMayShrink() {
    CohortTerms fewer = new CohortTerms.Closed(ROSTER, List.of(1), OnMissing.WAIT, 8, 3);
    assertThat(WAITS.digest(ALGORITHM.algorithm(), AS_OF))
        .isNotEqualTo(SHRINKS.digest(ALGORITHM.algorithm(), AS_OF));
    assertThat(fewer.digest(ALGORITHM.algorithm(), AS_OF))
        .isNotEqualTo(WAITS.digest(ALGORITHM.algorithm(), AS_OF));
  }

  @Test
  void digest_bindsWhichSnapshotsTheSessionIsOver() {
    for (CohortTerms terms : List.of(WAITS, new CohortTerms.Tolerant(9, 3))) {
      assertThat(terms.digest(ALGORITHM.algorithm(), AS_OF.plusMillis(1)))
          .isNotEqualTo(terms.digest(ALGORITHM.algorithm(), AS_OF));
    }
  }
}
