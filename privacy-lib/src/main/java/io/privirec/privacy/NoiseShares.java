package io.privirec.privacy;

/// Whose noise counts. Each participant adds the same share; a claim rests on the shares of
/// participants who are honest and in the sum.
///
/// @param participants n of the round
/// @param colluders c who may tell the observer their own noise, or add none
/// @param dropouts d who may be missing from the sum, with their noise; 0 in closed rounds
public record NoiseShares(int participants, int colluders, int dropouts) {
  /// @throws PrivacyRefusal.NoHonestNoise if n - c - d is below 1
  public NoiseShares {
    if (colluders < 0 || dropouts < 0) {
      throw new IllegalArgumentException(
          "colluders and dropouts must not be negative. Provided values: %s, %s"
              .formatted(colluders, dropouts));
    }
    if ((long) participants - colluders - dropouts < 1) {
      throw new PrivacyRefusal.NoHonestNoise(participants, colluders, dropouts);
    }
  }

  /// Returns the shares of a round that participants may leave. More colluders than the round
  /// withstands would open an honest participant's vector, which has a single share of noise.
  ///
  /// @param colluders c of the claim
  /// @param withstood colluders that the round withstands; all of them count
  /// @throws PrivacyRefusal.ColludersNotWithstood if these are fewer than c
  public static NoiseShares withLosses(
      int participants, int colluders, int withstood, int dropouts) {
    if (withstood < colluders) {
      throw new PrivacyRefusal.ColludersNotWithstood(colluders, withstood);
    }
    return new NoiseShares(participants, withstood, dropouts);
  }

  /// n - c - d: how many shares are counted.
  public int honest() {
    return participants - colluders - dropouts;
  }

  /// What tolerance costs: the standard deviation of the noise in a sum of all, over the needed
  /// one.
  public double inflation() {
    return Math.sqrt((double) participants / honest());
  }
}
