package io.privirec.edge.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.TestService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** What one address can do with connections, over TCP. */
class GuardedProtocolTest {
  private static final String HEAD = "GET /v1/open HTTP/1.1\r\nHost: localhost\r\n";
  private static final int MOST = 4;
  private static final int BOUND_MILLIS = 20_000;

  @TempDir Path data;
  private final List<Socket> sockets = new ArrayList<>();
  private ConfigurableApplicationContext context;
  private Connections connections;

  @BeforeEach
  void run() {
    context =
        SpringApplication.run(
            TestService.class,
            "--server.port=0",
            "--privirec.data-dir=" + data,
            "--privirec.admin-token=0123456789-admin-token",
            "--privirec.http.head-deadline=2s",
            "--privirec.http.connections-per-address=" + MOST);
    connections = context.getBean(Connections.class);
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    context.close();
  }

  private Socket connect(String from) throws IOException {
    int port = Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    Socket socket = new Socket();
    sockets.add(socket);
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(BOUND_MILLIS);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** The head and the body of an answer of {@code /v1/open}. */
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

  /** Sends the same bytes again and again, until the service has closed the connection. */
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

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofMillis(BOUND_MILLIS).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  @Test
  void head_thatComesByteByByte_isCutOffAtItsDeadline() throws IOException {
    Socket socket = connect("127.0.0.1");
    send(socket, HEAD + "X-Slow: ");
    assertThat(isCutOffWhileSending(socket, "a")).isTrue();
    assertThat(connections.late()).isEqualTo(1);
  }

  @Test
  void secondHead_thatComesByteByByte_isCutOffToo() throws IOException {
    Socket socket = connect("127.0.0.1");
    send(socket, HEAD + "\r\n");
    assertThat(answer(socket)).contains("200");
    send(socket, HEAD + "X-Slow: ");
    assertThat(isCutOffWhileSending(socket, "a")).isTrue();
  }

  @Test
  void emptyLines_areNoRequest() throws IOException {
    Socket socket = connect("127.0.0.1");
    assertThat(isCutOffWhileSending(socket, "\r\n")).isTrue();
    Socket second = connect("127.0.0.1");
    send(second, HEAD + "\r\n");
    assertThat(answer(second)).contains("200");
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
    Socket socket = connect("127.0.0.1");
    send(socket, HEAD + "\r\n");
    assertThat(answer(socket)).contains("200");
    // Another one that is late shows that the deadline has passed.
    Socket slow = connect("127.0.0.1");
    send(slow, HEAD);
    await(() -> connections.late() == 1);
    send(socket, HEAD + "\r\n");
    assertThat(answer(socket)).contains("200");
  }

  @Test
  void address_withAsManyAsItMayHave_getsNoMore_andOthersDo() throws Exception {
    for (int n = 0; n < MOST; n++) {
      Socket socket = connect("127.0.0.1");
      send(socket, HEAD + "\r\n");
      assertThat(answer(socket)).contains("200");
    }
    Socket refused = connect("127.0.0.1");
    assertThat(isClosed(refused)).isTrue();
    assertThat(connections.refused()).isEqualTo(1);
    Socket other = connect("127.0.0.2");
    send(other, HEAD + "\r\n");
    assertThat(answer(other)).contains("200");
    sockets.getFirst().close();
    await(() -> connections.size() == MOST);
    Socket again = connect("127.0.0.1");
    send(again, HEAD + "\r\n");
    assertThat(answer(again)).contains("200");
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
    assertThat(connections.refused()).isZero();
  }

  @Test
  void settings_outOfRange_areRefused() {
    assertThatThrownBy(() -> new ConnectionSettings(Duration.ZERO, 1))
        .hasMessageContaining("head-deadline");
    assertThatThrownBy(() -> new ConnectionSettings(Duration.ofSeconds(1), 0))
        .hasMessageContaining("connections-per-address");
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }
}
