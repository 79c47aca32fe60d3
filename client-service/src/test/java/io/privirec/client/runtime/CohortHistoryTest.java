package io.privirec.client.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.client.runtime.CohortHistory.Told;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CohortHistoryTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final List<CohortMember> ALL =
      IntStream.range(0, 10)
          .mapToObj(i ->
              new CohortMember(
                  new ParticipantId("p" + i), IdentityKeyPair.generate(RANDOM).publicKey()))
          .toList();
  private static final Thresholds DEMANDED = Thresholds.of(ThreatModel.SEMI_HONEST, 10);

  @Test
  void check_firstRound_takesAnyCohort() {
    allows(history(), record(0, ALL));
    allows(history(), record(0, ALL.subList(0, 3)));
  }

  @Test
  void check_laterRoundWithoutTheFirst_isRefused() {
    refuses(history(), record(1, ALL), Refusal.COHORT_CHANGED);
  }

  @Test
  void checkStrict_roundBeforeNeverConfirmed_isRefused() {
    CohortHistory known = history(told(0, ALL, ALL), told(1, ALL, null));
    assertThatCode(() -> known.checkStrict(record(0, ALL))).doesNotThrowAnyException();
    assertThatCode(() -> known.checkStrict(record(1, ALL))).doesNotThrowAnyException();
    // Two rounds on, or one whose survivors this participant never learnt: anybody may be missing.
    refusesStrictly(known, record(2, ALL));
    refusesStrictly(known, record(2, ALL.subList(0, 9)));
    refusesStrictly(known, record(3, ALL));
    refusesStrictly(known, record(1, ALL.subList(0, 9)));
  }

  private static void refusesStrictly(CohortHistory known, RoundRecord next) {
    assertThatThrownBy(() -> known.checkStrict(next))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.reason()).isEqualTo(Refusal.PARTICIPANT_LOST));
  }

  @Test
  void check_anotherAttempt_mustHaveTheCohortOfTheFirst() {
    CohortHistory known = history(told(0, ALL, null));
    allows(known, record(0, ALL));
    refuses(known, record(0, ALL.subList(0, 9)), Refusal.COHORT_CHANGED);
  }

  @Test
  void check_nextRound_mustHaveExactlyTheConfirmedSurvivors() {
    CohortHistory known = history(told(0, ALL, ALL.subList(0, 8)));
    allows(known, record(1, ALL.subList(0, 8)));
    refuses(known, record(1, ALL.subList(0, 7)), Refusal.COHORT_CHANGED);
    refuses(known, record(1, ALL.subList(1, 9)), Refusal.COHORT_CHANGED);
    refuses(known, record(1, ALL), Refusal.COHORT_CHANGED);
  }

  @Test
  void check_survivorsNeverLearnt_anyPartOfTheCohortWillDo() {
    CohortHistory known = history(told(0, ALL, null));
    allows(known, record(1, ALL.subList(2, 10)));
    allows(known, record(1, ALL));
    CohortHistory later =
        history(told(0, ALL, ALL.subList(0, 8)), told(1, ALL.subList(0, 8), null));
    allows(later, record(2, ALL.subList(0, 7)));
    refuses(later, record(2, ALL.subList(2, 9)), Refusal.COHORT_CHANGED);
  }

  @Test
  void check_strangerOrAnotherKey_isRefused() {
    CohortHistory known = history(told(0, ALL.subList(0, 9), null));
    refuses(known, record(1, ALL.subList(1, 10)), Refusal.COHORT_CHANGED);
    List<CohortMember> impostor = new ArrayList<>(ALL.subList(0, 9));
    impostor.set(3, new CohortMember(ALL.get(3).id(), ALL.get(9).identityKey()));
    refuses(known, record(1, impostor), Refusal.COHORT_CHANGED);
  }

  @Test
  void check_fewerCorruptOrSurvivorsThanAtFirst_isRefused() {
    List<CohortMember> eight = ALL.subList(0, 8);
    CohortHistory known = history(told(0, ALL, eight));
    refuses(
        known, record(1, eight, Thresholds.of(ThreatModel.SEMI_HONEST, 8)), Refusal.TERMS_WEAKENED);
    CohortHistory demanding =
        history(new Round(0, new Told(ALL, ThreatModel.SEMI_HONEST, 2, 7, Optional.empty())));
    refuses(
        demanding,
        record(1, ALL, Thresholds.of(ThreatModel.SEMI_HONEST, 10, 1, 7)),
        Refusal.TERMS_WEAKENED);
    allows(demanding, record(1, ALL, Thresholds.of(ThreatModel.SEMI_HONEST, 10, 2, 7)));
  }

  @Test
  void check_anotherThreatModel_isRefused() {
    CohortHistory known =
        history(new Round(0, new Told(ALL, ThreatModel.SEMI_MALICIOUS, 1, 6, Optional.empty())));
    refuses(known, record(1, ALL), Refusal.TERMS_WEAKENED);
  }

  private record Round(int index, Told told) {}

  private static Round told(
      int index, List<CohortMember> cohort, Collection<CohortMember> confirmed) {
    Set<ParticipantId> ids =
        confirmed == null
            ? null
            : confirmed.stream().map(CohortMember::id).collect(Collectors.toSet());
    return new Round(
        index,
        new Told(
            cohort,
            ThreatModel.SEMI_HONEST,
            DEMANDED.corrupt(),
            DEMANDED.minSurvivors(),
            Optional.ofNullable(ids)));
  }

  private static CohortHistory history(Round... rounds) {
    TreeMap<Integer, Told> byIndex = new TreeMap<>();
    for (Round round : rounds) {
      byIndex.put(round.index(), round.told());
    }
    return new CohortHistory(byIndex);
  }

  private static void allows(CohortHistory known, RoundRecord next) {
    assertThatCode(() -> known.check(next)).doesNotThrowAnyException();
  }

  private static void refuses(CohortHistory known, RoundRecord next, Refusal reason) {
    assertThatThrownBy(() -> known.check(next))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  /// With the demands of the first round.
  private static RoundRecord record(int index, List<CohortMember> cohort) {
    return record(
        index,
        cohort,
        cohort.size() < DEMANDED.minSurvivors()
            ? Thresholds.of(ThreatModel.SEMI_HONEST, cohort.size())
            : Thresholds.of(
                ThreatModel.SEMI_HONEST,
                cohort.size(),
                DEMANDED.corrupt(),
                DEMANDED.minSurvivors()));
  }

  private static RoundRecord record(int index, List<CohortMember> cohort, Thresholds thresholds) {
    return new RoundRecord(
        RoundId.random(RANDOM),
        "s",
        index,
        1,
        cohort,
        thresholds,
        KeyAgreement.X25519,
        VectorSpec.of("v", 5, Ring.BITS_32, 0, new Capacity.PerParticipant(10)),
        Digest.of(),
        Digest.of(),
        Digest.of());
  }
}
