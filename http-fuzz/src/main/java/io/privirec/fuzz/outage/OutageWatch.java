package io.privirec.fuzz.outage;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/// Looks at a service while a dependency fails: scrapes, readiness, and each line of the log of
/// this process. A single thread uses it.
public final class OutageWatch implements AutoCloseable {
  private static final String SCRAPE = "/actuator/prometheus";
  private static final String READY = "/readyz";

  /// Bars of answers, throughout an outage.
  private static final Map<String, Duration> BARS =
      Map.of(SCRAPE, Duration.ofSeconds(1), READY, Duration.ofSeconds(2));

  private static final long PAUSE_MILLIS = 200;
  private static final int LINES_PER_MINUTE = 60;
  private static final long IDLE_LINES_PER_MINUTE = 5;

  private final URI service;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Queue<ILoggingEvent> lines = new ConcurrentLinkedQueue<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(event);
        }
      };
  private final List<Integer> ready = new ArrayList<>();
  private final long began = System.nanoTime();
  private final Map<String, Duration> slowest = new HashMap<>();
  private final StallWatch stalls = new StallWatch();
  private boolean isExcused;
  private String scrape = "";

  /// Begins now. A service that starts later takes the log over: start it before.
  ///
  /// @param port of the service
  public OutageWatch(int port) {
    this.service = URI.create("http://localhost:" + port);
    appender.setContext(root().getLoggerContext());
    appender.start();
    root().addAppender(appender);
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  /// Looks again and again, while another thread makes calls that may take long.
  ///
  /// @param calls is repeated, and awaited at the end
  public void lookFor(Duration time, Callable<?> calls) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<?> all = thread.submit(() -> repeat(calls, end));
      while (System.nanoTime() < end) {
        look();
        Thread.sleep(PAUSE_MILLIS);
      }
      all.get();
      look();
    }
  }

  private static boolean repeat(Callable<?> calls, long end) throws Exception {
    while (System.nanoTime() < end) {
      calls.call();
      Thread.sleep(PAUSE_MILLIS);
    }
    return true;
  }

  private void look() throws IOException, InterruptedException {
    scrape = look(SCRAPE).body();
    ready.add(look(READY).statusCode());
  }

  /// A slow answer counts, unless this process stood still meanwhile. This excuse is good once.
  private HttpResponse<String> look(String path) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    HttpResponse<String> answer = get(path);
    Duration time = Duration.ofNanos(System.nanoTime() - begin);
    Duration stalled = stalls.since(begin);
    boolean isSlow = time.compareTo(BARS.get(path)) >= 0;
    if (isSlow && !isExcused && time.minus(stalled).compareTo(BARS.get(path)) < 0) {
      System.out.printf("%s took %s, and this process stood still for %s%n", path, time, stalled);
      isExcused = true;
      return look(path);
    }
    slowest.merge(path, time, (old, now) -> old.compareTo(now) > 0 ? old : now);
    return answer;
  }

  private Duration slowest(String path) {
    return slowest.getOrDefault(path, Duration.ZERO);
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(service.resolve(path)).build(), BodyHandlers.ofString());
  }

  /// Returns the statuses of `/readyz`.
  public List<Integer> ready() {
    return ready;
  }

  /// Returns `privirec_dependency_up` of the last scrape.
  public String up(String dependency) {
    return value("privirec_dependency_up{dependency=\"" + dependency + "\"}");
  }

  /// Returns the value of a series of the last scrape.
  ///
  /// @param series the name, with its labels
  public String value(String series) {
    return scrape
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .map(line -> line.substring(series.length() + 1))
        .findFirst()
        .orElse("absent");
  }

  /// Returns how many lines were logged.
  public long lines(Predicate<ILoggingEvent> which) {
    return lines.stream().filter(which).count();
  }

  /// Ends the watch, and requires that a service without a fault logged nearly nothing: five lines
  /// per minute, none in a few seconds.
  public void requireIdle() {
    close();
    Duration time = Duration.ofNanos(System.nanoTime() - began);
    System.out.printf("idle: %d log lines in %d s%n", lines.size(), time.toSeconds());
    assertThat(words())
        .hasSizeLessThanOrEqualTo(Math.toIntExact(IDLE_LINES_PER_MINUTE * time.toSeconds() / 60));
  }

  private List<String> words() {
    return lines.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  /// Whether the end of an outage is logged.
  public boolean sawEnd() {
    return lines(line -> line.getFormattedMessage().contains("is over after")) > 0;
  }

  /// Ends the watch of an outage. Requires quick scrapes and readiness, counted failures, and few
  /// lines without stacks. A single line begins the outage and states the cause.
  ///
  /// @param mostLines of the whole outage
  public void requireOutage(String dependency, String cause, int mostLines) {
    close();
    System.out.printf(
        "%s %s: slowest scrape %d ms, slowest readyz %d ms, %d log lines in %d s%n",
        dependency,
        cause,
        slowest(SCRAPE).toMillis(),
        slowest(READY).toMillis(),
        lines.size(),
        Duration.ofNanos(System.nanoTime() - began).toSeconds());
    BARS.forEach((path, bar) -> assertThat(slowest(path)).as(path).isLessThan(bar));
    String failures =
        value(
            "privirec_dependency_failures_total{cause=\"%s\",dependency=\"%s\"}"
                .formatted(cause, dependency));
    assertThat(Double.parseDouble(failures)).isPositive();
    assertThat(words()).hasSizeLessThanOrEqualTo(Math.min(mostLines, LINES_PER_MINUTE));
    assertThat(lines).allMatch(line -> line.getThrowableProxy() == null);
    assertThat(lines(line -> isBegin(line, dependency, cause))).as(words().toString()).isOne();
  }

  private static boolean isBegin(ILoggingEvent line, String dependency, String cause) {
    return line.getLevel() == Level.WARN
        && line.getFormattedMessage()
            .startsWith("Outage of the %s (%s): ".formatted(dependency, cause));
  }

  @Override
  public void close() {
    root().detachAppender(appender);
    appender.stop();
    stalls.close();
  }
}
