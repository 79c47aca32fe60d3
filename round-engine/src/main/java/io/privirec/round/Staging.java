package io.privirec.round;

import io.privirec.secagg.VectorSpec;

/// How a round keeps masked chunks until they are summed.
public sealed interface Staging {
  /// Everything stays until the survivors are known: a participant may be lost on the way.
  record FullSpool() implements Staging {
    @Override
    public long diskBytes(VectorSpec vector, int participants) {
      long kept = vector.isOfCiphertexts() ? participants : 1;
      return (participants + kept) * vector.totalBytes();
    }

    @Override
    public boolean needsEveryone() {
      return false;
    }
  }

  /// A chunk is summed, still masked, as soon as everyone has sent it. Participants upload inside a
  /// window of chunks that moves on with the sum. What is summed cannot be taken apart again: a
  /// participant lost before its commitment fails the round.
  ///
  /// @param chunks length of the window
  record Window(int chunks) implements Staging {
    public Window {
      if (chunks < 1) {
        throw new IllegalArgumentException("chunks must be at least 1. Provided value: " + chunks);
      }
    }

    @Override
    public long diskBytes(VectorSpec vector, int participants) {
      return vector.totalBytes() + (long) participants * chunks * vector.bytesInChunk(0);
    }

    @Override
    public boolean needsEveryone() {
      return true;
    }
  }

  /// The most disk that staged chunks and sums of a round take, broadcast and drafts of repeated
  /// uploads aside.
  long diskBytes(VectorSpec vector, int participants);

  /// Whether no sum is possible without one of those that exchanged shares.
  boolean needsEveryone();
}
