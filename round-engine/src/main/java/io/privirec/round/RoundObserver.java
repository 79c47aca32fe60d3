package io.privirec.round;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.coordinator.FaultReason;
import java.time.Duration;

/// Told what happens in rounds, for metrics and the log.
public interface RoundObserver {
  /// A phase ended after that time.
  void phaseClosed(Phase phase, Duration duration);

  /// A participant was found to have done wrong.
  void faultFound(Round round, ParticipantId participant, FaultReason reason);

  /// Bytes came in or went out.
  void transferred(Direction direction, Kind kind, long bytes);

  /// A sum was made.
  ///
  /// @param recovered participants whose pairwise masks had to be reconstructed
  void summed(Duration duration, int recovered);

  /// A chunk was refused for want of room on the disk.
  void diskFull();

  /// Seen from the coordinator.
  enum Direction {
    IN,
    OUT
  }

  /// What the bytes were.
  enum Kind {
    MESSAGE,
    CHUNK,
    BROADCAST
  }
}
