package io.privirec.coordinator.session.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.coordinator.session.SessionObserver;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/// Whom running sessions miss: a gauge for each participant that ever missed a deadline, with the
/// number of sessions that wait for it. Which ones these are the log says, and `missing` of the
/// session: sessions as labels would never end.
@Component
class MissingParticipantsGauge implements SessionObserver {
  private final MeterRegistry meters;
  private final Map<String, Set<String>> missing = new HashMap<>();
  private final Map<String, AtomicInteger> gauges = new ConcurrentHashMap<>();

  MissingParticipantsGauge(MeterRegistry meters) {
    this.meters = meters;
  }

  @Override
  public synchronized void missing(String sessionId, Collection<String> participants) {
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
