package io.privirec.coordinator.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.coordinator.ledger.PlannedBudget;
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
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.DpalsParameters;
import io.privirec.wire.algorithm.DpialsParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PrivateFedPowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Cohorts so large that the least noise of each participant adds up to more than was asked for.
class LoweredEpsilonTest {
  private static final int ITEMS = 300;

  private static PrivacyParameters privacy(double epsilon, int itemsPerUser) {
    return PrivacyParameters.of(epsilon, 1e-6)
        .withItemsPerUser(itemsPerUser)
        .withColluders(1)
        .withRounds("closed");
  }

  private static SessionDraft draft(String algorithm, AlgorithmParameters asked, int participants)
      throws Exception {
    AlgorithmParameters settled =
        AlgorithmRegistry.settleAsStated(algorithm, asked, ITEMS, participants, () -> 7);
    RosterReference roster = new RosterReference(7, Digest.of());
    SortedSet<ParticipantId> cohort = new TreeSet<>();
    for (int p = 0; p < participants; p++) {
      cohort.add(new ParticipantId("holder-" + p));
    }
    return new SessionDraft(
        AlgorithmRegistry.build(settled, ITEMS),
        settled,
        new SessionTerms.Closed(
            KeyAgreement.X25519,
            Duration.ofHours(1),
            3,
            OnMissing.WAIT,
            participants,
            roster,
            List.of(2, 3)),
        new CatalogueVersion(1, ITEMS, "", Instant.EPOCH),
        Optional.empty(),
        cohort,
        new RoundKind.Closed(roster, List.of(2, 3)));
  }

  private static ItemDegreesParameters counts(double epsilon) {
    return ItemDegreesParameters.DEFAULT.withPrivacy(privacy(epsilon, 1));
  }

  @Test
  void draft_upToAnEpsilonOfTenAndAThousandParticipants_isAsItWasAskedFor() throws Exception {
    for (int participants : new int[] {3, 10, 100, 1000}) {
      SessionDraft asked = draft("item-degrees", counts(10), participants);

      assertThat(LoweredEpsilon.of(asked)).isSameAs(asked);
    }
  }

  @Test
  void draft_forLessNoiseThanThereIs_hasTheEpsilonThatThereIs_andSaysSo() throws Exception {
    SessionDraft draft = LoweredEpsilon.of(draft("item-degrees", counts(100), 1000));

    double epsilon = ((ItemDegreesParameters) draft.parameters()).privacy().epsilon();
    assertThat(epsilon).isBetween(10., 99.);
    SessionPlan plan =
        SessionCosts.of(
            draft,
            Optional.of(new PlannedBudget.Spent(16, 8, Duration.ofDays(365))),
            new StagingBudget(8L << 30),
            2);
    assertThat(plan.privacy().epsilon()).isCloseTo(epsilon, within(.1 * epsilon));
    assertThat(plan.privacy().epsilonLifetime()).isEqualTo(16);
    assertThat(plan.privacy().epsilonPeriod()).isEqualTo(8);
    assertThat(plan.privacy().epsilon()).isLessThanOrEqualTo(epsilon);
    assertThat(plan.privacy().sums().getFirst().localStandardDeviation()).isBetween(4., 4.2);
    assertThat(plan.warnings())
        .singleElement()
        .asString()
        .startsWith("Epsilon is lowered from 100.0 to " + epsilon)
        .contains("1000 participants");
    assertThat(LoweredEpsilon.of(draft)).isSameAs(draft);
  }

  static List<AlgorithmParameters> algorithms() {
    PrivacyParameters privacy = privacy(100, 2);
    return List.of(
        ItemDegreesParameters.DEFAULT.withPrivacy(privacy),
        PriviRecParameters.DEFAULT
            .withModel(PriviRecParameters.PopularGram.of(null, 2))
            .withPrivacy(privacy),
        PriviRecKParameters.DEFAULT.withPrivacy(privacy),
        DpalsParameters.DEFAULT.withPrivacy(privacy),
        DpialsParameters.DEFAULT.withPrivacy(privacy),
        PrivateFedPowerParameters.DEFAULT.withPrivacy(privacy));
  }

  /// Only the epsilon is another.
  @ParameterizedTest
  @MethodSource("algorithms")
  void draft_ofEachAlgorithm_keepsEverythingElse(AlgorithmParameters asked) throws Exception {
    String name =
        switch (asked) {
          case ItemDegreesParameters _ -> "item-degrees";
          case PriviRecParameters _ -> "privirec";
          case PriviRecKParameters _ -> "privirec-k";
          case DpalsParameters _ -> "dpals";
          case DpialsParameters _ -> "dpials";
          default -> "fedpower-private";
        };
    SessionDraft before = draft(name, asked, 9000);
    SessionDraft after = LoweredEpsilon.of(before);

    String epsilon = "epsilon=[0-9.E-]+";
    assertThat(after.askedEpsilon()).contains(100.);
    assertThat(after.parameters().toString().replaceAll(epsilon, "epsilon"))
        .isEqualTo(before.parameters().toString().replaceAll(epsilon, "epsilon"));
    assertThat(after.algorithm().specs()).hasSameSizeAs(before.algorithm().specs());
  }
}
