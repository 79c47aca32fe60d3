package io.privirec.coordinator.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.OnMissing;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.round.StagingBudget;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionPlan.RoundPlan;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SessionCostsTest {
  /// Of Gowalla.
  private static final int ITEMS = 40_981;

  private static final int PARTICIPANTS = 10;

  /// The default of `privirec.coordinator.staging-budget`.
  private static final StagingBudget BUDGET = new StagingBudget(8L << 30);

  private static SessionPlan plan(String algorithm) throws Exception {
    AlgorithmParameters settled =
        AlgorithmRegistry.settleAsStated(algorithm, null, ITEMS, 10, () -> 7);
    RosterReference roster = new RosterReference(7, Digest.of());
    SessionTerms terms =
        new SessionTerms.Closed(
            KeyAgreement.X25519,
            Duration.ofHours(1),
            3,
            OnMissing.WAIT,
            PARTICIPANTS,
            roster,
            List.of(2, 3));
    SortedSet<ParticipantId> cohort = new TreeSet<>();
    for (int p = 0; p < PARTICIPANTS; p++) {
      cohort.add(new ParticipantId("holder-" + p));
    }
    SessionDraft draft =
        new SessionDraft(
            AlgorithmRegistry.build(settled, ITEMS),
            settled,
            terms,
            new CatalogueVersion(1, ITEMS, "", Instant.EPOCH),
            Optional.empty(),
            cohort,
            new RoundKind.Closed(roster, List.of(2, 3)));
    return SessionCosts.of(draft, Optional.empty(), BUDGET, 2);
  }

  @Test
  void itemGramOfFortyThousandItems_isSummedAsItComesInWithinTwelveGigabytes() throws Exception {
    SessionPlan plan = plan(PriviRecParameters.ALGORITHM);

    assertThat(plan.rounds())
        .extracting(RoundPlan::name)
        .containsExactly("item-degrees", "item-gram", "power-iteration-1", "power-iteration-2");
    RoundPlan gram = plan.rounds().get(1);
    long triangle = ITEMS * (ITEMS + 1L) / 2;
    assertThat(gram.elements()).isEqualTo(triangle);
    assertThat(gram.staging().mode()).isEqualTo("windowed");
    assertThat(gram.staging().windowChunks()).isEqualTo(32);
    assertThat(plan.bytesUpPerParticipant())
        .isEqualTo(8 * (ITEMS + 1L) + 4 * triangle + 2 * 4L * ITEMS * 256);
    assertThat(plan.coordinatorDiskBytes())
        .isGreaterThan(gram.staging().diskBytes())
        .isLessThan(12_000_000_000L);
    assertThat(plan.coordinatorHeapBytes()).isLessThan(2_000_000_000L);
  }

  @Test
  void factorsOfFortyThousandItems_areKeptInAFullSpool() throws Exception {
    SessionPlan plan = plan(PriviRecKParameters.ALGORITHM);

    assertThat(plan.rounds())
        .allSatisfy(round -> assertThat(round.staging().mode()).isEqualTo("full-spool"));
    long product = 4L * ITEMS * 256;
    assertThat(plan.coordinatorDiskBytes())
        .isBetween(11 * product + 160_000_000, 18 * product + 170_000_000);
  }
}
