package io.privirec.client.ledger;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.ledger.NoisySessions.closed;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestDeployment;
import io.privirec.secagg.Phase;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ParticipantPrivacy.Use;
import io.privirec.wire.SessionView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The ledgers of a holder whose clock passes the end of a period. Each participant may spend
/// epsilon 1.2 in a year, and epsilon 1.3 for life.
class LifetimeLimitTest {
  private static final Duration THREE_YEARS = Duration.ofDays(3 * 365);
  private static final List<String> NAMES = List.of("p1", "p2", "p3");

  private final AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(
              20,
              4,
              NAMES,
              "--privirec.client.privacy.max-epsilon=1.2",
              "--privirec.client.privacy.max-epsilon-lifetime=1.3")
          .readsTime(() -> Instant.now().plus(passed.get()));

  private final TestClient client = deployment.client();

  private void sum(String session, double epsilon) {
    deployment.openFirst(session, closed(epsilon));
    deployment.finish(SessionView.Status.PUBLISHED);
    for (String name : NAMES) {
      await(
          name + " has returned the rest of its budget",
          () -> client.privacy(name).sums().getLast().use() == Use.RETURNED);
    }
  }

  @Test
  void epsilon_afterThreeYears_isSpentForLifeAlone_andStillLimitsSessions() {
    sum("first", 1);
    ParticipantPrivacy before = client.privacy("p1");
    assertThat(before.epsilonSpent()).isBetween(.95, 1.);
    assertThat(before.epsilonLifetime()).isEqualTo(before.epsilonSpent());

    passed.set(THREE_YEARS);

    ParticipantPrivacy after = client.privacy("p1");
    assertThat(after.epsilonSpent()).isZero();
    assertThat(after.sums()).isEmpty();
    assertThat(after.epsilonLifetime()).isEqualTo(before.epsilonLifetime());
    assertThat(after.limits().maxEpsilonLifetime()).isEqualTo(1.3);
    assertThat(after.inWords())
        .contains("Sums with noise since the ledger began: epsilon 1.00 of 1.3.")
        .anyMatch(line -> line.startsWith("Sums with noise of the last 365 days: epsilon 0.00 of"));
    deployment.begin("second", closed(1));
    deployment.awaitRefused("second", "lifetime-epsilon-exceeded");
    assertThat(deployment.coordinator().received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(client.privacy("p1")).isEqualTo(after);
    deployment.finish(SessionView.Status.FAILED);

    sum("small", .3);
    client.restartWith();

    ParticipantPrivacy last = client.privacy("p1");
    assertThat(last.epsilonSpent()).isBetween(.25, .3);
    assertThat(last.epsilonLifetime()).isBetween(before.epsilonLifetime() + .01, 1.3);
  }
}
