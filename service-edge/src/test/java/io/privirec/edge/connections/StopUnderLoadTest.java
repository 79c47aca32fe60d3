package io.privirec.edge.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.privirec.edge.TestService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/// A service is told to end while handlers have all processors and requests wait for their turn.
class StopUnderLoadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void requestsThatWait_areRefused_andThoseAtWorkAreAnswered(@TempDir Path data)
      throws InterruptedException {
    ConfigurableApplicationContext service =
        SpringApplication.run(
            TestService.class,
            "--server.port=0",
            "--privirec.data-dir=" + data,
            "--privirec.http.longest-wait=2s",
            "--spring.autoconfigure.exclude="
                + "io.privirec.edge.postgres.EmbeddedPostgresAutoConfiguration,"
                + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration");
    Admission admission = service.getBean(Connections.class).admission();
    int port = ((ServletWebServerApplicationContext) service).getWebServer().getPort();

    TestService.Spinning.begin(PROCESSORS);
    List<CompletableFuture<HttpResponse<String>>> spinning = ask(port, "/v1/spinning", PROCESSORS);
    await().atMost(PATIENCE).until(TestService.Spinning::areAll);
    int places = PROCESSORS; // Free: twice the processors, and half of them spin.
    List<CompletableFuture<HttpResponse<String>>> others = ask(port, "/v1/open", places + 3);
    await().atMost(PATIENCE).until(() -> admission.waiting() == 3);

    // Answers need the common pool, which may have a single thread.
    Thread end = Thread.ofPlatform().start(service::close);
    assertThat(others.stream().map(CompletableFuture::join))
        .allSatisfy(answer -> {
          assertThat(answer.statusCode()).isEqualTo(503);
          assertThat(answer.body()).contains("overloaded");
          assertThat(answer.headers().firstValue("Retry-After")).isPresent();
          assertThat(answer.headers().firstValue("Connection")).hasValue("close");
        });
    TestService.Spinning.end();
    assertThat(spinning.stream().map(CompletableFuture::join))
        .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
    assertThat(end.join(PATIENCE)).isTrue();
  }

  private List<CompletableFuture<HttpResponse<String>>> ask(int port, String path, int times) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:%s%s".formatted(port, path))).build();
    return Stream.generate(() -> http.sendAsync(request, BodyHandlers.ofString()))
        .limit(times)
        .toList();
  }
}
