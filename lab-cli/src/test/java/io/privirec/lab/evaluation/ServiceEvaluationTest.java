package io.privirec.lab.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.privirec.wire.ProblemType;
import io.privirec.wire.client.ProblemAnswerException;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServiceEvaluationTest {
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private RecommenderClient recommender;
  private volatile int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/recommendations", this::answer);
    server.start();
    recommender =
        RecommenderClient.at(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
            .build();
  }

  @AfterEach
  void stop() {
    recommender.close();
    server.stop(0);
  }

  /** A recommender that always answers d, c. */
  private void answer(HttpExchange exchange) throws IOException {
    requests.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    byte[] body =
        (status == 200
                ? """
                {"modelVersion": "r1", "filterHash": "f", "sessionId": "s1",
                 "strategy": "personalized", "tookMicros": 1,
                 "items": [{"item": "d", "rank": 1, "score": 2.0},
                           {"item": "c", "rank": 2, "score": 1.0}],
                 "ignoredItems": [], "filtered": {"seen": 0, "excluded": 0, "category": 0, "unavailable": 0}}
                """
                : """
                {"status": 503, "code": "model-not-loaded", "detail": "no release yet"}
                """)
            .getBytes(StandardCharsets.UTF_8);
    exchange
        .getResponseHeaders()
        .add("Content-Type", status == 200 ? "application/json" : "application/problem+json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Quality evaluate(String session) throws IOException, InterruptedException {
    return new ServiceEvaluation(new TestUsers(TestDatasets.threeUsers()), recommender)
        .run(session, _ -> {});
  }

  @Test
  void run_everyTestUser_isAskedForWithItsTrainHistory() throws Exception {
    Quality quality = evaluate("s1");
    assertThat(requests)
        .containsExactlyInAnyOrder(
            "{\"history\":[{\"item\":\"a\"},{\"item\":\"b\"}],\"k\":20}",
            "{\"history\":[{\"item\":\"a\"}],\"k\":20}");
    // ada's c is second; bob has one of two, first.
    assertThat(quality.recall()).isEqualTo((1 + .5) / 2);
    assertThat(quality.users()).isEqualTo(2);
  }

  @Test
  void ask_everyTestUser_tellsWhichModelAnswered() throws Exception {
    ServiceEvaluation.Served served =
        new ServiceEvaluation(new TestUsers(TestDatasets.threeUsers()), recommender).ask(_ -> {});

    assertThat(served.model()).isEqualTo("r1");
    assertThat(served.lists()).hasDimensions(2, 2);
  }

  @Test
  void run_answerOfAnotherSession_isRefused() {
    assertThatThrownBy(() -> evaluate("s2"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("from session s1 instead of s2");
  }

  @Test
  void run_problem_isPassedOnWithItsCode() {
    status = 503;
    assertThatThrownBy(() -> evaluate("s1"))
        .isInstanceOfSatisfying(
            ProblemAnswerException.class,
            problem -> {
              assertThat(problem.problem().status()).isEqualTo(503);
              assertThat(problem.type()).contains(ProblemType.MODEL_NOT_LOADED);
            })
        .hasMessageContaining("no release yet");
  }
}
