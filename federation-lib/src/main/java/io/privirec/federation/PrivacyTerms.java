package io.privirec.federation;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.Unit;

/// What the noise of a session promises.
///
/// @param target ε and δ of all its sums together; what is reached is computed from the mechanisms
/// @param unit what is protected
/// @param adjacency which data sets are neighbours
/// @param colluders how many participants may tell the coordinator their noise, or leave it out
public record PrivacyTerms(PrivacyTarget target, Unit unit, Adjacency adjacency, int colluders) {
  public PrivacyTerms {
    if (colluders < 0) {
      throw new IllegalArgumentException(
          "colluders must not be negative. Provided value: " + colluders);
    }
  }

  /// Returns the shares of the noise in a closed sum.
  public NoiseShares shares(int participants) {
    return new NoiseShares(participants, colluders, 0);
  }

  /// The budget of all sums together, of zero-concentrated privacy.
  public double rho() {
    return Conversion.CKS.rho(target);
  }
}
