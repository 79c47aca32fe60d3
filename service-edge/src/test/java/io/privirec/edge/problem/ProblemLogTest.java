package io.privirec.edge.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.EdgeServiceTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// Whoever is told a trace id finds it in the log.
@ExtendWith(OutputCaptureExtension.class)
class ProblemLogTest extends EdgeServiceTest {
  @Test
  void problems_ofFiltersControllersAndTheContainer_areInTheLogUnderTheirTraceId(
      CapturedOutput output) {
    List<HttpResponse<String>> problems =
        List.of(
            get("/v1/secrets"),
            get("/v1/nowhere"),
            get("/v1/fails"),
            get("/v1/things/not-to-be-logged/with?a=query-of-a-user"),
            send(
                "POST",
                "/v1/recommendations",
                BodyPublishers.ofString("{"),
                "Content-Type",
                "application/json"),
            send("DELETE", "/v1/open", BodyPublishers.noBody()));

    for (HttpResponse<String> problem : problems) {
      assertThat(problem.statusCode()).isGreaterThanOrEqualTo(400);
      String traceId = json(problem).path("traceId").asString();
      String code = json(problem).path("code").asString();
      assertThat(output.getAll().lines())
          .as(problem.body())
          .anyMatch(line -> line.contains("[" + traceId + "]") && line.endsWith(" " + code));
    }
    assertThat(output).doesNotContain("not-to-be-logged", "query-of-a-user");
  }

  /// Pollers ask again and again: an answer that they expect has no line, unless somebody looks for
  /// it.
  @Test
  void problems_thatPollersExpect_areLoggedForDebuggingAlone(CapturedOutput output) {
    for (String path : List.of("/v1/newest", "/v1/busy")) {
      String quiet = json(get(path)).path("traceId").asString();
      LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
      logging.setLogLevel(ProblemLog.class.getName(), LogLevel.DEBUG);
      String shown = json(get(path)).path("traceId").asString();
      logging.setLogLevel(ProblemLog.class.getName(), null);

      assertThat(output.getAll()).doesNotContain(quiet);
      assertThat(output.getAll().lines())
          .anyMatch(line -> line.contains("DEBUG") && line.contains("[" + shown + "]"));
    }
  }
}
