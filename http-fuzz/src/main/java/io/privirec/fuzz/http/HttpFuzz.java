package io.privirec.fuzz.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.privirec.fuzz.http.FuzzRequests.FuzzRequest;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Sends malformed requests, and right ones among them, to a service of this process and judges
/// every answer: no 5xx, every error a problem that the operation declares, every success as the
/// operation's schema says, nothing in an answer or in the log that is nobody's business.
///
/// `-Dtests.fuzz.seed=…` makes other requests, `-Dtests.fuzz.requests=…` more of them, and so does
/// `-Dtests.long=true`.
public final class HttpFuzz {
  private static final long SEED = Long.getLong("tests.fuzz.seed", 1);
  private static final int USUAL_REQUESTS = Boolean.getBoolean("tests.long") ? 20_000 : 600;
  private static final int REQUESTS = Integer.getInteger("tests.fuzz.requests", USUAL_REQUESTS);

  private static final int SENDERS = 8;

  /// Most that a service may tell of its meters, whatever it was asked.
  private static final int MOST_BYTES_OF_METERS = 150_000;

  private static final int SHOWN_FAULTS = 20;

  /// Traces of how the service is made, and of where it runs.
  private static final List<String> INTERNALS =
      List.of(
          "Exception",
          "\tat ",
          "io.privirec.",
          "java.",
          "org.springframework",
          "org.apache",
          "Tomcat",
          System.getProperty("user.home") + "/",
          System.getProperty("java.io.tmpdir"));

  private final FuzzTarget target;
  private final FuzzRequests requests;
  private final DeclaredAnswers declared;
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private final Map<String, Integer> accepted = new TreeMap<>();
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  /// Connections that were closed without an answer.
  private final AtomicInteger unanswered = new AtomicInteger();

  /// Those of them that had sent the head of a request: an answer may be lost when a service closes
  /// before it has read all of a body.
  private final AtomicInteger abandoned = new AtomicInteger();

  private final Set<String> codes = ConcurrentHashMap.newKeySet();

