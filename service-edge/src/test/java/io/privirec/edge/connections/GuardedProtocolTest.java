package io.privirec.edge.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.EdgeServiceTest;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/// What one address can do with connections, over TCP.
@TestPropertySource(
    properties = {
      "privirec.http.head-deadline=2s",
      "privirec.http.connections-per-address=" + GuardedProtocolTest.MOST
    })
class GuardedProtocolTest extends EdgeServiceTest {
  private static final String HEAD = "GET /v1/open HTTP/1.1\r\nHost: localhost\r\n";
  static final int MOST = 4;

  @Autowired private Connections connections;
  private long lateBefore;
  private long refusedBefore;

  @BeforeEach
  void count() {
    await(() -> connections.size() == 0);
    lateBefore = connections.late();
    refusedBefore = connections.refused();
  }

  /// The head and the body of an answer of `/v1/open`.
  private static String answer(Socket socket) throws IOException {
    StringBuilder answer = new StringBuilder();
    for (int next = 0; answer.indexOf("}") < 0; ) {
      next = socket.getInputStream().read();
      if (next < 0) {
        break;
      }
      answer.append((char) next);
    }
    return answer.toString();
  }

  /// A connection that had one answer.
  private Socket served(String from) throws IOException {
    Socket socket = connect(from);
    send(socket, HEAD + "\r\n");
    assertThat(answer(socket)).contains("200");
    return socket;
  }

  /// Sends the same bytes again and again, until the service has closed the connection.
  private static boolean isCutOffWhileSending(Socket socket, String again) throws IOException {
    socket.setSoTimeout(100);
    long deadline = System.nanoTime() + Duration.ofMillis(BOUND_MILLIS).toNanos();
    while (System.nanoTime() < deadline) {
      try {
        send(socket, again);
        if (socket.getInputStream().read() < 0) {
          return true;
        }
      } catch (SocketTimeoutException e) {
        // Still open: the next byte.
      } catch (SocketException e) {
        return true;
      }
    }
    return false;
  }

  @Test
  void head_thatComesByteByByte_isCutOffAtItsDeadline() throws IOException {
    Socket socket = connect("127.0.0.1");
    send(socket, HEAD + "X-Slow: ");
    assertThat(isCutOffWhileSending(socket, "a")).isTrue();
    assertThat(connections.late()).isEqualTo(lateBefore + 1);
  }

  @Test
  void secondHead_thatComesByteByByte_isCutOffToo() throws IOException {
    Socket socket = served("127.0.0.1");
    send(socket, HEAD + "X-Slow: ");
    assertThat(isCutOffWhileSending(socket, "a")).isTrue();
  }

  @Test
  void emptyLines_areNoRequest() throws IOException {
    Socket socket = connect("127.0.0.1");
    assertThat(isCutOffWhileSending(socket, "\r\n")).isTrue();
    Socket second = served("127.0.0.1");
    assertThat(isCutOffWhileSending(second, "\r\n")).isTrue();
  }

  @Test
  void restOfABody_thatNobodyReads_isNotWaitedForForEver() throws IOException {
    Socket socket = connect("127.0.0.1");
    send(socket, "POST /v1/secrets HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n");
    socket.getInputStream().readNBytes("HTTP/1.1 405".length());
    while (socket.getInputStream().available() > 0) {
      socket.getInputStream().skipNBytes(1);
    }
    assertThat(isCutOffWhileSending(socket, "a")).isTrue();
  }

  @Test
  void connection_thatIsIdleBetweenRequests_stays() throws Exception {
    Socket socket = served("127.0.0.1");
    // Another one that is late shows that the deadline has passed.
    Socket slow = connect("127.0.0.1");
    send(slow, HEAD);
    await(() -> connections.late() == lateBefore + 1);
    send(socket, HEAD + "\r\n");
    assertThat(answer(socket)).contains("200");
  }

  @Test
  void address_withAsManyAsItMayHave_getsNoMore_andOthersDo() throws Exception {
    Socket first = served("127.0.0.1");
    for (int n = 1; n < MOST; n++) {
      served("127.0.0.1");
    }
    Socket refused = connect("127.0.0.1");
    assertThat(isClosed(refused)).isTrue();
    assertThat(connections.refused()).isEqualTo(refusedBefore + 1);
    served("127.0.0.2");
    first.close();
    await(() -> connections.size() == MOST);
    served("127.0.0.1");
  }

  @Test
  void connections_thatAreGone_areForgotten() throws Exception {
    for (int n = 0; n < 3 * MOST; n++) {
      Socket socket = connect("127.0.0.1");
      send(socket, n % 2 == 0 ? HEAD : HEAD + "\r\n");
      await(() -> connections.size() == 1);
      socket.close();
      await(() -> connections.size() == 0);
    }
    await(() -> connections.networks() == 0);
    assertThat(connections.refused()).isEqualTo(refusedBefore);
  }

  @Test
  void settings_outOfRange_areRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new ConnectionSettings(Duration.ZERO, 1, second, second))
        .hasMessageContaining("head-deadline");
    assertThatThrownBy(() -> new ConnectionSettings(second, 0, second, second))
        .hasMessageContaining("connections-per-address");
    assertThatThrownBy(() -> new ConnectionSettings(second, 1, second, second.negated()))
        .hasMessageContaining("longest-wait");
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }
}
