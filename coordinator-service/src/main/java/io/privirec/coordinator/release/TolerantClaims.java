package io.privirec.coordinator.release;

import io.privirec.privacy.Distributed;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyClaim;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;

/// Claims of tolerant rounds. A claim counts c colluders. Its rounds must withstand as many,
/// because more colluders help a coordinator open the vector of one participant. Earlier versions
/// did not check that, and their manifests have no thresholds.
final class TolerantClaims {
  /// The first format of manifests with claims whose rounds withstand the colluders.
  private static final int FIRST_FORMAT = 5;

  private TolerantClaims() {}

  /// Returns whether rounds with the numbers of a claim can withstand its colluders.
  ///
  /// @param formatVersion of the manifest with the claim
  static boolean areWithstood(int formatVersion, PrivacyClaim claim) {
    return formatVersion >= FIRST_FORMAT
        && claim.releases().releases().stream()
            .allMatch(release ->
                release.mechanism() instanceof Distributed sum && isWithstood(sum.shares()));
  }

  private static boolean isWithstood(NoiseShares shares) {
    int survivors = shares.participants() - shares.dropouts();
    try {
      return Thresholds.of(
                  ThreatModel.SEMI_MALICIOUS, shares.participants(), shares.colluders(), survivors)
              .minSurvivors()
          == survivors;
    } catch (IllegalArgumentException noSuchRound) {
      return false;
    }
  }
}
