package io.privirec.client.coordinator;

import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.problem.Pace;
import io.privirec.wire.client.PatientBody;
import io.privirec.wire.client.UntrustedCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Makes calls: HTTP/1.1 (cleartext HTTP/2 breaks large uploads), repeated a bounded number of
/// times when nobody answers, the answer comes too slowly or is "try later". Every call of the
/// protocol may be repeated.
final class Exchange implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Exchange.class);
  private static final Set<Integer> TRY_LATER = Set.of(408, 429, 502, 503, 504, 507);
  private static final int PROBLEM_LIMIT = 1 << 16;

  /// Longer than any JSON answer: a session of 10,000 participants whose ids have 64 characters
  /// lists them in its cohort and after each of up to 17 rounds, which is 12 MB.
  static final int JSON_LIMIT = 16 << 20;

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(10);

  private final HttpClient http;
  private final URI base;
  private final Backoff backoff;
  private final Pace pace;
  private final CoordinatorContact contact;
  private final ClockDifference clocks;
  private final CountDownLatch closed = new CountDownLatch(1);

  /// @param pace of every answer
  /// @param contact is told how calls end
  /// @param clocks hears the time of every answer
  Exchange(
      URI base,
      SSLContext tls,
      Backoff backoff,
      Pace pace,
      CoordinatorContact contact,
      ClockDifference clocks) {
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .followRedirects(HttpClient.Redirect.NEVER)
            .sslContext(tls)
            .build();
    String text = base.toString();
    this.base = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    this.backoff = backoff;
    this.pace = pace;
    this.contact = contact;
    this.clocks = clocks;
  }

  /// Makes the value of the `Authorization` header for one attempt.
  @FunctionalInterface
  interface Signer {
    String authorization(Call call, URI uri);
  }

  /// Reads a successful answer.
  @FunctionalInterface
  interface Reader<T> {
    T read(InputStream body) throws IOException;
  }

  /// Makes a call whose answer is read to its end.
  ///
  /// @param limitBytes a longer answer is not read to its end, and refused
  /// @throws CoordinatorException.TooLong if it is longer
  <T> T call(Call call, @Nullable Signer signer, long limitBytes, Reader<T> reader) {
    for (int attempt = 1; ; attempt++) {
      Duration wait = backoff.after(attempt);
      String failure;
      @Nullable IOException cause = null;
      try {
        HttpResponse<InputStream> response =
            http.send(request(call, signer), _ -> paced(BodySubscribers.ofInputStream()));
        clocks.heard(response.headers());
        try (InputStream body = response.body()) {
          if (!TRY_LATER.contains(response.statusCode()) || response.statusCode() == 429) {
            contact.answered();
          }
          if (response.statusCode() / 100 == 2) {
            return read(call, body, limitBytes, reader);
          }
          if (!TRY_LATER.contains(response.statusCode())) {
            throw refusal(response.statusCode(), body);
          }
          wait = retryAfter(response).orElse(wait);
          failure = "answered " + response.statusCode();
        }
      } catch (IOException e) {
        failure = inWords(e);
        cause = e;
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
      if (attempt == backoff.attempts()) {
        String message = "coordinator at " + base + " " + failure;
        if (closed.getCount() > 0) {
          if (cause == null) {
            contact.unavailable(message);
          } else {
            contact.failed(message);
          }
        }
        throw cause == null
            ? new CoordinatorException.Unreachable(message)
            : new CoordinatorException.Unreachable(message, cause);
      }
      log.debug("{} {}; the call is repeated", call.method(), failure);
      pause(wait);
    }
  }

  /// The body as a whole must keep the pace.
  private <T> PatientBody<T> paced(BodySubscriber<T> reader) {
    return new PatientBody<>(
        reader,
        (received, waited, waiting) -> pace.freeNanos(received) - waited - waiting,
        "the answer came with less than %s bytes per second after the first %s seconds"
            .formatted(pace.bytesPerSecond(), pace.grace().toSeconds()));
  }

  private static String inWords(IOException e) {
    return UntrustedCertificate.in(e)
        .map(fault ->
            "cannot be reached by TLS: "
                + CoordinatorText.printable(fault)
                + " (privirec.coordinator.ssl-bundle names whom to trust)")
        .orElseGet(() -> {
          if (isOf(HttpTimeoutException.class, e)) {
            return "answers too slowly";
          }
          if (isOf(UnresolvedAddressException.class, e)) {
            return "cannot be reached: its name has no address";
          }
          if (isOf(ConnectException.class, e)) {
            return "cannot be reached: nobody takes the connection";
          }
          if (e instanceof FileSystemException local) {
            return "gave an answer that cannot be kept here: "
                + Objects.requireNonNullElse(local.getReason(), "the file cannot be written");
          }
          return "cannot be reached: the connection broke off"
              + (e.getMessage() == null ? "" : ": " + CoordinatorText.printable(e.getMessage()));
        });
  }

  /// What made the call, or reads a body, wraps the reason.
  private static boolean isOf(Class<? extends Throwable> reason, IOException e) {
    return Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
        .anyMatch(reason::isInstance);
  }

  <T> T callJson(Call call, @Nullable Signer signer, Class<T> type) {
    return call(call, signer, JSON_LIMIT, body -> read(body, type));
  }

  /// Reads a JSON answer.
  ///
  /// @throws IOException if it is none of that type
  static <T> T read(InputStream body, Class<T> type) throws IOException {
    @Nullable T value;
    try {
      value = JSON.readValue(body, type);
    } catch (JacksonException e) {
      throw new IOException("answer is no " + type.getSimpleName(), e);
    }
    if (value == null) {
      throw new IOException("answer is null instead of " + type.getSimpleName());
    }
    return value;
  }

  private static <T> T read(Call call, InputStream body, long limitBytes, Reader<T> reader)
      throws IOException {
    LimitedBody limited = new LimitedBody(body, limitBytes);
    try {
      return reader.read(limited);
    } catch (IOException e) {
      if (limited.isTooLong()) {
        throw new CoordinatorException.TooLong(call, limitBytes, e);
      }
      throw e;
    }
  }

  byte[] toJson(Object value) {
    return JSON.writeValueAsBytes(value);
  }

  private HttpRequest request(Call call, @Nullable Signer signer) {
    URI uri = URI.create(base + call.path());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).timeout(call.timeout()).method(call.method(), call.body());
    call.headers().forEach(request::header);
    if (signer != null) {
      request.header("Authorization", signer.authorization(call, uri));
    }
    return request.build();
  }

  private CoordinatorException.Refused refusal(int status, InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(PROBLEM_LIMIT);
    try {
      JsonNode problem = JSON.readTree(bytes);
      return new CoordinatorException.Refused(
          status,
          CoordinatorText.printable(problem.path("code").asString("unknown")),
          CoordinatorText.printable(problem.path("detail").asString("")));
    } catch (JacksonException e) {
      return new CoordinatorException.Refused(status, "unknown", "no problem details");
    }
  }

  private static Optional<Duration> retryAfter(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(value -> value.matches("[0-9]{1,6}"))
        .map(value -> Duration.ofSeconds(Long.parseLong(value)))
        .map(time -> time.compareTo(LONGEST_RETRY_AFTER) < 0 ? time : LONGEST_RETRY_AFTER);
  }

  private void pause(Duration time) {
    try {
      if (closed.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new CoordinatorException.Unreachable("this client is closed");
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static CoordinatorException.Unreachable interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new CoordinatorException.Unreachable("interrupted while calling the coordinator", e);
  }

  /// Calls under way fail, and are not repeated.
  @Override
  public void close() {
    closed.countDown();
    http.shutdownNow();
  }
}
