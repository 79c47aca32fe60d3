package io.privirec.serving.ranking;

import io.privirec.serving.scoring.RequestRefusal;
import org.jspecify.annotations.Nullable;

/// Which part of a ranking is asked for.
///
/// @param k at most this many items, in [1, 500]
/// @param offset this many are skipped, in [0, 999]: a page ends with the 1,000th item
record PageRange(int k, int offset) {
  private static final int DEFAULT_K = 20;
  private static final int MAX_K = 500;
  private static final int MAX_END = 1_000;

  PageRange {
    if (k < 1 || k > MAX_K) {
      throw new RequestRefusal.InvalidValue("/k", "must be in [1, %s]".formatted(MAX_K));
    }
    if (offset < 0 || offset >= MAX_END) {
      throw new RequestRefusal.InvalidValue("/offset", "must be in [0, %s)".formatted(MAX_END));
    }
  }

  static PageRange of(@Nullable Integer k, @Nullable Integer offset) {
    return new PageRange(k == null ? DEFAULT_K : k, offset == null ? 0 : offset);
  }

  int end() {
    return Math.min(offset + k, MAX_END);
  }

  /// Where to go on, given how many items there are in all.
  @Nullable Integer next(int available) {
    return end() < Math.min(available, MAX_END) ? end() : null;
  }
}
