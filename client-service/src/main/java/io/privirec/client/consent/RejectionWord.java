package io.privirec.client.consent;

import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.participation.SessionId;
import io.privirec.secagg.ParticipantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/// Tells the coordinator that a participant does not take part in a session without noise. The word
/// has no reason, and it is sent a fixed time after the decision: neither tells anything about
/// data.
@Component
final class RejectionWord {

  /// Between the decision and the word.
  private final Duration delay;

  private final Clock clock;
  private final ConcurrentHashMap<Rejected, Instant> due = new ConcurrentHashMap<>();
  private final Set<Rejected> told = ConcurrentHashMap.newKeySet();

  private record Rejected(SessionId session, ParticipantId participant) {}

  RejectionWord(ConsentSettings settings, Clock clock) {
    this.delay = settings.answerDelay();
    this.clock = clock;
  }

  /// Sends the word once the delay is over. Does nothing before, and after it was sent.
  void tell(SessionId session, ParticipantId participant, ParticipantChannel channel) {
    Rejected rejected = new Rejected(session, participant);
    Instant when = due.computeIfAbsent(rejected, _ -> clock.instant().plus(delay));
    if (clock.instant().isBefore(when) || told.contains(rejected)) {
      return;
    }
    try {
      channel.rejectSession(session.value());
    } catch (CoordinatorException.Refused _) {
      // The session is over, or the coordinator is of a version that does not know the word.
    }
    told.add(rejected);
  }
}
