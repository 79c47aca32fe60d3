package io.privirec.lab.attack.sessions;

import io.privirec.privacy.Conversion;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyTarget;
import java.util.List;

/// The privacy that a session states for its sums.
///
/// @param epsilon of all sums together
/// @param delta of all sums together
/// @param sums the mechanism of each sum, in the order of the rounds
record Claim(double epsilon, double delta, List<DistributedDiscreteGaussian> sums) {
  Claim {
    sums = List.copyOf(sums);
  }

  /// ρ that ε and δ stand for.
  double rho() {
    return Conversion.CKS.rho(new PrivacyTarget(epsilon, delta));
  }

  /// The claim against more colluders: the same noise of each participant, and fewer honest shares.
  ///
  /// @param honest number of shares that count
  Claim ofHonest(int honest) {
    List<DistributedDiscreteGaussian> fewer =
        sums.stream().map(sum -> ofHonest(sum, honest)).toList();
    double rho = fewer.stream().mapToDouble(DistributedDiscreteGaussian::rho).sum();
    return new Claim(Conversion.CKS.ofConcentrated(rho, delta).epsilon(), delta, fewer);
  }

  private static DistributedDiscreteGaussian ofHonest(DistributedDiscreteGaussian sum, int honest) {
    int participants = sum.shares().participants();
    return new DistributedDiscreteGaussian(
        sum.sensitivity(),
        sum.dimension(),
        sum.localVariance(),
        new NoiseShares(participants, participants - honest, 0));
  }
}
