package io.privirec.client.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.privirec.client.consent.Trust;
import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.RoundKey;
import io.privirec.client.participation.RoundStanding;
import io.privirec.client.participation.SessionId;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.Algorithm;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Survivors.Step;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Rounds of a tolerant session. The eighth of eight holders left the cells. The claim counts a
/// single colluder and the roster counts two, so a sum needs five holders.
class TolerantRoundsTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final AlgorithmParameters REHEARSAL =
      RehearsalParameters.DEFAULT
          .withElements(10L)
          .withRounds(1)
          .withSeed(1L)
          .withRingBits(32)
          .withRoundKind("tolerant");
  private static final List<CohortMember> ALL =
      IntStream.range(0, 8)
          .mapToObj(n ->
              new CohortMember(
                  new ParticipantId("p" + n), IdentityKeyPair.generate(RANDOM).publicKey()))
          .toList();
  private static final List<CohortMember> STAYED = ALL.subList(0, 7);
  private static final Roster ROSTER =
      new Roster(
          2,
          List.of(cell(1, true, ALL), cell(2, false, STAYED)),
          ALL.stream().map(member -> new RosterMember(member.id(), member.identityKey())).toList(),
          List.of(),
          List.of());

  private static AlgorithmParameters noisy(int colluders) {
    return ItemDegreesParameters.DEFAULT.withPrivacy(
        PrivacyParameters.of(1.0, 1e-6)
            .withItemsPerUser(5)
            .withColluders(colluders)
            .withRounds("tolerant"));
  }

  private static Cell cell(int number, boolean former, List<CohortMember> members) {
    return new Cell(
        number,
        Cell.LEAST_MINIMUM,
        former,
        new TreeSet<>(members.stream().map(CohortMember::id).toList()));
  }

  private static RoundRecord record(
      AlgorithmParameters parameters, int index, List<CohortMember> cohort, int minSurvivors)
      throws Exception {
    return new RoundRecord(
        RoundId.random(RANDOM),
        "s",
        index,
        1,
        cohort,
        new RoundKind.Tolerant(
            Thresholds.of(ThreatModel.SEMI_MALICIOUS, cohort.size(), 1, minSurvivors)),
        KeyAgreement.X25519,
        round(parameters).vector(),
        Digest.of(),
        Digest.of(),
        Digest.of());
  }

  private static RoundSpec round(AlgorithmParameters parameters) throws Exception {
    Algorithm algorithm = AlgorithmRegistry.build(parameters, 30);
    return algorithm.specs().getFirst();
  }

  private static RoundStanding joined(int index, String state, List<CohortMember> cohort) {
    return new RoundStanding(
        new RoundKey(new SessionId("s"), ALL.getFirst().id(), RoundId.random(RANDOM), index, 1),
        "item-degrees",
        31,
        List.of(),
        cohort.stream().map(CohortMember::id).collect(Collectors.toSet()),
        5,
        state,
        Optional.empty(),
        0,
        0);
  }

  private static void check(
      Roster roster, AlgorithmParameters parameters, RoundRecord record, RoundStanding... joined)
      throws Exception {
    Trust trust = new Trust(ThreatModel.SEMI_MALICIOUS, true, () -> Optional.of(roster));
    CohortTerms terms = new CohortTerms.Tolerant(roster.inCurrentCells().size(), 2);
    TolerantRounds.check(record, round(parameters), trust, terms, List.of(joined), List::of);
  }

  /// As after a restore of the database to a state of the first attempt.
  private static Optional<Refusal> second(RoundStanding first, Step... inLedger) {
    Trust trust = new Trust(ThreatModel.SEMI_MALICIOUS, true, () -> Optional.of(ROSTER));
    CohortTerms terms = new CohortTerms.Tolerant(STAYED.size(), 2);
    List<Survivors> agreed =
        Arrays.stream(inLedger)
            .map(step ->
                new Survivors(0, step, "s", first.key().round().hex(), List.of("p0"), "a set"))
            .toList();
    return Optional.ofNullable(
            catchThrowableOfType(
                RefusedException.class,
                () ->
                    TolerantRounds.check(
                        record(noisy(1), 0, STAYED, 5),
                        round(noisy(1)),
                        trust,
                        terms,
                        first.isJoined() ? List.of(first) : List.of(),
                        () -> agreed)))
        .map(RefusedException::reason);
  }

  private static void accepts(
      int index, List<CohortMember> cohort, int minSurvivors, RoundStanding... joined)
      throws Exception {
    check(ROSTER, noisy(1), record(noisy(1), index, cohort, minSurvivors), joined);
  }

  private static void refuses(
      Refusal reason,
      int index,
      List<CohortMember> cohort,
      int minSurvivors,
      RoundStanding... joined) {
    assertThatThrownBy(() -> accepts(index, cohort, minSurvivors, joined))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void firstRound_isOverEverybodyInCurrentCells() throws Exception {
    accepts(0, STAYED, 5);
    refuses(Refusal.COHORT_CHANGED, 0, STAYED.subList(0, 6), 5);
    refuses(Refusal.NOT_WHOLE_CELLS, 0, ALL, 5);
    check(ROSTER, REHEARSAL, record(REHEARSAL, 0, ALL, 5));
  }

  @Test
  void laterRound_isOverSurvivorsOfTheRoundBefore_thisParticipantAmongThem() throws Exception {
    List<CohortMember> survivors = STAYED.subList(0, 5);
    accepts(1, survivors, 5, joined(0, "COMMITTED", STAYED));
    accepts(1, STAYED, 5, joined(0, "ANSWERED", STAYED));
    accepts(
        2,
        survivors,
        5,
        joined(0, "ANSWERED", STAYED),
        joined(1, "CONFIRMED", STAYED.subList(0, 6)));
    refuses(Refusal.NOT_WHOLE_CELLS, 1, ALL.subList(1, 8), 5, joined(0, "ANSWERED", ALL));
    refuses(Refusal.COHORT_CHANGED, 1, survivors, 5);
    refuses(Refusal.COHORT_CHANGED, 1, survivors, 5, joined(0, "MASKING", STAYED));
    refuses(Refusal.COHORT_CHANGED, 2, survivors, 5, joined(0, "ANSWERED", STAYED));
    refuses(
        Refusal.COHORT_CHANGED,
        2,
        STAYED.subList(1, 7),
        5,
        joined(0, "ANSWERED", STAYED),
        joined(1, "ANSWERED", STAYED.subList(0, 6)));
  }

  /// The session states two attempts.
  @Test
  void attempts_beyondThoseOfTheSession_areRefused() throws Exception {
    accepts(0, STAYED, 5, joined(0, "MASKING", STAYED));
    refuses(
        Refusal.ATTEMPTS_EXCEEDED,
        0,
        STAYED,
        5,
        joined(0, "MASKING", STAYED),
        joined(0, "MASKING", STAYED));
  }

  /// A holder, and participants that may collude.
  @Test
  void laterRound_overFewerThanTheRoundBeforeNeeded_isRefused() {
    RoundStanding first = joined(0, "ANSWERED", STAYED);
    refuses(Refusal.COHORT_CHANGED, 1, STAYED.subList(0, 3), 3, first);
    refuses(Refusal.COHORT_CHANGED, 1, STAYED.subList(0, 4), 4, first);
    refuses(Refusal.COHORT_CHANGED, 1, STAYED.subList(0, 6), 4, first);
  }

  /// The least sum has a holder, a colluder and another holder.
  @Test
  void firstRound_thatMayOpenASumOfTooFewHolders_isRefused() throws Exception {
    List<CohortMember> four = ALL.subList(0, 4);
    Roster small = Roster.ofOneCell(1, four);
    RoundRecord record = record(noisy(1), 0, four, 3);

    assertThatThrownBy(() -> check(small, noisy(1), record))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.TOO_FEW_HOLDERS));
    check(small, noisy(1), record(noisy(1), 0, four, 4));
  }

  @Test
  void attempt_thatTheLedgerKnowsBetter_isTheLast() {
    Optional<Refusal> refused = Optional.of(Refusal.SURVIVORS_CHANGED);
    for (String state : List.of(RoundStanding.NOT_JOINED, "MASKING", "COMMITTED")) {
      assertThat(second(joined(0, state, STAYED), Step.SIGNED)).isEqualTo(refused);
    }
    RoundStanding signed = joined(0, "CONFIRMED", STAYED);
    assertThat(second(signed)).isEmpty();
    assertThat(second(signed, Step.SIGNED)).isEmpty();
    assertThat(second(signed, Step.ANSWERED)).isEqualTo(refused);
    assertThat(second(signed, Step.SIGNED, Step.ANSWERED)).isEqualTo(refused);
    assertThat(second(joined(0, "ANSWERED", STAYED), Step.SIGNED, Step.ANSWERED))
        .contains(Refusal.ATTEMPTS_EXCEEDED);
  }

  @Test
  void promisedColluders_countWhereTheyAreMore() throws Exception {
    RoundRecord record = record(noisy(3), 0, STAYED, 5);
    assertThatThrownBy(() -> check(ROSTER, noisy(3), record))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.TOO_FEW_HOLDERS));
    check(ROSTER, noisy(3), record(noisy(3), 0, STAYED, 6));
  }

  /// The third holder has five of the seven participants.
  @Test
  void holders_countOnce_whateverTheirParticipants() throws Exception {
    List<RosterMember> lines =
        IntStream.range(0, 7)
            .mapToObj(n ->
                new RosterMember(
                    STAYED.get(n).id(),
                    STAYED.get(n).identityKey(),
                    new Holder("holder-" + Math.min(n, 2)),
                    Collections.emptySortedSet()))
            .toList();
    Roster chain = new Roster(2, List.of(cell(2, false, STAYED)), lines, List.of(), List.of());
    RoundRecord record = record(noisy(1), 0, STAYED, 7);

    assertThatThrownBy(() -> check(chain, noisy(1), record))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.TOO_FEW_HOLDERS));
  }

  @Test
  void attempts_haveOneCohort_andEndWithAnAnswer() throws Exception {
    List<CohortMember> six = STAYED.subList(0, 6);
    RoundStanding first = joined(0, "ANSWERED", STAYED);
    accepts(1, six, 5, first, joined(1, "CONFIRMED", six));
    accepts(0, STAYED, 5, joined(0, "SHARED", STAYED));
    refuses(Refusal.COHORT_CHANGED, 1, STAYED.subList(0, 5), 5, first, joined(1, "SHARED", six));
    refuses(Refusal.ATTEMPTS_EXCEEDED, 1, six, 5, first, joined(1, "ANSWERED", six));
    refuses(
        Refusal.COHORT_CHANGED,
        0,
        STAYED,
        5,
        joined(0, "COMMITTED", STAYED),
        joined(1, "SHARED", six));
  }
}
