package io.privirec.federation;

import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.VectorSpec;

/// Fixed point of one round: x ↦ round(x · 2^scaleBits), half to even (docs/adr/0008), as a ring
/// element.
///
/// Each encoded value is off by at most ½ unit, so a sum of n of them by at most n/2 units of
/// 2^{−scaleBits}.
public final class Quantiser {
  /// Room for the rounding of the float32 kernels that produce the values: a true value of modulus
  /// bound may come out larger by a few thousand ulps. Far below the ring's proven headroom, which
  /// is a factor 2 for the power iteration.
  private static final double ROUNDING_SLACK = 0x1p-10;

  private final double scale;

  private Quantiser(double scale) {
    this.scale = scale;
  }

  /// The quantiser that a round's vector states.
  public static Quantiser of(VectorSpec vector) {
    return new Quantiser(Math.scalb(1.0, vector.scaleBits()));
  }

  /// Encodes `values[from … from + out.length())`, see the other one.
  public void encode(float[] values, int from, RingVector out) {
    encode(values, from, out, 0, out.length());
  }

  /// Encodes `values[from … from + count)` into `out[to … to + count)`, modulo the ring. With an
  /// honest broadcast every value is within the round's bound. With another one a value may not be:
  /// it is wrapped, neither clipped nor refused, because either would tell a coordinator that chose
  /// the broadcast of this participant's data alone. The range alarm looks at the sum.
  ///
  /// @param values of modulus below 2^(62 − scaleBits)
  /// @throws ContributionRefusedException when a value is not finite, which no data and no
  ///   broadcast gives
  public void encode(float[] values, int from, RingVector out, int to, int count) {
    for (int i = 0; i < count; i++) {
      double x = values[from + i];
      if (!Double.isFinite(x)) {
        throw new ContributionRefusedException("a value is not finite");
      }
      out.setReduced(to + i, (long) Math.rint(x * scale));
    }
  }

  /// Decodes sums into `out[to … to + sums.length())`.
  ///
  /// @return whether every sum is within `sumBound`, rounding aside: the range alarm
  ///   (docs/algorithms.md). It speaks of honest mistakes; a participant that lies within the bound
  ///   is not found.
  public boolean decode(RingVector sums, float[] out, int to, double sumBound) {
    double limit = sumBound * (1 + ROUNDING_SLACK);
    boolean inRange = true;
    for (int i = 0; i < sums.length(); i++) {
      double x = sums.getSigned(i) / scale;
      inRange &= Math.abs(x) <= limit;
      out[to + i] = (float) x;
    }
    return inRange;
  }
}
