package io.privirec.client.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.edge.problem.Pace;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

  /// Sends a head, and after it spaces, each after a pause; ends with the connection.
  private static final class TricklingServer implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final CountDownLatch closed = new CountDownLatch(1);
    private final String status;
    private final int pauseMillis;

    TricklingServer(String status, int pauseMillis) throws IOException {
      this.status = status;
      this.pauseMillis = pauseMillis;
      Thread.ofVirtual().start(this::serve);
    }

    URI url() {
      return URI.create("http://localhost:" + socket.getLocalPort());
    }

    private void serve() {
      while (!socket.isClosed()) {
        try {
          Socket connection = socket.accept();
          Thread.ofVirtual().start(() -> answer(connection));
        } catch (IOException e) {
          // The test has closed the server.
        }
      }
    }

    private void answer(Socket connection) {
      try (connection) {
        trickle(connection);
      } catch (IOException | InterruptedException e) {
        // The client has closed the connection.
      }
    }

    private void trickle(Socket connection) throws IOException, InterruptedException {
      assertThat(connection.getInputStream().read(new byte[1 << 16])).isPositive();
      OutputStream out = connection.getOutputStream();
      out.write(
          ("HTTP/1.1 " + status + "\r\nContent-Length: 1000000\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      while (!closed.await(pauseMillis, TimeUnit.MILLISECONDS)) {
        out.write(' ');
        out.flush();
      }
    }

    @Override
    public void close() throws IOException {
      closed.countDown();
      socket.close();
    }
  }

  private static CoordinatorClient client(TricklingServer server) {
    return new CoordinatorClient(
        server.url(), new Backoff(2, Duration.ZERO, Duration.ZERO), PACE, Clock.systemUTC());
  }

  /// A byte every 10 ms is too slow as a whole; one that never comes is, too.
  @ParameterizedTest
  @ValueSource(ints = {10, 3_600_000})
  void answer_thatTrickles_isGivenUp(int pauseMillis) throws IOException {
    try (TricklingServer server = new TricklingServer("200 OK", pauseMillis);
        CoordinatorClient client = client(server)) {
      assertThatThrownBy(client::info)
          .isInstanceOf(CoordinatorUnreachableException.class)
          .hasMessageContaining("answers too slowly");
      ParticipantChannel channel =
          client.as(new ParticipantId("p1"), IdentityKeyPair.generate(new SecureRandom()));
      RoundId round = RoundId.random(new SecureRandom());
      assertThatThrownBy(() -> channel.signedRecord(round))
          .isInstanceOf(CoordinatorUnreachableException.class);
      assertThatThrownBy(
              () -> channel.downloadBroadcast(round, directory.resolve("broadcast"), 1 << 20))
          .isInstanceOf(CoordinatorUnreachableException.class);
    }
  }

  @Test
  void problem_thatTrickles_isGivenUp() throws IOException {
    try (TricklingServer server = new TricklingServer("409 Conflict", 10);
        CoordinatorClient client = client(server)) {
      assertThatThrownBy(client::info).isInstanceOf(CoordinatorUnreachableException.class);
    }
  }
}
