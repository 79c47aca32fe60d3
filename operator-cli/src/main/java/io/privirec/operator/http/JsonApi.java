package io.privirec.operator.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON over HTTP/1.1 to one service, with keep-alive. Safe for use by several threads.
final class JsonApi implements AutoCloseable {
  private static final Duration ANSWERED_WITHIN = Duration.ofMinutes(2);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final URI base;
  private final @Nullable AdminToken token;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  JsonApi(URI base, @Nullable AdminToken token) {
    this.base = base;
    this.token = token;
  }

  <T> T get(String path, Class<T> type) throws IOException, InterruptedException {
    return send(request(path).GET(), type);
  }

  <T> List<T> list(String path, Class<T[]> type) throws IOException, InterruptedException {
    return List.of(get(path, type));
  }

  <T> T post(String path, Object body, Class<T> type) throws IOException, InterruptedException {
    return post(path, "application/json", json(body), type);
  }

  <T> T post(String path, String contentType, BodyPublisher body, Class<T> type)
      throws IOException, InterruptedException {
    return send(request(path).header("Content-Type", contentType).POST(body), type);
  }

  /// Where there is nothing to hear.
  void post(String path, Object body) throws IOException, InterruptedException {
    succeeded(request(path).header("Content-Type", "application/json").POST(json(body))).close();
  }

  private static BodyPublisher json(Object body) {
    return BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body));
  }

  /// Writes a body to a file that does not exist.
  void download(String path, Path target) throws IOException, InterruptedException {
    try (InputStream body = succeeded(request(path).GET())) {
      Files.copy(body, target);
    }
  }

  <T> T put(String path, String contentType, BodyPublisher body, Class<T> type)
      throws IOException, InterruptedException {
    return send(request(path).header("Content-Type", contentType).PUT(body), type);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(ANSWERED_WITHIN)
            .header("Accept", "application/json, application/problem+json");
    return token == null ? request : request.header("Authorization", "Bearer " + token.value());
  }

  private <T> T send(HttpRequest.Builder request, Class<T> type)
      throws IOException, InterruptedException {
    try (InputStream body = succeeded(request)) {
      return JSON.readValue(body, type);
    } catch (JacksonException e) {
      throw new IOException(type.getSimpleName() + " expected, unexpected JSON answered", e);
    }
  }

  /// The body of an answer that is no problem.
  private InputStream succeeded(HttpRequest.Builder builder)
      throws IOException, InterruptedException {
    HttpRequest request = builder.build();
    HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
    if (response.statusCode() / 100 == 2) {
      return response.body();
    }
    try (InputStream body = response.body()) {
      throw ProblemException.of(
          request.method() + " " + request.uri(),
          response.statusCode(),
          response.headers(),
          problem(body));
    }
  }

  private static JsonNode problem(InputStream body) throws IOException {
    byte[] bytes = body.readAllBytes();
    try {
      return JSON.readTree(bytes);
    } catch (JacksonException notJson) {
      return JSON.createObjectNode();
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
