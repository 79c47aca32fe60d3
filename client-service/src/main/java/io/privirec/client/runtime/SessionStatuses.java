package io.privirec.client.runtime;

import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.wire.SessionView;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/// How sessions stand, asked by one participant for all that are hosted here: a view of a session
/// of a thousand participants is long, and a thousand of them wait for its end.
final class SessionStatuses {
  private static final Duration FRESH = Duration.ofSeconds(4);

  private record Told(SessionView.Status status, long at) {
    boolean isFresh() {
      return System.nanoTime() - at < FRESH.toNanos();
    }
  }

  private final ConcurrentHashMap<SessionId, Told> told = new ConcurrentHashMap<>();

  /// The session's status, as the coordinator told it to somebody here a few seconds ago at most.
  SessionView.Status of(SessionId session, ParticipantChannel channel) {
    told.values().removeIf(last -> !last.isFresh());
    // Whoever asks while another one does waits for the same answer.
    return told.compute(
            session,
            (id, last) ->
                last != null
                    ? last
                    : new Told(channel.session(id.value()).status(), System.nanoTime()))
        .status();
  }
}
