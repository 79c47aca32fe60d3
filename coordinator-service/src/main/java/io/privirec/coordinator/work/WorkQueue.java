package io.privirec.coordinator.work;

import io.privirec.round.ChangeSignal;
import io.privirec.round.Round;
import io.privirec.round.Rounds;
import io.privirec.secagg.ParticipantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Service;

/// Answers what a participant owes as soon as it owes anything.
@Service
final class WorkQueue {
  /// Changes committed by another process raise no signal here: they are looked for.
  private static final Duration RECHECK = Duration.ofSeconds(1);

  private final Rounds rounds;
  private final ChangeSignal signal;
  private final Clock clock;

  WorkQueue(Rounds rounds, ChangeSignal signal, Clock clock) {
    this.rounds = rounds;
    this.signal = signal;
    this.clock = clock;
  }

  /// The open rounds that wait for this participant, oldest first; empty when there were none for
  /// that long.
  List<Round> await(ParticipantId participant, Duration patience) throws InterruptedException {
    Instant end = clock.instant().plus(patience);
    while (true) {
      long seen = signal.generation();
      List<Round> owed = rounds.owedBy(participant);
      Duration left = Duration.between(clock.instant(), end);
      if (!owed.isEmpty() || !left.isPositive()) {
        return owed;
      }
      if (!signal.await(seen, left.compareTo(RECHECK) < 0 ? left : RECHECK)) {
        return List.of();
      }
    }
  }
}
