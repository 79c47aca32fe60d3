package io.privirec.round;

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
  private final RoundStore store;
  private final RoundStates states;
  private final SumEngine engine;
  private final BlobStore blobs;
  private final WindowedSpool spool;
  private final ChangeSignal signal;
  private final RoundObserver observer;
  private final Clock clock;

  RoundSummer(
      RoundStore store,
      RoundStates states,
      SumEngine engine,
      BlobStore blobs,
      WindowedSpool spool,
      ChangeSignal signal,
      RoundObserver observer,
      Clock clock) {
    this.store = store;
    this.states = states;
    this.engine = engine;
    this.blobs = blobs;
    this.spool = spool;
    this.signal = signal;
    this.observer = observer;
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
    engine.sum(
        new SumEngine.Order(
            id,
            round.terms().vector(),
            summed.survivors(),
            spool.summed(round),
            summed.unmasker()));
    Instant end = clock.instant();
    if (store.replace(round, round.summed(end))) {
      states.forget(id);
      long recovered =
          round.dropouts().values().stream().filter(Phase.MASKED_INPUT::equals).count();
      observer.summed(Duration.between(start, end), Math.toIntExact(recovered));
      signal.raise();
    }
  }

  /// The sum of a round that is done.
  public RoundSum open(Round round) {
    return engine.open(round.id(), round.terms().vector(), round.survivors());
  }

  /// Removes what a finished or failed round left on disk, except its sum.
  public void discardChunks(RoundId id) throws IOException {
    blobs.delete(id);
    spool.delete(id);
  }

  /// Removes a sum that is needed no longer.
  public void discardSum(RoundId id) throws IOException {
    engine.sums().delete(id);
  }
}
