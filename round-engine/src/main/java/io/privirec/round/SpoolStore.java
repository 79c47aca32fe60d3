package io.privirec.round;

import io.privirec.secagg.RoundId;

/// How far the windowed spools of rounds are. Each method is one transaction.
public interface SpoolStore {
  /// Chunks that are summed, from the first on: what lies staged of them counts no longer.
  int summed(RoundId round);

  /// Records that `to` chunks are summed, if nobody was faster since there were `from`, and the
  /// round is not over.
  boolean advance(RoundId round, int from, int to);

  /// The first chunk in [from, to) that fewer than so many participants have staged, or `to`.
  int completeUntil(RoundId round, int from, int to, int participants);

  /// Whether so many participants have staged that chunk.
  default boolean isComplete(RoundId round, int chunk, int participants) {
    return completeUntil(round, chunk, chunk + 1, participants) > chunk;
  }
}
