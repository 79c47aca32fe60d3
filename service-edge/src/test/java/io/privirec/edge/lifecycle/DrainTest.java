package io.privirec.edge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.privirec.edge.TestService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

class DrainTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;

  @Test
  void serviceThatIsToldToEnd_isNotReadyAnswersAndSendsCallersAway() throws Exception {
    ConfigurableApplicationContext service =
        SpringApplication.run(
            TestService.class,
            "--server.port=0",
            "--server.address=127.0.0.1",
            "--privirec.data-dir=" + directory,
            "--privirec.drain-time=1h",
            "--spring.autoconfigure.exclude="
                + "io.privirec.edge.postgres.EmbeddedPostgresAutoConfiguration,"
                + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration");
    Thread end = Thread.ofPlatform().unstarted(service::close);
    try (HttpClient http = HttpClient.newHttpClient()) {
      URI base =
          URI.create(
              "http://127.0.0.1:"
                  + ((ServletWebServerApplicationContext) service).getWebServer().getPort());
      assertThat(get(http, base, "/readyz").statusCode()).isEqualTo(200);
      assertThat(get(http, base, "/v1/open").headers().firstValue("Connection")).isEmpty();

      end.start();

      await().atMost(PATIENCE).until(() -> get(http, base, "/readyz").statusCode() == 503);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            HttpResponse<String> answer = get(http, base, "/v1/open");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Connection")).contains("close");
          });
      assertThat(get(http, base, "/livez").statusCode()).isEqualTo(200);

      end.interrupt(); // the time is up
      assertThat(end.join(PATIENCE)).isTrue();
      assertThatThrownBy(() -> get(http, base, "/v1/open")).isInstanceOf(IOException.class);
    } finally {
      if (end.getState() == Thread.State.NEW) {
        end.start();
      }
      end.interrupt();
      end.join();
    }
  }

  private static HttpResponse<String> get(HttpClient http, URI base, String path)
      throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(base.resolve(path)).build(), BodyHandlers.ofString());
  }
}
