package io.privirec.coordinator.session;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.log.LogField;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.stereotype.Component;

/// Counts and logs the ends of sessions. A gauge per participant that ever missed a deadline counts
/// the running sessions that wait for it. The log and `missing` of a session name these sessions:
/// sessions as labels would never end.
@Component
class SessionMeters {
  private static final Logger log = LoggerFactory.getLogger(SessionMeters.class);

  private final MeterRegistry meters;
  private final Map<String, Set<String>> missing = new HashMap<>();
  private final Map<String, AtomicInteger> gauges = new ConcurrentHashMap<>();

  SessionMeters(MeterRegistry meters) {
    this.meters = meters;
    // From the start, so that the first failure is an increase.
    Stream.of(Status.PUBLISHED, Status.COMPLETED, Status.FAILED, Status.CANCELLED)
        .forEach(this::counter);
  }

  /// Counts the end of a session. The replica that ended the session calls this method once.
  void ended(AggregationSession session) {
    counter(session.status()).increment();
    String id = session.id();
    LoggingEventBuilder line =
        log.atInfo()
            .addKeyValue(LogField.ACTION, "session-" + label(session.status()))
            .addKeyValue(LogField.SESSION, id);
    switch (session.status()) {
      case PUBLISHED -> {
        String release = session.releaseId().orElseThrow();
        LoggingEventBuilder published = line.addKeyValue(LogField.RELEASE, release);
        session
            .failure()
            .map(SessionView.Failure::code)
            .ifPresentOrElse(
                code ->
                    published
                        .addKeyValue(LogField.REASON, code)
                        .log("Session {}: release {} has popular items: {}", id, release, code),
                () -> published.log("Session {}: release {} is published", id, release));
      }
      case FAILED -> {
        String code = session.failure().orElseThrow().code();
        line.addKeyValue(LogField.REASON, code).log("Session {} failed: {}", id, code);
      }
      case COMPLETED -> line.log("Session {} is completed", id);
      case CANCELLED -> line.log("Session {} is cancelled", id);
      case RUNNING, PUBLISHING -> throw new IllegalArgumentException(id + " is not over");
    }
  }

  private Counter counter(Status status) {
    return Counter.builder("privirec.sessions.ended")
        .tag("status", label(status))
        .description("Sessions that this replica ended")
        .register(meters);
  }

  private static String label(Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  /// Replaces the participants that missed a deadline of a running session. A participant leaves
  /// the list when it answers, or when the session does not wait any longer.
  synchronized void missing(String sessionId, Collection<String> participants) {
    Set<String> now = new TreeSet<>(participants);
    Collection<String> before =
        now.isEmpty() ? missing.remove(sessionId) : missing.put(sessionId, now);
    for (String participant : before == null ? List.<String>of() : before) {
      gauge(participant).decrementAndGet();
    }
    for (String participant : now) {
      gauge(participant).incrementAndGet();
    }
  }

  private AtomicInteger gauge(String participant) {
    return gauges.computeIfAbsent(
        participant,
        _ -> {
          AtomicInteger sessions = new AtomicInteger();
          Gauge.builder("privirec.participants.missing", sessions, AtomicInteger::get)
              .tag("participant", participant)
              .description("Running sessions that wait for a participant that missed a deadline")
              .register(meters);
          return sessions;
        });
  }
}
