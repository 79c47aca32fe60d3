package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches of callers that send or read slowly, over sockets, and what becomes of the others. */
class SlowBatchTest {
  private static final String NDJSON = "application/x-ndjson";
  private static final String PATH = "/v1/recommendations:batch";

  /** Answers of many megabytes: more than the kernel keeps for a reader that does not read. */
  private static final String LARGE =
      "{\"history\":[{\"item\":\"%s\"}],\"k\":500,\"explain\":true}\n"
          .formatted(TestReleases.items().getFirst())
          .repeat(1_000);

  @TempDir static Path directory;
  private static TestCoordinator coordinator;

  @BeforeAll
  static void start() throws Exception {
    coordinator = new TestCoordinator();
    coordinator.publish(TestReleases.write(directory, 1));
  }

  @AfterAll
  static void stop() {
    coordinator.close();
  }

  private static RunningRecommender run(String data, String... more) throws Exception {
    RunningRecommender service =
        RunningRecommender.start(directory.resolve(data), coordinator.uri(), more);
    service.awaitReady();
    return service;
  }

  @Test
  void slowSenders_moreThanStreams_standInNobodysWay() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try (RunningRecommender service = run("senders")) {
      for (int n = 0; n < 20; n++) {
        slow.add(begin(service, 1_000, "{\"history\":[]}\n"));
      }
      assertThat(batch(service, "{\"history\":[]}\n").statusCode()).isEqualTo(200);
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
    try (RunningRecommender service =
            run(
                "stalled",
                "--privirec.recommender.batch.streams=1",
                "--server.tomcat.connection-timeout=1s");
        Socket stalled = begin(service, LARGE.length(), LARGE)) {
      assertThat(statusOf(stalled)).contains(" 200");
      service.await(() -> batch(service, "{\"history\":[]}\n").statusCode() == 200);
      assertThat(linesLeft(stalled)).isLessThan(1_000);
    }
  }

  @Test
  void readerThatTakesLittle_losesItsStream() throws Exception {
    try (RunningRecommender service =
            run(
                "trickle",
                "--privirec.recommender.batch.streams=1",
                "--privirec.recommender.batch.answer-grace=500ms",
                "--privirec.recommender.batch.answer-pace=10MB");
        Socket slow = begin(service, LARGE.length(), LARGE)) {
      assertThat(statusOf(slow)).contains(" 200");
      InputStream in = slow.getInputStream();
      service.await(() -> {
        take(in, 1 << 14);
        return batch(service, "{\"history\":[]}\n").statusCode() == 200;
      });
      assertThat(linesLeft(slow)).isLessThan(1_000);
    }
  }

  @Test
  void readerThatTakesNothing_leavesAPlaceForOtherAddresses() throws Exception {
    String wrong = "{}\n";
    try (RunningRecommender service = run("place", "--privirec.recommender.batch.streams=2");
        Socket stalled = begin("127.0.0.2", service, LARGE.length(), LARGE)) {
      assertThat(statusOf(stalled)).contains(" 200");
      try (Socket second = begin("127.0.0.2", service, wrong.length(), wrong)) {
        assertThat(statusOf(second)).contains(" 429");
      }
      assertThat(batch(service, wrong).statusCode()).isEqualTo(200);
    }
  }

  private static void take(InputStream in, int bytes) {
    try {
      in.readNBytes(bytes);
    } catch (IOException e) {
      // The service has cut the connection.
    }
  }

  /** Sends the headers and the beginning of a body, when the service waits for it. */
  private static Socket begin(RunningRecommender service, int length, String beginning)
      throws IOException {
    return begin("127.0.0.1", service, length, beginning);
  }

  private static Socket begin(String from, RunningRecommender service, int length, String beginning)
      throws IOException {
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
        Content-Length: %d\r
        Expect: 100-continue\r
        \r
        """
            .formatted(PATH, NDJSON, length));
    assertThat(statusOf(socket)).contains(" 100");
    send(socket, beginning);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  /** Reads a status line and what is before the body. */
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

  /** Reads until the service, or the end of the answer, ends it. */
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

  private static HttpResponse<String> batch(RunningRecommender service, String body) {
    return service.admin("POST", PATH, NDJSON, body);
  }
}
