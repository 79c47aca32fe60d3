package io.privirec.coordinator.session.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.privirec.coordinator.session.SessionObserver;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/// Whom running sessions miss: a row for each, gone when the participant has answered.
@Component
class MissingParticipantsGauge implements SessionObserver {
  private final MultiGauge gauge;
  private final Map<String, List<String>> missing = new TreeMap<>();

  MissingParticipantsGauge(MeterRegistry meters) {
    gauge =
        MultiGauge.builder("privirec.participants.missing")
            .description("1 while a running session waits for a participant that missed a deadline")
            .register(meters);
  }

  @Override
  public synchronized void missing(String sessionId, Collection<String> participants) {
    List<String> now = participants.stream().sorted().toList();
    List<String> before = now.isEmpty() ? missing.remove(sessionId) : missing.put(sessionId, now);
    if (before == null ? !now.isEmpty() : !before.equals(now)) {
      gauge.register(
          missing.entrySet().stream()
              .flatMap(session ->
                  session.getValue().stream()
                      .map(participant -> row(session.getKey(), participant)))
              .toList(),
          true);
    }
  }

  private static Row<?> row(String session, String participant) {
    return Row.of(Tags.of("participant", participant, "session", session), 1);
  }
}
