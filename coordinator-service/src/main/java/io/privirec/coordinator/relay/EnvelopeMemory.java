package io.privirec.coordinator.relay;

import io.privirec.coordinator.relay.RelayRefusal.Reason;
import io.privirec.secagg.ParticipantId;
import java.util.HashMap;
import java.util.Map;

/// Bounds the memory that envelopes take on their way in and out. The less of it is free, the less
/// one participant may hold, so that a few slow participants cannot shut out the others.
/// Thread-safe.
final class EnvelopeMemory {
  private final long most;
  private final Map<ParticipantId, Long> taken = new HashMap<>();
  private long inAll;

  /// @param most bytes, of all participants; at least one envelope
  EnvelopeMemory(long most) {
    if (most < Envelope.MAX_BYTES) {
      throw new IllegalArgumentException(
          "most must be at least %s bytes. Provided: %s".formatted(Envelope.MAX_BYTES, most));
    }
    this.most = most;
  }

  /// Memory that is held until it is closed.
  interface Share extends AutoCloseable {
    @Override
    void close();
  }

  /// Lets a participant hold so many bytes more.
  ///
  /// @throws RelayRefusal when it must wait
  synchronized Share take(ParticipantId participant, long bytes) {
    long free = most - inAll;
    long own = taken.getOrDefault(participant, 0L);
    if (bytes > free || (own > 0 && own + bytes > free / 4)) {
      throw new RelayRefusal(
          Reason.BUSY, "There is no memory for more envelopes on their way: wait, and repeat");
    }
    taken.merge(participant, bytes, Long::sum);
    inAll += bytes;
    return () -> giveBack(participant, bytes);
  }

  private synchronized void giveBack(ParticipantId participant, long bytes) {
    taken.computeIfPresent(participant, (_, held) -> held == bytes ? null : held - bytes);
    inAll -= bytes;
  }
}
