package io.privirec.edge.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import io.privirec.edge.TestService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// More requests than a service can answer in time, over HTTP: some have all processors, and many
/// wait.
@TestPropertySource(properties = "privirec.http.longest-wait=1s")
class OverloadTest extends EdgeServiceTest {
  private static final int WAITING = 1_000;

  @Autowired private Connections connections;
  @Autowired private GuardedConnectors connectors;
  @Autowired private ServletWebServerApplicationContext context;

  private final Deque<Runnable> held = new ConcurrentLinkedDeque<>();
  private final List<CompletableFuture<HttpResponse<String>>> spinning = new ArrayList<>();

  private CompletableFuture<HttpResponse<String>> ask(HttpRequest.Builder request) {
    return CLIENT.sendAsync(request.build(), BodyHandlers.ofString());
  }

  private CompletableFuture<HttpResponse<String>> ask(String path) {
    return ask(HttpRequest.newBuilder(uri(path)));
  }

  /// Handlers have all processors, and more requests wait than a second is enough for.
  private void overload() throws Exception {
    int processors = Runtime.getRuntime().availableProcessors();
    TestService.Spinning.begin(processors);
    for (int n = 0; n < processors; n++) {
      spinning.add(ask("/v1/spinning"));
    }
    await(TestService.Spinning::areAll);
    for (int n = 0; n < WAITING; n++) {
      connections.admission().execute(held::add, () -> {}, () -> {});
    }
    // The first that another one was ahead of had its turn after 100 ms, so that the mean is at
    // least 50 ms / 32. Before it came those for which there were places.
    Thread.sleep(100);
    for (int n = 0; n <= 2 * processors; n++) {
      held.remove().run();
    }
  }

  @AfterEach
  void end() {
    TestService.Spinning.end();
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (connections.admission().waiting() > 0 || !held.isEmpty()) {
      assertThat(System.nanoTime() - deadline).isNegative();
      Runnable next = held.poll();
      if (next != null) {
        next.run();
      }
    }
    spinning.forEach(CompletableFuture::join);
  }

  private void keepsItsConnection() throws Exception {
    Socket socket = connect("127.0.0.1");
    for (int n = 0; n < 3; n++) {
      send(socket, "GET /v1/open HTTP/1.1\r\nHost: localhost\r\n\r\n");
      byte[] head = socket.getInputStream().readNBytes("HTTP/1.1 503".length());
      assertThat(new String(head, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 503");
      while (socket.getInputStream().read() != '}') {
        // The rest of the answer.
      }
    }
    // A HEAD has no body, so that the next answer begins where it ends.
    send(socket, "HEAD /v1/open HTTP/1.1\r\nHost: localhost\r\n\r\n");
    String head = "";
    while (!head.endsWith("\r\n\r\n")) {
      head += (char) socket.getInputStream().read();
    }
    assertThat(head).startsWith("HTTP/1.1 503");
    // Of a body that is not there nothing is waited for.
    send(socket, "POST /v1/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n");
    assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
        .startsWith("HTTP/1.1 503")
        .endsWith("}");
  }

  /// All that is answered until the service closes the connection.
  private String answersTo(String requests) throws Exception {
    Socket socket = connect("127.0.0.1");
    send(socket, requests);
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }

  private static int count(String part, String text) {
    return text.split(part, -1).length - 1;
  }

  @Test
  void refusedRequest_thatAProxyMayReadInAnotherWay_endsItsConnection() throws Exception {
    overload();
    String next = "GET /v1/open HTTP/1.1\r\nHost: localhost\r\n\r\n";
    // A proxy that takes both lines for one header takes the body for a request.
    String hidden =
        "GET /v1/open HTTP/1.1\r\nHost: localhost\r\nX-A: b\nContent-Length: %s\r\n\r\n"
            .formatted(next.length());
    assertThat(count("HTTP/1.1 ", answersTo(hidden + next + next))).isEqualTo(1);
  }

  @Test
  void refusal_thatEndsTheConnection_saysSo() throws Exception {
    overload();
    assertThat(
            answersTo("POST /v1/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"))
        .startsWith("HTTP/1.1 503")
        .contains("\r\nConnection: close\r\n");
    assertThat(answersTo("GET /v1/open HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 503")
        .contains("\r\nConnection: close\r\n");
  }

  @Test
  void requestThatCannotBeRead_isRejectedAsEver() throws Exception {
    overload();
    assertThat(
            answersTo(
                "GET /v1/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\n"))
        .startsWith("HTTP/1.1 400");
  }

  @Test
  void health_whileOthersAreRefused_endsItsConnection() throws Exception {
    overload();
    String next = "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assertThat(answersTo(next.repeat(3)))
        .startsWith("HTTP/1.1 200")
        .contains("\r\nConnection: close\r\n")
        .satisfies(answers -> assertThat(count("HTTP/1.1 ", answers)).isEqualTo(1));
  }

  @Test
  void requestOfItsOwn_isNotRefused() throws Exception {
    overload();
    try (OwnPort own = OwnPort.open(context.getWebServer(), connectors);
        OwnPort.Caller caller = own.connect()) {
      CompletableFuture<Integer> status =
          CompletableFuture.supplyAsync(() -> {
            try {
              return caller.post(
                  "/v1/recommendations",
                  "{\"history\":[{\"item\":\"a\"}]}".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      // A refusal would be there soon.
      Thread.sleep(500);
      end();
      assertThat(status.join()).isEqualTo(200);
    }
  }

  @Test
  void request_thatWouldWaitTooLong_isRefusedAtOnce_andHealthIsAnswered() throws Exception {
    overload();
    // All processors are taken until the end of the test.
    HttpResponse<String> refused =
        ask(HttpRequest.newBuilder(uri("/v1/recommendations"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"history\":[]}")))
            .join();
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    JsonNode problem = JsonMapper.shared().readTree(refused.body());
    assertThat(problem.get("code").asString()).isEqualTo("overloaded");
    assertThat(problem.get("traceId").asString()).matches("[0-9a-f]{32}");
    assertThat(ask("/readyz").join().statusCode()).isEqualTo(200);
    keepsItsConnection();
    assertThat(ask("/actuator/prometheus").join().body())
        .contains("privirec_requests_overloaded_total", "privirec_requests_waiting");
    end();
    assertThat(get("/v1/open").statusCode()).isEqualTo(200);
  }

  /// A thousand requests are there before the first answer. The turn of their connection ends, so
  /// that others have turns.
  @Test
  void requests_thatAreSentWithoutWaiting_haveOneTurn() throws IOException {
    String head = "GET /v1/open HTTP/1.1\r\nHost: localhost\r\n\r\n";
    StringBuilder answers = new StringBuilder();
    try (Socket socket = connect("127.0.0.1")) {
      send(socket, head.repeat(1_000));
      for (int next = 0; next >= 0; ) {
        next = socket.getInputStream().read();
        answers.append((char) next);
      }
    } catch (SocketException e) {
      // Closed while requests were on their way.
    }
    assertThat(answers.toString().split("HTTP/1.1 200", -1)).hasSizeBetween(2, 65);
  }
}
