package io.privirec.round;

import io.privirec.round.RoundRefusal.Reason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedSet;

/// Sums the chunks of rounds with a [Staging.Window] while they come in.
///
/// For the next chunks that everyone has staged, in this order:
///
/// 1. each sum, still masked, is written, synced and given its name;
/// 2. that they are summed is recorded: from here on the sums count, not what lies staged;
/// 3. the staged chunks are deleted.
///
/// A crash between any two of these repeats what is not recorded, to the same bytes, and deletes
/// what is. Two processes that do the same harm each other as little.
public final class WindowedSpool {
  /// Changes committed by another process raise no signal here: they are looked for.
  private static final Duration RECHECK = Duration.ofSeconds(1);

  private final SpoolStore store;
  private final BlobStore blobs;
  private final SumEngine engine;
  private final RoundStates states;
  private final ChangeSignal signal;
  private final Clock clock;

  WindowedSpool(RoundPorts ports, RoundStates states, ChangeSignal signal, Clock clock) {
    this.store = ports.spool();
    this.blobs = ports.blobs();
    this.engine = ports.sums();
    this.states = states;
    this.signal = signal;
    this.clock = clock;
  }

  /// The chunks that may be uploaded now: all of them where there is no window.
  public ChunkWindow windowOf(Round round) {
    int chunks = round.terms().vector().chunks();
    return switch (round.staging()) {
      case Staging.FullSpool _ -> new ChunkWindow(0, chunks);
      case Staging.Window(int width) -> {
        int summed = store.summed(round.id());
        yield new ChunkWindow(summed, Math.min(summed + width, chunks));
      }
    };
  }

  /// Waits until the window of a round that takes chunks reaches past a chunk, at most `patience`,
  /// and returns the window as it is then.
  public ChunkWindow await(RoundId id, ParticipantId participant, int past, Duration patience)
      throws InterruptedException {
    Instant end = clock.instant().plus(patience);
    while (true) {
      long seen = signal.generation();
      Round round = states.require(id);
      round.requireInvited(participant);
      if (round.status() != RoundStatus.OPEN || round.phase() != Phase.MASKED_INPUT) {
        throw new RoundRefusal(
            Reason.WRONG_PHASE,
            "Chunks are taken in phase MASKED_INPUT; the round is " + round.phaseInWords());
      }
      ChunkWindow window = windowOf(round);
      Duration left = Duration.between(clock.instant(), end);
      if (window.to() > past || !left.isPositive()) {
        return window;
      }
      if (!signal.await(seen, left.compareTo(RECHECK) < 0 ? left : RECHECK)) {
        return window;
      }
    }
  }

  /// Refuses a chunk that lies beyond the window.
  void requireInside(Round round, int chunk) {
    ChunkWindow window = windowOf(round);
    if (chunk >= window.to()) {
      throw new RoundRefusal(
          Reason.OUTSIDE_WINDOW,
          "Chunks before %s are taken now; the window moves when everyone has sent chunk %s"
              .formatted(window.to(), window.from()));
    }
  }

  /// Whether the sum of a chunk counts, and no longer what was staged of it.
  boolean isSummed(Round round, int chunk) {
    return round.staging() instanceof Staging.Window && chunk < store.summed(round.id());
  }

  /// A chunk was recorded: wakes who sums when it was the last one of its number.
  void arrived(Round round, int chunk) {
    if (round.staging() instanceof Staging.Window
        && store.isComplete(round.id(), chunk, round.contributors().size())) {
      signal.raise();
    }
  }

  /// Sums whatever everyone has staged by now. Only the session's driver calls this; safe to repeat
  /// after a crash at any point.
  public void advance(Round round) throws IOException, InterruptedException {
    if (!(round.staging() instanceof Staging.Window(int width)) || !round.hasContributors()) {
      return;
    }
    SortedSet<ParticipantId> contributors = round.contributors();
    VectorSpec vector = round.terms().vector();
    int summed = store.summed(round.id());
    discard(round.id(), contributors, Math.max(0, summed - width), summed);
    while (summed < vector.chunks()) {
      int to = ready(round, contributors, summed, Math.min(summed + width, vector.chunks()));
      if (to == summed || !sum(round, contributors, summed, to)) {
        return;
      }
      discard(round.id(), contributors, summed, to);
      signal.raise();
      summed = to;
    }
  }

  /// Everyone's record of a chunk says that its bytes were here; a broken disk may have lost them.
  private int ready(Round round, SortedSet<ParticipantId> contributors, int from, int to)
      throws IOException {
    int complete = store.completeUntil(round.id(), from, to, contributors.size());
    for (int chunk = from; chunk < complete; chunk++) {
      for (ParticipantId participant : contributors) {
        if (!blobs.isWhole(round.terms(), participant, chunk)) {
          return chunk;
        }
      }
    }
    return complete;
  }

  private boolean sum(Round round, SortedSet<ParticipantId> contributors, int from, int to)
      throws IOException, InterruptedException {
    try {
      engine.sumMasked(round.id(), round.terms().vector(), contributors, from, to);
    } catch (NoSuchFileException e) {
      if (store.summed(round.id()) > from) {
        return false; // Another process has summed them meanwhile, and deleted what was staged.
      }
      throw e;
    }
    return store.advance(round.id(), from, to);
  }

  private void discard(RoundId round, SortedSet<ParticipantId> contributors, int from, int to)
      throws IOException {
    for (ParticipantId participant : contributors) {
      for (int chunk = from; chunk < to; chunk++) {
        blobs.delete(round, participant, chunk);
      }
    }
  }

  /// Chunks whose sums lie here, still masked.
  int summed(Round round) {
    return round.staging() instanceof Staging.Window ? store.summed(round.id()) : 0;
  }

  /// Removes masked sums of a round that is over.
  void delete(RoundId round) throws IOException {
    engine.maskedSums().delete(round);
  }
}
