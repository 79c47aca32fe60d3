package io.privirec.federation;

import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.RoundKind;

/// How much noise the sum of a round needs. Everybody in it adds a share; what a share is follows
/// from the signed record of the round, so that participants take nobody's word for it.
///
/// @param sensitivity of the summed integers: what one unit changes
/// @param dimension elements of the sum
/// @param rho the round's part of the session's budget, of zero-concentrated privacy
/// @param colluders c, whose noise does not count; a tolerant round must withstand them
public record RoundNoise(
    IntegerSensitivity sensitivity, long dimension, double rho, int colluders) {
  public RoundNoise {
    if (!(rho > 0) || Double.isInfinite(rho)) {
      throw new IllegalArgumentException("rho must be positive and finite. Provided value: " + rho);
    }
  }

  /// The noise of a round: the smallest that its part of the budget allows. Closed rounds lose
  /// nobody; tolerant ones as many as their record says.
  ///
  /// @param participants n of the round's record
  /// @throws io.privirec.privacy.PrivacyRefusal if no share of noise is enough, or if a tolerant
  ///   round withstands fewer colluders than the claim has
  public DistributedDiscreteGaussian mechanism(RoundKind kind, int participants) {
    return mechanism(shares(kind, participants));
  }

  /// Returns the shares of noise in the sum of an attempt.
  ///
  /// @param participants n of the round's record
  /// @throws io.privirec.privacy.PrivacyRefusal if a tolerant round withstands fewer colluders than
  ///   the claim has
  NoiseShares shares(RoundKind kind, int participants) {
    return switch (kind) {
      case RoundKind.Closed _ -> new NoiseShares(participants, colluders, 0);
      case RoundKind.Tolerant(var counts) ->
          NoiseShares.withLosses(participants, colluders, counts.corrupt(), counts.drops());
    };
  }

  /// The same for these shares.
  public DistributedDiscreteGaussian mechanism(NoiseShares shares) {
    return DistributedDiscreteGaussian.least(
        sensitivity, dimension, shares, mechanism -> mechanism.rho() <= rho);
  }

  /// Standard deviation of the noise that is in a sum: of everybody who is in it, more than a claim
  /// counts.
  ///
  /// @return in units of the integers
  public double deviation(Aggregate sum) {
    int shares = sum.survivors().size();
    int participants =
        switch (sum.kind()) {
          case RoundKind.Closed _ -> shares;
          case RoundKind.Tolerant(var counts) -> counts.cohort();
        };
    return mechanism(sum.kind(), participants).deviation(shares);
  }
}
