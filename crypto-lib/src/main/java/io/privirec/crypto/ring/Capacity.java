package io.privirec.crypto.ring;

import java.math.BigDecimal;
import java.util.Locale;

/// What an honest contribution promises about its values before scaling, and the proof that the
/// rounded and scaled sum of a cohort cannot leave the signed range of a ring: `2^scaleBits ·
/// sumBound + n/2 < 2^(bits-1)`, where `n/2` is what rounding to nearest may add.
///
/// It covers honest contributions only. A participant that ignores its bound can make the sum wrap
/// around.
public sealed interface Capacity {
  int MAX_SCALE_BITS = 62;

  /// The declared bound, in units of the contribution before scaling.
  double bound();

  /// The bound that follows for the absolute value of an element of the sum over any part of the
  /// cohort.
  double sumBound(int cohort);

  /// Every |element| of every contribution is at most `bound`.
  record PerParticipant(double bound) implements Capacity {
    public PerParticipant {
      requireBound(bound);
    }

    @Override
    public double sumBound(int cohort) {
      return cohort * bound;
    }
  }

  /// Every |element| of the sum over any subset of the cohort, a single participant included, is at
  /// most `bound`.
  record EverySubsetSum(double bound) implements Capacity {
    public EverySubsetSum {
      requireBound(bound);
    }

    @Override
    public double sumBound(int cohort) {
      return bound;
    }
  }

  /// Elements are pieces of ciphertexts, which are not added: contributions are kept side by side,
  /// and no sum can leave the ring. That sums of what is encrypted fit their plaintexts is for
  /// whoever packs them ([io.privirec.crypto.paillier.SlotLayout]).
  record Ciphertexts() implements Capacity {
    @Override
    public double bound() {
      return 1;
    }

    @Override
    public double sumBound(int cohort) {
      return bound();
    }
  }

  /// Bits that stay unused above the largest possible sum; negative says by how much it does not
  /// fit.
  default double spareBits(Ring ring, int scaleBits, int cohort) {
    double largest = largestSum(scaleBits, cohort).doubleValue();
    return ring.bits() - 1 - Math.log(largest) / Math.log(2);
  }

  /// Whether every sum fits, decided exactly.
  default boolean fits(Ring ring, int scaleBits, int cohort) {
    BigDecimal limit = BigDecimal.TWO.pow(ring.bits() - 1);
    return largestSum(scaleBits, cohort).compareTo(limit) < 0;
  }

  /// Refuses what does not fit.
  ///
  /// @throws IllegalArgumentException if some sum of honest contributions does not fit, with the
  ///   bits missing
  default void requireFits(Ring ring, int scaleBits, int cohort) {
    if (!fits(ring, scaleBits, cohort)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a sum of %s contributions can reach %s, %.2f bits more than a ring of %s bits holds",
              cohort,
              largestSum(scaleBits, cohort).toBigInteger(),
              -spareBits(ring, scaleBits, cohort),
              ring.bits()));
    }
  }

  private BigDecimal largestSum(int scaleBits, int cohort) {
    if (scaleBits < 0 || scaleBits > MAX_SCALE_BITS) {
      throw new IllegalArgumentException(
          "scale bits must be in [0, " + MAX_SCALE_BITS + "]. Provided value: " + scaleBits);
    }
    BigDecimal bound = new BigDecimal(bound());
    BigDecimal sum =
        switch (this) {
          case PerParticipant _ -> bound.multiply(BigDecimal.valueOf(cohort));
          case EverySubsetSum _, Ciphertexts _ -> bound;
        };
    BigDecimal rounding = BigDecimal.valueOf(cohort).divide(BigDecimal.TWO);
    return sum.multiply(BigDecimal.TWO.pow(scaleBits)).add(rounding);
  }

  private static void requireBound(double bound) {
    if (!(bound > 0) || Double.isInfinite(bound)) {
      throw new IllegalArgumentException(
          "bound must be positive and finite. Provided value: " + bound);
    }
  }
}
