package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Batches of callers that send or read slowly, over sockets, and what becomes of the others.
class SlowBatchTest {
  private static final String PATH = "/v1/recommendations:batch";

  /// Answers of many megabytes: more than the kernel keeps for a reader that does not read.
  private static final String LARGE =
      "{\"history\":[{\"item\":\"%s\"}],\"k\":500,\"explain\":true}\n"
          .formatted(TestReleases.item(0))
          .repeat(1_000);

  @RegisterExtension final RunningRecommender service = RunningRecommender.notStarted(1);

  @Test
  void slowSenders_moreThanStreams_standInNobodysWay() throws Exception {
    List<Socket> slow = new ArrayList<>();
    service.run();
    try {
      for (int n = 0; n < 20; n++) {
        slow.add(begin(1_000, "{\"history\":[]}\n"));
      }
      batch("{\"history\":[]}\n").is(200);
      for (Socket socket : slow) {
        send(socket, "{\"history\":[]}\n" + " ".repeat(970));
        assertThat(statusOf(socket)).contains(" 200");
      }
    } finally {
      closeAll(slow);
    }
  }

  @Test
  void readerThatTakesNothing_losesItsStream() throws Exception {
    service.run("--privirec.recommender.batch.streams=1", "--server.tomcat.connection-timeout=1s");
    try (Socket stalled = begin(LARGE.length(), LARGE)) {
      assertThat(statusOf(stalled)).contains(" 200");
      service.await(() -> batch("{\"history\":[]}\n").status() == 200);
      assertThat(linesLeft(stalled)).isLessThan(1_000);
    }
  }

  @Test
  void readerThatTakesLittle_losesItsStream() throws Exception {
    service.run(
        "--privirec.recommender.batch.streams=1",
        "--privirec.recommender.batch.answer-grace=500ms",
        "--privirec.recommender.batch.answer-pace=10MB");
    try (Socket slow = begin(LARGE.length(), LARGE)) {
      assertThat(statusOf(slow)).contains(" 200");
      InputStream in = slow.getInputStream();
      service.await(() -> {
        take(in, 1 << 14);
        return batch("{\"history\":[]}\n").status() == 200;
      });
      assertThat(linesLeft(slow)).isLessThan(1_000);
    }
  }

  @Test
  void readerThatTakesNothing_leavesAPlaceForOtherAddresses() throws Exception {
    String wrong = "{}\n";
    service.run("--privirec.recommender.batch.streams=2");
    try (Socket stalled = begin("127.0.0.2", LARGE.length(), LARGE)) {
      assertThat(statusOf(stalled)).contains(" 200");
      try (Socket second = begin("127.0.0.2", wrong.length(), wrong)) {
        assertThat(statusOf(second)).contains(" 429");
      }
      batch(wrong).is(200);
    }
  }

  private static void take(InputStream in, int bytes) {
    try {
      in.readNBytes(bytes);
    } catch (IOException e) {
      // The service has cut the connection.
    }
  }

  /// Sends the headers and the beginning of a body, when the service waits for it.
  private Socket begin(int length, String beginning) throws IOException {
    return begin("127.0.0.1", length, beginning);
  }

  private Socket begin(String from, int length, String beginning) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(from, 0));
    socket.setReceiveBufferSize(1 << 12);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), service.port()));
    send(
        socket,
        """
        POST %s HTTP/1.1\r
        Host: localhost\r
        Content-Type: %s\r
        Content-Length: %s\r
        Expect: 100-continue\r
        \r
        """
            .formatted(PATH, "application/x-ndjson", length));
    assertThat(statusOf(socket)).contains(" 100");
    send(socket, beginning);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  /// Reads a status line and what is before the body.
  private static String statusOf(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) {
      int one = in.read();
      assertThat(one).as(head.toString()).isNotNegative();
      head.append((char) one);
    }
    return head.substring(0, head.indexOf("\r\n"));
  }

  /// Reads until the service, or the end of the answer, ends it.
  private static long linesLeft(Socket socket) {
    long lines = 0;
    try {
      socket.setSoTimeout(5_000);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines += line.contains("\"line\"") ? 1 : 0;
      }
    } catch (IOException e) {
      // Cut off.
    }
    return lines;
  }

  private static void closeAll(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private Answer batch(String body) {
    return service.ndjson(PATH, body);
  }
}
