package io.privirec.privacy.sampling;

import java.math.BigInteger;

/// Poisson variables of an integer mean λ, exactly.
///
/// The probabilities fall from the two modes λ - 1 and λ on both sides. At distance j they are, of
/// that of the mode, r(j) = Π λ/(λ+i) to the right and Π (λ-i)/λ ≤ r(j) to the left, i from 1 to j.
/// Each side is cut into blocks of width w = ⌈√λ⌉. For j ≥ w the next w factors multiply to at most
/// (1 + j/λ)^-w ≤ 1/2, since w² ≥ λ and (1 + 1/w)^w ≥ 2: so r(j) ≤ 2^-max(0, b-1) in block b. A
/// side is drawn by a fair coin, a block with weights 1, 1, 1/2, 1/4, …, a place in it uniformly,
/// and the distance is accepted with probability 2^max(0, b-1)·r(j).
///
/// That probability is compared with a uniform number of which only the first bits are drawn.
/// Tables have its first bits, too; where they do not decide, exact fractions and more bits do.
final class PoissonSampler {
  static final int HEAD_BITS = 62;

  /// Beyond, 2^(b-1)·r(j) is below 2^-90 for large λ.
  private static final int TABLE_BLOCKS = 12;

  /// What tables are computed with: 20 bits of roundings stay far below the last bit of a head.
  private static final int TABLE_BITS = 128;

  private final RandomIntegers random;
  private final long mean;
  private final int headBits;
  private final int width;
  private final long[] right;
  private final long[] left;

  /// @param mean in [1, 2^31]
  /// @param headBits of the tables; fewer make exact comparisons more frequent, for tests
  PoissonSampler(long mean, int headBits, RandomIntegers random) {
    this.random = random;
    this.mean = mean;
    this.headBits = headBits;
    this.width = (int) IntegerRoot.floor(mean - 1) + 1;
    this.right = heads(true);
    this.left = heads(false);
  }

  long next() {
    while (true) {
      boolean toTheRight = random.bit();
      long block = random.below(3);
      if (block == 2) {
        block += random.fairRun();
      }
      long distance = block * width + random.below(width);
      if (!toTheRight && distance >= mean) {
        continue; // below zero
      }
      if (isAccepted(toTheRight, distance, block)) {
        return toTheRight ? mean + distance : mean - 1 - distance;
      }
    }
  }

  private boolean isAccepted(boolean toTheRight, long distance, long block) {
    long[] heads = toTheRight ? right : left;
    long uniform = random.word() >>> (Long.SIZE - headBits);
    // Beyond the table, what is accepted falls from block to block: the last one bounds it.
    boolean isInTable = distance < heads.length;
    int nearest = (int) (isInTable ? distance : heads.length - width + distance % width);
    if (uniform >= heads[nearest] + 2) {
      return false;
    }
    if (isInTable && uniform < heads[nearest]) {
      return true;
    }
    return isBelowExactly(uniform, toTheRight, distance, block);
  }

  /// Draws more bits of the uniform number until it differs from the probability.
  private boolean isBelowExactly(long head, boolean toTheRight, long distance, long block) {
    BigInteger numerator = BigInteger.ONE;
    BigInteger denominator = BigInteger.ONE;
    for (long i = 1; i <= distance; i++) {
      numerator = numerator.multiply(BigInteger.valueOf(toTheRight ? mean : mean - i));
      denominator = denominator.multiply(BigInteger.valueOf(toTheRight ? mean + i : mean));
    }
    numerator = numerator.shiftLeft(Math.toIntExact(lift(block)));
    BigInteger uniform = BigInteger.valueOf(head);
    int bits = headBits;
    while (true) {
      int order = uniform.compareTo(numerator.shiftLeft(bits).divide(denominator));
      if (order != 0) {
        return order < 0;
      }
      uniform = uniform.shiftLeft(32).add(BigInteger.valueOf(random.word() >>> 32));
      bits += 32;
    }
  }

  /// The first bits of 2^max(0, b-1)·r(j); the probability is less than 2 above them.
  private long[] heads(boolean toTheRight) {
    long[] heads = new long[TABLE_BLOCKS * width];
    BigInteger part = BigInteger.ONE.shiftLeft(TABLE_BITS);
    for (int j = 0; j < heads.length; j++) {
      if (j > 0) {
        long up = toTheRight ? mean : Math.max(0, mean - j);
        long down = toTheRight ? mean + j : mean;
        part = part.multiply(BigInteger.valueOf(up)).divide(BigInteger.valueOf(down));
      }
      heads[j] = part.shiftRight(TABLE_BITS - headBits - lift(j / width)).longValueExact();
    }
    return heads;
  }

  private static int lift(long block) {
    return Math.toIntExact(Math.max(0, block - 1));
  }
}
