package io.privirec.federation.noise;

import io.privirec.federation.RoundSpec;
import io.privirec.federation.UnclippedUserException;
import io.privirec.privacy.IntegerSensitivity;

/// The largest Euclidean norm of one user's integers in a round with noise, checked for each user
/// before noise and masks are added.
///
/// @param round name of the round
public record UserNorm(String round, IntegerSensitivity sensitivity) {
  /// Squares of whole numbers above 2^53 are rounded, and so is the bound.
  private static final double ROUNDING = 1 + 0x1p-40;

  /// Returns the bound that the round's noise is for.
  public static UserNorm of(RoundSpec round) {
    return new UserNorm(round.name(), round.noise().orElseThrow().sensitivity());
  }

  /// Checks the integers that one user adds.
  ///
  /// @param squares sum of their squares
  /// @throws UnclippedUserException if the norm exceeds the sensitivity, or is not a number
  public void require(double squares) {
    if (!(squares <= sensitivity.l2() * sensitivity.l2() * ROUNDING)) {
      throw new UnclippedUserException(round);
    }
  }
}
