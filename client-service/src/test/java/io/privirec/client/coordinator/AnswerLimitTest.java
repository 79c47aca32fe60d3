package io.privirec.client.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.privirec.client.EndlessServer;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.dependency.Outages;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A coordinator whose answers never end.
@Timeout(60)
class AnswerLimitTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final RoundId ROUND = RoundId.random(RANDOM);

  @TempDir Path directory;

  private interface Calls {
    ThrowingCallable on(CoordinatorClient client, ParticipantChannel channel);
  }

  private static void isRefused(String what, long limit, Calls calls) throws IOException {
    try (EndlessServer server = new EndlessServer("200 OK");
        CoordinatorClient client = client(server)) {
      assertThatThrownBy(calls.on(client, channel(client)))
          .isInstanceOf(CoordinatorException.TooLong.class)
          .hasMessageStartingWith("answer-too-long: ")
          .hasMessageContaining(what)
          .hasMessageEndingWith("more than " + limit + " bytes");
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  private static CoordinatorClient client(EndlessServer server) {
    return new CoordinatorClient(
        server.url(),
        PlainHttp.tls(),
        new Backoff(3, Duration.ZERO, Duration.ZERO),
        new CoordinatorContact(new Outages(new SimpleMeterRegistry())),
        Clock.systemUTC());
  }

  private static ParticipantChannel channel(CoordinatorClient client) {
    return client.as(new ParticipantId("p1"), IdentityKeyPair.generate(RANDOM));
  }

  @Test
  void json_withoutEnd_isRefusedAtItsLimitAndNotAskedForAgain() throws IOException {
    isRefused("GET /v1/catalogue", 16 << 20, (client, channel) -> client::catalogue);
    isRefused(
        "GET /v1/work", 16 << 20, (client, channel) -> () -> channel.work(Duration.ofSeconds(1)));
  }

  @Test
  void message_withoutEnd_isRefusedAtItsLimit() throws IOException {
    isRefused("record", 32 << 20, (client, channel) -> () -> channel.signedRecord(ROUND));
  }

  @Test
  void broadcast_withoutEnd_isRefusedAtTheLimitGiven() throws IOException {
    Path target = directory.resolve("broadcast");
    isRefused(
        "broadcast",
        100_000,
        (client, channel) -> () -> channel.downloadBroadcast(ROUND, target, 100_000));
    assertThat(Files.size(target)).isLessThanOrEqualTo(100_000);
  }

  @Test
  void catalogue_withoutEnd_isRefusedAtTheLimitGiven() throws IOException {
    Path target = directory.resolve("catalogue");
    isRefused(
        "GET /v1/catalogue/versions/7/items",
        1000,
        (client, channel) -> () -> client.downloadCatalogue(7, target, 1000));
    assertThat(Files.size(target)).isLessThanOrEqualTo(1000);
  }

  @Test
  void answerToWhatIsSent_withoutEnd_isRefused() throws IOException {
    isRefused("messages", 1 << 16, (client, channel) -> () -> channel.send(ROUND, new byte[10]));
    isRefused(
        "chunks/0",
        1 << 16,
        (client, channel) ->
            () -> channel.putChunk(ROUND, 0, new byte[10], 10, Digest.of(new byte[10])));
  }

  @Test
  void problem_withoutEnd_isARefusalWithoutDetails() throws IOException {
    try (EndlessServer server = new EndlessServer("409 Conflict");
        CoordinatorClient client = client(server)) {
      assertThatThrownBy(client::info)
          .isInstanceOfSatisfying(
              CoordinatorException.Refused.class,
              refused -> assertThat(refused.code()).isEqualTo("unknown"));
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  @Test
  void limit_isTheLastByteTaken() throws IOException {
    byte[] bytes = {1, -1, 3, 4};
    assertThat(new LimitedBody(new ByteArrayInputStream(bytes), 4).readAllBytes()).isEqualTo(bytes);
    InputStream one = new LimitedBody(new ByteArrayInputStream(bytes), 2);
    assertThat(one.read()).isEqualTo(1);
    assertThat(one.read()).isEqualTo(255);
    assertThatThrownBy(one::read).isInstanceOf(IOException.class);

    ByteArrayInputStream longer = new ByteArrayInputStream(bytes);
    LimitedBody limited = new LimitedBody(longer, 2);
    assertThatThrownBy(limited::readAllBytes).isInstanceOf(IOException.class);
    assertThat(limited.isTooLong()).isTrue();
    assertThat(longer.available()).as("bytes left").isEqualTo(1);
    assertThatThrownBy(limited::read).as("read on").isInstanceOf(IOException.class);
  }
}
