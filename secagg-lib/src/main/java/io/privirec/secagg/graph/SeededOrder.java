package io.privirec.secagg.graph;

import io.privirec.crypto.digest.Digest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The permutation of [SharingGraph#random(int, int, Digest)], which says how it is made.
final class SeededOrder {
  private static final byte[] LABEL = "secagg/v1/graph-order".getBytes(StandardCharsets.US_ASCII);
  private static final long WORDS = 1L << 32;

  private final byte[] seed;
  private int blocks;
  private ByteBuffer block = ByteBuffer.allocate(0);

  private SeededOrder(Digest seed) {
    this.seed = seed.bytes();
  }

  /// The indices 1 to `size` in the order of the seed.
  static int[] of(int size, Digest seed) {
    SeededOrder stream = new SeededOrder(seed);
    int[] order = new int[size];
    for (int place = 0; place < size; place++) {
      order[place] = place + 1;
    }
    for (int place = size - 1; place > 0; place--) {
      int chosen = stream.below(place + 1);
      int swapped = order[place];
      order[place] = order[chosen];
      order[chosen] = swapped;
    }
    return order;
  }

  private int below(int bound) {
    long usable = WORDS - WORDS % bound;
    long word = nextWord();
    while (word >= usable) {
      word = nextWord();
    }
    return (int) (word % bound);
  }

  private long nextWord() {
    if (!block.hasRemaining()) {
      byte[] counter = ByteBuffer.allocate(Integer.BYTES).putInt(blocks++).array();
      block = ByteBuffer.wrap(Digest.of(LABEL, seed, counter).bytes());
    }
    return Integer.toUnsignedLong(block.getInt());
  }
}
