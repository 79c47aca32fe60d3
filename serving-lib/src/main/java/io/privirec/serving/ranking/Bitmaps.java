package io.privirec.serving.ranking;

import java.util.BitSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;

/// Bitmaps of the catalogue's items, used again and again: a request leaves nothing behind that is
/// as large as the catalogue. Nobody waits for one. Thread-safe.
final class Bitmaps {
  private static final int KEPT = 64;

  private final BlockingQueue<BitSet> free = new ArrayBlockingQueue<>(KEPT);
  private final int items;

  Bitmaps(int items) {
    this.items = items;
  }

  /// Runs with a bitmap of its own, contents undefined.
  <T> T with(Function<BitSet, T> use) {
    BitSet kept = free.poll();
    BitSet bitmap = kept == null ? new BitSet(items) : kept;
    try {
      return use.apply(bitmap);
    } finally {
      free.offer(bitmap);
    }
  }
}
