package io.privirec.wire.client;

import io.privirec.wire.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** JSON over HTTP/1.1 to one service, with problems as exceptions. */
final class JsonExchange implements AutoCloseable {
  private static final String SUBJECT = "PriviRec-Subject";
  private static final JsonMapper JSON = JsonMapper.shared();

  private final String base;
  private final @Nullable String token;
  private final Duration timeout;
  private final HttpClient http;

  JsonExchange(URI base, @Nullable String token, Duration timeout) {
    this.base = base.toString().replaceAll("/+$", "");
    this.token = token;
    this.timeout = timeout;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            .build();
  }

  static String text(Object value) {
    return JSON.writeValueAsString(value);
  }

  static <T> T read(String line, Class<T> type) {
    return JSON.readValue(line, type);
  }

  <T> T get(String path, Class<T> type) throws IOException, InterruptedException {
    return send(request(path).GET(), type);
  }

  <T> T post(String path, Object body, @Nullable String subject, Class<T> type)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
    if (subject != null) {
      request.header(SUBJECT, subject);
    }
    return send(request, type);
  }

  <T> T put(String path, Object body, Class<T> type) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))),
        type);
  }

  void delete(String path) throws IOException, InterruptedException {
    succeeded(request(path).DELETE()).close();
  }

  void download(String path, Path target) throws IOException, InterruptedException {
    try (InputStream body = succeeded(request(path).GET())) {
      Files.copy(body, target);
    }
  }

  HttpRequest.Builder ndjson(String path, BodyPublisher body) {
    return request(path).header("Content-Type", "application/x-ndjson").POST(body);
  }

  Stream<String> lines(String path, BodyPublisher body) throws IOException, InterruptedException {
    HttpResponse<Stream<String>> response =
        http.send(ndjson(path, body).build(), BodyHandlers.ofLines());
    if (isSuccess(response.statusCode())) {
      return response.body();
    }
    try (Stream<String> lines = response.body()) {
      List<String> all = lines.toList();
      throw problem(response.statusCode(), response.headers(), String.join("\n", all));
    }
  }

  <T> T send(HttpRequest.Builder request, Class<T> type) throws IOException, InterruptedException {
    try (InputStream body = succeeded(request)) {
      return JSON.readValue(body, type);
    } catch (JacksonException e) {
      // Not as the cause: its message may repeat the body.
      throw new IOException("the answer is no " + type.getSimpleName());
    }
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(timeout)
            .header("Accept", "application/json, application/x-ndjson, " + Problem.MEDIA_TYPE);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private InputStream succeeded(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
    if (isSuccess(response.statusCode())) {
      return response.body();
    }
    try (InputStream body = response.body()) {
      throw problem(
          response.statusCode(),
          response.headers(),
          new String(body.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static boolean isSuccess(int status) {
    return status / 100 == 2;
  }

  private static IOException problem(int status, HttpHeaders headers, String body) {
    if (!headers.firstValue("Content-Type").orElse("").startsWith(Problem.MEDIA_TYPE)) {
      return new IOException("answered with " + status + " and no problem: is this the service?");
    }
    try {
      Duration retryAfter =
          headers
              .firstValue("Retry-After")
              .filter(seconds -> seconds.matches("\\d{1,9}"))
              .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
              .orElse(null);
      return new ProblemAnswerException(JSON.readValue(body, Problem.class), retryAfter);
    } catch (JacksonException e) {
      return new IOException("answered with " + status + " and a problem that cannot be read");
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