  public HttpFuzz(FuzzTarget target) {
    this.target = target;
    try {
      byte[] ask =
          "GET /v3/api-docs HTTP/1.1\r\nHost: localhost\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII);
      RawHttp.Answer document = RawHttp.exchange(target.port(), ask, false).getFirst();
      JsonNode described = JsonMapper.shared().readTree(document.body());
      this.requests = new FuzzRequests(described, target);
      this.declared = new DeclaredAnswers(described);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// Sends a tenth of the requests, so that what is loaded and compiled once is there.
  public void warmUp() {
    run(-REQUESTS / 10, 0);
    accepted.clear();
    refused.set(0);
    unanswered.set(0);
    abandoned.set(0);
  }

  /// Sends all requests, and fails with the first faults.
  ///
  /// @param leastCodes how many kinds of problems must be met
  /// @return accepted requests that may have changed something, by method and path template
  public Map<String, Integer> run(String name, int leastCodes) {
    requireStrictLineEnds();
    run(0, REQUESTS);
    System.out.printf(
        "http fuzz: %s, %d requests, %d of 5xx, codes %s, seed %d%n",
        name,
        sent.get(),
        outcomes.keySet().stream()
            .filter(outcome -> outcome.startsWith("5"))
            .mapToInt(outcomes::get)
            .sum(),
        outcomes,
        SEED);
    System.out.printf(
        "http fuzz: %s, %d of %d refused, as %d kinds of problems, %d closed without an answer, of"
            + " which %d after a whole head, accepted %s%n",
        name, refused.get(), REQUESTS, codes.size(), unanswered.get(), abandoned.get(), accepted);
    int meters = meters();
    System.out.printf("http fuzz: %s, %d bytes of meters%n", name, meters);
    assertThat(meters).as("bytes of meters").isLessThanOrEqualTo(MOST_BYTES_OF_METERS);
    assertThat(faults).as("faults, seed %d", SEED).isEmpty();
    assertThat(refused).as("refused requests").hasValueGreaterThanOrEqualTo(REQUESTS / 2);
    assertThat(codes).as("codes of problems").hasSizeGreaterThanOrEqualTo(leastCodes);
    assertThat(unanswered).as("closed without an answer").hasValueLessThanOrEqualTo(REQUESTS / 50);
    assertThat(abandoned)
        .as("closed without an answer, after a whole head")
        .hasValueLessThanOrEqualTo(REQUESTS / 1000);
    return accepted;
  }

  /// Checks that a head with a bare line feed is a malformed request, at each of its lines.
  private void requireStrictLineEnds() {
    List<String> head = List.of("GET /livez HTTP/1.1", "Host: localhost", "Accept: */*", "");
    String right = String.join("\r\n", head) + "\r\n";
    for (int bare = 0; bare < head.size(); bare++) {
      StringBuilder request = new StringBuilder();
      for (int line = 0; line < head.size(); line++) {
        request.append(head.get(line)).append(line == bare ? "\n" : "\r\n");
      }
      byte[] bytes = (request + right).getBytes(StandardCharsets.US_ASCII);
      try {
        assertThat(RawHttp.exchange(target.port(), bytes, false))
            .as("a bare line feed after line %d of a head", bare)
            .extracting(RawHttp.Answer::status)
            .containsExactly(400);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  /// Bytes of what Prometheus is told.
  private int meters() {
    byte[] ask =
        "GET /actuator/prometheus HTTP/1.1\r\nHost: localhost\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    try {
      RawHttp.Answer answer = RawHttp.exchange(target.port(), ask, false).getFirst();
      assertThat(answer.status()).isEqualTo(200);
      return answer.body().length;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// Bytes on the heap that are reachable.
  public static long liveHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  private void run(int from, int to) {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    LogWatch watch = new LogWatch();
    watch.setContext(root.getLoggerContext());
    watch.start();
    root.addAppender(watch);
    AtomicInteger next = new AtomicInteger(from);
    try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        all.add(
            senders.submit(() -> {
              for (int n = next.getAndIncrement(); n < to; n = next.getAndIncrement()) {
                send(n);
              }
            }));
      }
      for (Future<?> sender : all) {
        sender.get();
      }
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      root.detachAppender(watch);
    }
  }

  private void send(int number) {
    // Neighbouring seeds of Random give alike first numbers.
    FuzzRequest request = requests.next(new Random((SEED << 32) + number * 0x9E3779B97F4A7C15L));
    sent.incrementAndGet();
    try {
      List<RawHttp.Answer> answers =
          RawHttp.exchange(target.port(), request.bytes(), request.head());
      if (answers.isEmpty()) {
        count(outcomes, "closed");
        unanswered.incrementAndGet();
        if (DeclaredAnswers.isRequest(request.bytes())) {
          abandoned.incrementAndGet();
        }
      } else if (answers.stream().allMatch(HttpFuzz::isRefusal)) {
        refused.incrementAndGet();
      }
      for (int i = 0; i < answers.size(); i++) {
        judge(number, request, answers.get(i), i == 0);
      }
    } catch (IOException | AssertionError e) {
      fault(number, e.toString(), request);
    }
  }

  private static boolean isRefusal(RawHttp.Answer answer) {
    return answer.status() >= 400 || answer.status() == RawHttp.NO_STATUS;
  }

  /// @param first whether it answers the beginning of what was sent, which is known
  private void judge(int number, FuzzRequest request, RawHttp.Answer answer, boolean first) {
    if (!isRefusal(answer)) {
      if (first) {
        undeclared(number, request, answer, "");
      }
      count(outcomes, Integer.toString(answer.status()));
      if (!request.operation().matches("(GET|HEAD|OPTIONS) .*")) {
        count(accepted, request.operation());
      }
      return;
    }
    String text = answer.text();
    String outcome = Integer.toString(answer.status());
    if (answer.status() == RawHttp.NO_STATUS) {
      outcome = "HTTP/0.9";
    } else if (!answer.contentType().startsWith("application/problem+json")) {
      fault(number, answer.status() + " as " + answer.contentType() + ": " + text, request);
    } else if (!request.head() || !text.isEmpty()) {
      String code = code(number, request, answer);
      outcome += " " + code;
      if (first) {
        undeclared(number, request, answer, code);
      }
    }
    if (answer.status() >= 500) {
      fault(number, answer.status() + ": " + text, request);
    }
    for (String secret : target.secrets()) {
      if (text.contains(secret)) {
        fault(number, "the answer has a secret: " + text, request);
      }
    }
    for (String internal : INTERNALS) {
      if (text.contains(internal)) {
        fault(number, "the answer tells of " + internal + ": " + text, request);
      }
    }
    if (text.contains(JsonBodies.CANARY)) {
      fault(number, "the answer repeats the body: " + text, request);
    }
    count(outcomes, outcome);
  }

  private void undeclared(int number, FuzzRequest request, RawHttp.Answer answer, String code) {
    declared
        .fault(request.operation(), request.bytes(), answer, code)
        .ifPresent(fault -> fault(number, fault, request));
  }

  private String code(int number, FuzzRequest request, RawHttp.Answer answer) {
    try {
      JsonNode problem = JsonMapper.shared().readTree(answer.body());
      String code = problem.path("code").asString();
      boolean known =
          Arrays.stream(ProblemType.values())
              .anyMatch(type ->
                  type.code().equals(code)
                      && type.status() == answer.status()
                      && type.type().equals(problem.path("type").asString())
                      && problem.path("status").asInt() == answer.status());
      if (!known) {
        fault(number, "not a declared problem: " + answer.text(), request);
      }
      codes.add(code);
      return code;
    } catch (JacksonException e) {
      fault(number, "the problem is no JSON: " + answer.text(), request);
      return "?";
    }
  }

  private void fault(int number, String what, FuzzRequest request) {
    if (faults.size() < SHOWN_FAULTS) {
      faults.add("request %s: %s%n  <- %s".formatted(number, what, request));
    }
  }

  private static void count(Map<String, Integer> counts, String key) {
    synchronized (counts) {
      counts.merge(key, 1, Integer::sum);
    }
  }

  private final class LogWatch extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      String line = event.getFormattedMessage();
      boolean tells =
          line.contains(JsonBodies.CANARY) || target.secrets().stream().anyMatch(line::contains);
      boolean fails = event.getLevel().isGreaterOrEqual(Level.ERROR);
      boolean traces =
          event.getThrowableProxy() != null && event.getLevel().isGreaterOrEqual(Level.INFO);
      if ((tells || fails || traces) && faults.size() < SHOWN_FAULTS) {
        faults.add(
            "log: %s %s: %s %s"
                .formatted(
                    event.getLevel(),
                    event.getLoggerName(),
                    line,
                    event.getThrowableProxy() == null
                        ? ""
                        : event.getThrowableProxy().getClassName()));
      }
    }
  }
}
