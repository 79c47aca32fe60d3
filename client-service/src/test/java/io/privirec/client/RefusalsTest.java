package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.privirec.client.coordinator.Backoff;
import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.coordinator.PlainHttp;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.dependency.Outages;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefusalsTest {
  private final Refusals refusals = new Refusals();

  @Test
  void answerWithoutEnd_isThatTheCoordinatorRefused() throws IOException {
    try (EndlessServer server = new EndlessServer("200 OK");
        CoordinatorClient client =
            new CoordinatorClient(
                server.url(),
                PlainHttp.tls(),
                new Backoff(3, Duration.ZERO, Duration.ZERO),
                new CoordinatorContact(new Outages(new SimpleMeterRegistry())),
                Clock.systemUTC())) {
      assertThatThrownBy(client::info)
          .isInstanceOfSatisfying(
              CoordinatorException.class,
              e ->
                  assertThat(refusals.problem(e))
                      .hasValueSatisfying(problem -> {
                        assertThat(problem.type()).isEqualTo(ProblemType.COORDINATOR_REFUSED);
                        assertThat(problem).hasMessageContaining("answer-too-long");
                      }));
    }
  }

  @Test
  void exceptionThatIsNoRefusal_isNoProblem() {
    assertThat(refusals.problem(new IllegalStateException("of the test"))).isEmpty();
  }
}
