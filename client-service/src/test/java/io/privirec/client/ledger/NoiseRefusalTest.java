package io.privirec.client.ledger;

import static io.privirec.client.ledger.NoisySessions.DELTA;
import static io.privirec.client.ledger.NoisySessions.closed;
import static io.privirec.client.ledger.NoisySessions.tolerant;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Forged;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.secagg.Phase;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ParticipantPrivacy.Opened;
import io.privirec.wire.ParticipantPrivacy.Use;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A coordinator that asks for sums with too little noise. The holder refuses each sum, and the
/// ledger has no noise of these sessions.
class NoiseRefusalTest {
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5");

  @RegisterExtension
  private static final TestDeployment deployment =
      TestDeployment.consenting(
          ITEMS,
          4,
          NAMES,
          "--privirec.client.privacy.max-epsilon-per-sum=1.5",
          "--privirec.client.privacy.max-epsilon=2.5");

  private static final TestCoordinator coordinator = deployment.coordinator();

  private static ParticipantPrivacy privacy() {
    return deployment.client().privacy("p1");
  }

  private static List<Opened> linesOf(String session) {
    return privacy().sums().stream().filter(sum -> session.equals(sum.sessionId())).toList();
  }

  private static List<Opened> noisy() {
    return privacy().sums().stream().filter(sum -> sum.use() == Use.NOISE).toList();
  }

  @Test
  void rehearsals_areNothingToTheLedger() {
    deployment.openFirst("rehearsal", NoisySessions.REHEARSAL);

    assertThat(linesOf("rehearsal")).isEmpty();
  }

  @Test
  void sum_aboveTheLimit_isRefusedAtFirstSight() {
    deployment.begin("greedy", closed(50));

    deployment.awaitRefused("greedy", "sum-epsilon-exceeded");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(linesOf("greedy")).isEmpty();
  }

  /// The session shows a smaller epsilon than its records.
  @Test
  void epsilon_thatIsShownSmallerThanItIs_isRefused() {
    coordinator.views = view -> Forged.with(view, "parameters", closed(1));
    deployment.begin("lies", closed(50));

    deployment.awaitRefused("lies", "parameters-mismatch");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(noisy()).isEmpty();
  }

  /// The coordinator states the number of colluders.
  @Test
  void noise_thatAllowsForNobodyWhoTellsTheirs_isRefused() {
    deployment.begin(
        "nobody",
        ItemDegreesParameters.DEFAULT.withPrivacy(
            PrivacyParameters.of(1.0, DELTA)
                .withItemsPerUser(5)
                .withColluders(0)
                .withRounds("closed")));

    deployment.awaitRefused("nobody", "colluders-too-few");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(noisy()).isEmpty();
  }

  /// More colluders than the round withstands would open single vectors.
  @Test
  void tolerantNoise_ofARoundThatWithstandsFewerColluders_isRefused() {
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    deployment.begin(
        "weak",
        ItemDegreesParameters.DEFAULT.withPrivacy(
            PrivacyParameters.of(1.0, DELTA)
                .withItemsPerUser(5)
                .withColluders(2)
                .withRounds("tolerant")));

    deployment.awaitRefused("weak", "colluders-too-few");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(noisy()).isEmpty();
  }

  @Test
  void tolerantNoise_ofACoordinatorThatIsTrustedNotToDeviate_isRefused() {
    coordinator.threatModel = ThreatModel.SEMI_HONEST;
    deployment.begin("trusting", tolerant(1));

    deployment.awaitRefused("trusting", "threat-model-too-weak");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
  }

  @Test
  void delta_aboveThatOfTheLimits_isRefusedAtFirstSight() {
    deployment.begin(
        "loose",
        ItemDegreesParameters.DEFAULT.withPrivacy(
            PrivacyParameters.of(1.0, 2 * DELTA)
                .withItemsPerUser(5)
                .withColluders(1)
                .withRounds("closed")));

    deployment.awaitRefused("loose", "delta-exceeded");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(linesOf("loose")).isEmpty();
  }
}
