package io.privirec.wire.client;

import io.privirec.wire.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// JSON over HTTP/1.1 to one service, with problems as exceptions.
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

  <T> T get(String path, Class<T> type) throws IOException, InterruptedException {
    return send(get(path), type);
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

  /// Of what needs nothing but its path.
  <T> T post(String path, Class<T> type) throws IOException, InterruptedException {
    return send(request(path).POST(BodyPublishers.noBody()), type);
  }

  /// Of what takes the service longer than other calls.
  <T> T post(String path, Duration patience, Class<T> type)
      throws IOException, InterruptedException {
    return send(request(path).timeout(patience).POST(BodyPublishers.noBody()), type);
  }

  <T> T delete(String path, Class<T> type) throws IOException, InterruptedException {
    return send(request(path).DELETE(), type);
  }

  <T> T put(String path, Object body, Class<T> type) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))),
        type);
  }

  void delete(String path) throws IOException, InterruptedException {
    exchange(request(path).DELETE(), BodySubscribers::discarding);
  }

  /// All of it or none: a file that was begun would stand in the way of the next attempt.
  void download(String path, Path target) throws IOException, InterruptedException {
    Path whole = target.toAbsolutePath();
    if (Files.exists(whole)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    Path part = Files.createTempFile(whole.getParent(), "download-", ".part");
    try {
      exchange(request(path).GET(), () -> BodySubscribers.ofFile(part));
      // A rename, since it stays in its directory; unlike an atomic move it replaces nothing.
      Files.move(part, whole);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  HttpRequest.Builder ndjson(String path, BodyPublisher body) {
    return request(path).header("Content-Type", "application/x-ndjson").POST(body);
  }

  HttpRequest.Builder get(String path) {
    return request(path).GET();
  }

  /// The lines of an answer as they come.
  <T> Stream<T> lines(HttpRequest.Builder request, Class<T> type)
      throws IOException, InterruptedException {
    return exchange(request, () -> BodySubscribers.ofLines(StandardCharsets.UTF_8))
        .map(line -> read(line, type));
  }

  <T> T send(HttpRequest.Builder request, Class<T> type) throws IOException, InterruptedException {
    byte[] body = exchange(request, BodySubscribers::ofByteArray);
    try {
      return JSON.readValue(body, type);
    } catch (JacksonException e) {
      throw unreadable(type);
    }
  }

  /// For a line of a stream, which can throw no [IOException] itself.
  private static <T> T read(String line, Class<T> type) {
    try {
      return JSON.readValue(line, type);
    } catch (JacksonException e) {
      throw new UncheckedIOException(unreadable(type));
    }
  }

  /// Without a cause: the message of Jackson's may repeat the body.
  private static IOException unreadable(Class<?> type) {
    return new IOException("the answer is no " + type.getSimpleName());
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(timeout)
            .header("Accept", "application/json, application/x-ndjson, " + Problem.MEDIA_TYPE);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private <T> T exchange(HttpRequest.Builder request, Supplier<BodySubscriber<T>> success)
      throws IOException, InterruptedException {
    return http.send(request.build(), answer -> PatientBody.of(outcome(answer, success), timeout))
        .body()
        .get();
  }

  private static <T> BodySubscriber<Outcome<T>> outcome(
      ResponseInfo answer, Supplier<BodySubscriber<T>> success) {
    if (isSuccess(answer.statusCode())) {
      return BodySubscribers.mapping(success.get(), body -> () -> body);
    }
    return BodySubscribers.mapping(
        BodySubscribers.ofString(StandardCharsets.UTF_8),
        text ->
            () -> {
              throw problem(answer.statusCode(), answer.headers(), text);
            });
  }

  /// What was asked for, or a problem.
  private interface Outcome<T> {
    T get() throws IOException;
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
