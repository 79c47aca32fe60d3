package io.privirec.client.consent;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.SessionId;
import io.privirec.client.participation.SessionTerms;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.OnMissing;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a person reads of ε before an approval of a session with noise.
class DisclosureTextTest {
  private static final RosterReference ROSTER = new RosterReference(1, Digest.of());
  private static final String RESERVED =
      "with all that its policy allows, the session spends epsilon of at most %s";

  private static String text(String rounds, CohortTerms cohort) {
    var privacy =
        PrivacyParameters.of(1.0, 1e-6)
            .withUnit(PrivacyParameters.USER)
            .withItemsPerUser(5)
            .withColluders(1)
            .withRounds(rounds);
    var terms =
        new SessionTerms(
            "item-degrees",
            ItemDegreesParameters.DEFAULT.withPrivacy(privacy),
            ThreatModel.SEMI_HONEST,
            KeyAgreement.X25519,
            cohort,
            Instant.EPOCH,
            1,
            Digest.of(),
            20,
            Optional.empty());
    return String.join(
        " ",
        DisclosureText.before(
            new SessionId("s"),
            terms,
            new ParticipantId("p1"),
            Optional.empty(),
            new SnapshotChoice.Fresh(),
            false,
            Optional.empty()));
  }

  private static CohortTerms closed(OnMissing onMissing) {
    return new CohortTerms.Closed(ROSTER, List.of(1, 2, 3), onMissing, 5, 3);
  }

  /// ε 1 at δ 1e-6 is ρ 0.0196; three times that ρ is ε 1.806.
  @Test
  void attemptsWithOtherNoise_areStatedWithTheReservedEpsilon() {
    assertThat(text("tolerant", new CohortTerms.Tolerant(10, 3)))
        .contains("epsilon of at most 1.0 at delta 1.0E-6")
        .contains(RESERVED.formatted("1.806"));
    assertThat(text("closed", closed(OnMissing.LEAVE_OUT_CELLS)))
        .contains(RESERVED.formatted("1.806"));
  }

  @Test
  void attemptsWithTheSameNoise_needNoOtherEpsilon() {
    assertThat(text("closed", closed(OnMissing.WAIT)))
        .contains("epsilon of at most 1.0 at delta 1.0E-6")
        .doesNotContain("spends epsilon");
  }
}
