package io.privirec.secagg;

/// The counts that a round is safe and live under, on the complete graph (everyone shares with
/// everyone).
///
/// Safe: `2 · threshold > cohort + corrupt`, so that a coordinator together with `corrupt`
/// participants can never collect both shares of one participant from two halves of the cohort.
/// Live: `drops` participants may leave in the whole round, and `threshold` of those that stay can
/// still unmask.
///
/// @param cohort participants of the round, in [3, 64]
/// @param corrupt participants that may collude with the coordinator, at least `max(1,
///   ⌊cohort/10⌋)`
/// @param drops participants that may leave, `cohort - minSurvivors`
/// @param threshold shares that reconstruct a secret
/// @param minSurvivors participants that must be left in every phase, at least `max(3, ⌈.6 ·
///   cohort⌉, threshold)`
public record Thresholds(int cohort, int corrupt, int drops, int threshold, int minSurvivors) {
  public static final int MIN_COHORT = 3;
  public static final int MAX_COHORT = 64;

  public Thresholds {
    requireIn("cohort", cohort, MIN_COHORT, MAX_COHORT);
    requireIn("corrupt", corrupt, defaultCorrupt(cohort), cohort - 1);
    requireIn("threshold", threshold, (cohort + corrupt) / 2 + 1, cohort);
    requireIn(
        "minSurvivors", minSurvivors, Math.max(defaultMinSurvivors(cohort), threshold), cohort);
    requireIn("drops", drops, cohort - minSurvivors, cohort - minSurvivors);
  }

  /// The default counts of a first round.
  public static Thresholds completeGraph(int cohort) {
    requireIn("cohort", cohort, MIN_COHORT, MAX_COHORT);
    return completeGraph(cohort, defaultCorrupt(cohort), defaultMinSurvivors(cohort));
  }

  /// The counts of a later round of a session that has lost participants: corrupt participants may
  /// all be among the rest, and the session's demand on survivors stands.
  ///
  /// @throws IllegalArgumentException if fewer than `minSurvivors` are left
  public static Thresholds completeGraph(int cohort, int corrupt, int minSurvivors) {
    int threshold = (cohort + corrupt) / 2 + 1;
    int survivors = Math.max(minSurvivors, threshold);
    return new Thresholds(cohort, corrupt, cohort - survivors, threshold, survivors);
  }

  private static int defaultCorrupt(int cohort) {
    return Math.max(1, cohort / 10);
  }

  private static int defaultMinSurvivors(int cohort) {
    return Math.max(3, Math.ceilDiv(3 * cohort, 5));
  }

  private static void requireIn(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be in [%d, %d]. Provided value: %d".formatted(name, min, max, value));
    }
  }
}
