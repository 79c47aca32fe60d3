package io.privirec.federation;

/// How many sums with different noise a session may open for each of its rounds. A repeated attempt
/// of a closed round over the same cohort has the same noise, and counts once.
///
/// @param first for the first round, at least 1
/// @param later for every other round, at least 1
public record DistinctSums(int first, int later) {
  public DistinctSums {
    if (first < 1 || later < 1) {
      throw new IllegalArgumentException(
          "a round has at least one sum. Provided values: %s, %s".formatted(first, later));
    }
  }

  /// Rounds over whole cells. Only the first round may leave out cells, and each other cohort has
  /// one cell less.
  ///
  /// @param cells that the session begins with
  /// @param maxAttempts of one round
  public static DistinctSums closed(OnMissing onMissing, int cells, int maxAttempts) {
    return switch (onMissing) {
      case WAIT -> new DistinctSums(1, 1);
      case LEAVE_OUT_CELLS -> new DistinctSums(Math.clamp(cells, 1, maxAttempts), 1);
    };
  }

  /// Rounds that participants may leave: each attempt has other noise.
  ///
  /// @param maxAttempts of one round
  public static DistinctSums tolerant(int maxAttempts) {
    return new DistinctSums(maxAttempts, maxAttempts);
  }

  /// Returns ρ of all these sums together: the budget that a session reserves. 0 without noise.
  public double rho(Algorithm algorithm) {
    return algorithm.specs().stream()
        .mapToDouble(round ->
            round.noise().map(RoundNoise::rho).orElse(0.0) * (round.index() == 0 ? first : later))
        .sum();
  }

  /// Returns ρ of the largest single sum; 0 without noise.
  public static double largestRho(Algorithm algorithm) {
    return algorithm.specs().stream()
        .mapToDouble(round -> round.noise().map(RoundNoise::rho).orElse(0.0))
        .max()
        .orElse(0);
  }
}
