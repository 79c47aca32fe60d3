package io.privirec.round;

import io.privirec.secagg.Aggregate;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.coordinator.CoordinatorState;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Turns a round that has a sum into this sum, and keeps the sum until its session needs it no
/// longer.
public final class RoundSummer {
  private final RoundPorts ports;
  private final RoundStates states;
  private final WindowedSpool spool;
  private final ChangeSignal signal;
  private final Clock clock;

  RoundSummer(
      RoundPorts ports, RoundStates states, WindowedSpool spool, ChangeSignal signal, Clock clock) {
    this.ports = ports;
    this.states = states;
    this.spool = spool;
    this.signal = signal;
    this.clock = clock;
  }

  /// Makes the sum of exactly the round's survivors, durably, then removes the staged chunks. Safe
  /// to repeat after a crash at any point.
  public void sum(RoundId id) throws IOException, InterruptedException {
    Optional<RoundState> current = states.load(id);
    if (current.isEmpty() || !(current.get().state() instanceof CoordinatorState.Summed summed)) {
      return;
    }
    Round round = current.get().round();
    if (round.staging().needsEveryone() && !summed.survivors().equals(round.contributors())) {
      throw new IllegalStateException("round " + id + " has summed others than its survivors");
    }
    Instant start = clock.instant();
    ports
        .sums()
        .sum(
            new SumEngine.Order(
                id,
                round.terms().vector(),
                summed.survivors(),
                spool.summed(round),
                summed.unmasker()));
    Instant end = clock.instant();
    if (ports.rounds().replace(round, round.summed(end))) {
      states.forget(id);
      long recovered =
          round.dropouts().values().stream().filter(Phase.MASKED_INPUT::equals).count();
      ports.observer().summed(Duration.between(start, end), Math.toIntExact(recovered));
      signal.raise();
    }
  }

  /// The sum of a round that is done.
  public Aggregate open(Round round) {
    return ports.sums().sums().open(round.terms(), round.survivors());
  }

  /// Removes what a finished or failed round left on disk, except its sum.
  public void discardChunks(RoundId id) throws IOException {
    ports.blobs().delete(id);
    spool.delete(id);
  }

  /// Removes a sum that is needed no longer.
  public void discardSum(RoundId id) throws IOException {
    ports.sums().sums().delete(id);
  }
}
