package io.privirec.client.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.privirec.client.EndlessServer;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.dependency.Outages;
import io.privirec.edge.problem.Pace;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A coordinator that answers at once, and then byte by byte or not at all.
@Timeout(60)
class SlowAnswerTest {
  private static final Pace PACE = new Pace(Duration.ofMillis(300), 1_000);

  @TempDir Path directory;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  private CoordinatorClient client(EndlessServer server) {
    return new CoordinatorClient(
        server.url(),
        PlainHttp.tls(),
        new Backoff(2, Duration.ZERO, Duration.ZERO),
        PACE,
        new CoordinatorContact(new Outages(meters)),
        Clock.systemUTC());
  }

  /// A byte every 10 ms is too slow as a whole; one that never comes is, too.
  @ParameterizedTest
  @ValueSource(ints = {10, 3_600_000})
  void answer_thatTrickles_isGivenUp(int pauseMillis) throws IOException {
    try (EndlessServer server = EndlessServer.trickling("200 OK", pauseMillis);
        CoordinatorClient client = client(server)) {
      assertThatThrownBy(client::info)
          .isInstanceOf(CoordinatorException.Unreachable.class)
          .hasMessageContaining("answers too slowly");
      ParticipantChannel channel =
          client.as(new ParticipantId("p1"), IdentityKeyPair.generate(new SecureRandom()));
      RoundId round = RoundId.random(new SecureRandom());
      assertThatThrownBy(() -> channel.signedRecord(round))
          .isInstanceOf(CoordinatorException.Unreachable.class);
      assertThatThrownBy(
              () -> channel.downloadBroadcast(round, directory.resolve("broadcast"), 1 << 20))
          .isInstanceOf(CoordinatorException.Unreachable.class);
    }
  }

  @Test
  void problem_thatTrickles_isGivenUp() throws IOException {
    try (EndlessServer server = EndlessServer.trickling("409 Conflict", 10);
        CoordinatorClient client = client(server)) {
      assertThatThrownBy(client::info).isInstanceOf(CoordinatorException.Unreachable.class);
    }
  }

  /// A coordinator with a full disk answers. Its network is well.
  @ParameterizedTest
  @ValueSource(strings = {"507 Insufficient Storage", "503 Service Unavailable"})
  void coordinator_thatAnswersTryLater_isUnavailableAndNotUnreachable(String status)
      throws IOException {
    try (EndlessServer server = EndlessServer.trickling(status, 10);
        CoordinatorClient client = client(server)) {
      assertThatThrownBy(client::info).hasMessageContaining("answered " + status.substring(0, 3));
    }
    assertThat(failures("unavailable")).isOne();
    assertThat(failures("unreachable")).isZero();
  }

  private double failures(String cause) {
    Counter counter =
        meters
            .find("privirec.dependency.failures")
            .tags("dependency", "coordinator", "cause", cause)
            .counter();
    return counter == null ? 0 : counter.count();
  }
}
