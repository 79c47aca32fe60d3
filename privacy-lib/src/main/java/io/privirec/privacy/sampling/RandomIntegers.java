package io.privirec.privacy.sampling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Uniform integers and coins whose probabilities are exact, from 64-bit little-endian words of a
/// stream.
final class RandomIntegers {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int BUFFER_BYTES = 1 << 12;

  private final RandomBytes source;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int used = BUFFER_BYTES;

  RandomIntegers(RandomBytes source) {
    this.source = source;
  }

  long word() {
    if (used == BUFFER_BYTES) {
      source.nextBytes(buffer);
      used = 0;
    }
    long word = (long) WORDS.get(buffer, used);
    used += Long.BYTES;
    return word;
  }

  boolean bit() {
    return word() < 0;
  }

  /// Uniform in [0, bound), by rejection of what lies above. Takes nothing from the stream for 1.
  ///
  /// @param bound at least 1
  long below(long bound) {
    if (bound == 1) {
      return 0;
    }
    long mask = -1L >>> Long.numberOfLeadingZeros(bound - 1);
    long value;
    do {
      value = word() & mask;
    } while (value >= bound);
    return value;
  }

  /// How often a fair coin shows heads before its first tails.
  long fairRun() {
    long run = 0;
    long word = word();
    while (word == 0) {
      run += Long.SIZE;
      word = word();
    }
    return run + Long.numberOfTrailingZeros(word);
  }

  /// True with probability exp(-1).
  boolean exp() {
    return exp(1, 1, 1, 1);
  }

  /// True with probability exp(-a/b).
  boolean exp(long a, long b) {
    return exp(a, b, 1, 1);
  }

  /// True with probability exp(-(a/b)·(c/d)), for fractions in [0, 1]: Canonne, Kamath, Steinke
  /// 2020, Algorithm 1. A coin of probability γ/k is three coins that all show heads, so that no
  /// product is ever computed.
  boolean exp(long a, long b, long c, long d) {
    long k = 1;
    while (below(k) == 0 && below(b) < a && below(d) < c) {
      k++;
    }
    return (k & 1) == 1;
  }
}
