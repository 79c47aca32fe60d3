package io.privirec.serving.release;

import io.privirec.wire.ClaimView;
import io.privirec.wire.Protection;
import java.util.Optional;

/// The privacy of a release as a reader shows it now.
///
/// @param protection the kind of the release
/// @param claim the claim with its ε; empty unless the claim holds
/// @param status the claim in half a sentence; without ε, the reason
public record ShownClaim(Protection protection, Optional<ClaimView> claim, String status) {
  private static final ShownClaim NO_NOISE =
      new ShownClaim(Protection.NO_NOISE, Optional.empty(), ClaimText.NO_NOISE);

  /// Shows a release without noise.
  public static ShownClaim noNoise() {
    return NO_NOISE;
  }

  /// Shows a release with noise, without its ε.
  ///
  /// @param status why
  public static ShownClaim withoutEpsilon(String status) {
    return new ShownClaim(Protection.PRIVATE, Optional.empty(), status);
  }

  /// Shows a release with noise and its ε.
  static ShownClaim holding(ClaimView claim, String status) {
    return new ShownClaim(Protection.PRIVATE, Optional.of(claim), status);
  }
}
