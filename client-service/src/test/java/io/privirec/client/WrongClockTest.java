package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// The clock of a holder is ten minutes ahead, and the coordinator rejects each request.
@ExtendWith(OutputCaptureExtension.class)
class WrongClockTest {
  private static final Pattern AHEAD =
      Pattern.compile("(?m)^privirec_client_clock_difference_seconds (59[0-9]|60[0-9])\\.");

  private static final Pattern REJECTED =
      Pattern.compile(
          "privirec_dependency_failures_total\\{cause=\"refused\",dependency=\"coordinator\"\\} [1-9]");

  @TempDir Path data;

  @Test
  void difference_isInTheLogAndTheMetrics_andTheServiceIsReady(CapturedOutput log)
      throws Exception {
    try (TestCoordinator coordinator = new TestCoordinator();
        TestClient client = new TestClient(data, coordinator)) {
      client.readsTime(InstantSource.offset(InstantSource.system(), Duration.ofMinutes(10)));
      client.start();
      client.host("p1");
      TestClient.await("calls are rejected", () -> REJECTED.matcher(scrape(client)).find());
      assertThat(scrape(client)).containsPattern(AHEAD);
      assertThat(log)
          .containsPattern(
              "This holder's clock is (59[0-9]|60[0-9]) s ahead of the coordinator's: set it")
          .contains("Outage of the coordinator (refused)");
      assertThat(client.get("/readyz").statusCode()).isEqualTo(200);
    }
  }

  private static String scrape(TestClient client) {
    return client.get("/actuator/prometheus").body();
  }
}
