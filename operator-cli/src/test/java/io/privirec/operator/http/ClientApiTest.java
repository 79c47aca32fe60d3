package io.privirec.operator.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Approvals of sessions without noise, at a client-service that measures for other callers.
class ClientApiTest {
  private static final String EXPOSURE = "/v1/participants/p1/sessions/s1/exposure";
  private static final String APPROVAL = "/v1/participants/p1/sessions/s1:approve";

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger busyAnswers = new AtomicInteger();
  private volatile String retryAfter = "0";
  private volatile boolean isMeasured;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/participants", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(path);
    exchange.getRequestBody().readAllBytes();
    if (path.equals(APPROVAL)) {
      answer(exchange, isMeasured ? 200 : 409, "{\"code\": \"exposure-not-measured\"}");
    } else if (busyAnswers.getAndDecrement() > 0) {
      exchange.getResponseHeaders().add("Retry-After", retryAfter);
      answer(exchange, 429, "{\"code\": \"too-many-requests\"}");
    } else {
      isMeasured = true;
      answer(
          exchange,
          200,
          """
          {"sessionId": "s1", "participant": "p1", "decoder": "v1", "users": 3, "method": "m",
           "equations": 1, "equationsBefore": 0, "allReadFrom": 9, "uncountedSums": 0,
           "measuredAt": "2026-01-01T00:00:00Z", "text": "t"}
          """);
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void approve(Duration measuredWithin) throws IOException, InterruptedException {
    URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    try (ClientApi client = new ClientApi(base, new AdminToken("t"), measuredWithin)) {
      client.approve("p1", "s1", List.of(1));
    }
  }

  @Test
  void approval_waitsForTheMeasurementOfAnotherCaller() throws Exception {
    busyAnswers.set(2);

    approve(Duration.ofMinutes(1));

    assertThat(requests).containsExactly(APPROVAL, EXPOSURE, EXPOSURE, EXPOSURE, APPROVAL);
  }

  @Test
  void approval_endsIfTheServiceStatesALongerWaitThanTheApproverHas() {
    busyAnswers.set(1);
    retryAfter = "120";

    assertThatThrownBy(() -> approve(Duration.ofMinutes(1)))
        .isInstanceOfSatisfying(
            ProblemException.class,
            busy -> {
              assertThat(busy.status()).isEqualTo(429);
              assertThat(busy.retryAfter()).contains(Duration.ofMinutes(2));
            });
    assertThat(requests).containsExactly(APPROVAL, EXPOSURE);
  }

  @Test
  void approval_ofAMeasuredSession_asksForNoMeasurement() throws Exception {
    isMeasured = true;

    approve(Duration.ZERO);

    assertThat(requests).containsExactly(APPROVAL);
  }
}
