package io.privirec.secagg;

import io.privirec.crypto.sharing.Shamir;

/// The counts that a tolerant round is safe and live under. They follow from the threat model, the
/// size of the cohort, and how many of it may be corrupt or leave: nobody chooses the number of
/// neighbours or the threshold, and counts that do not follow cannot be constructed.
///
/// Up to [#MAX_COMPLETE] participants everyone shares with everyone, and the counts are absolute:
/// `2 · threshold > cohort + corrupt`, so that a coordinator together with `corrupt` participants
/// can never collect both shares of one participant from two halves of the cohort; and `threshold ≤
/// cohort - drops`, so that those that stay can unmask. Larger cohorts share on a random graph of
/// the degree and with the threshold of [ParameterSolver].
///
/// @param cohort participants of the round, in [3, 10,000]
/// @param corrupt participants that may collude with the coordinator, at least `max(1,
///   ⌊cohort/10⌋)`, on a random graph at least `⌊cohort/20⌋`
/// @param drops participants that may leave, `cohort - minSurvivors`
/// @param neighbours participants that each one shares its secrets with, itself not counted
/// @param threshold shares that reconstruct a secret
/// @param minSurvivors participants that must be left in every phase, at least `max(3, ⌈.6 ·
///   cohort⌉, threshold)`
public record Thresholds(
    ThreatModel threatModel,
    int cohort,
    int corrupt,
    int drops,
    int neighbours,
    int threshold,
    int minSurvivors) {
  /// The fewest participants of any round, closed ones too.
  public static final int MIN_COHORT = 3;

  /// The most.
  public static final int MAX_COHORT = 10_000;

  /// The largest cohort in which everyone shares with everyone.
  public static final int MAX_COMPLETE = ParameterSolver.LEAST_COHORT - 1;

  public Thresholds {
    requireIn("cohort", cohort, MIN_COHORT, MAX_COHORT);
    requireIn("corrupt", corrupt, minCorrupt(cohort), cohort - 1);
    requireIn("minSurvivors", minSurvivors, minMinSurvivors(cohort), cohort);
    requireIn("drops", drops, cohort - minSurvivors, cohort - minSurvivors);
    if (cohort <= MAX_COMPLETE) {
      requireIn("neighbours", neighbours, cohort - 1, cohort - 1);
      int least = completeThreshold(cohort, corrupt);
      requireIn("threshold", threshold, least, least);
      requireIn("minSurvivors", minSurvivors, threshold, cohort);
    } else {
      GraphParameters solved = ParameterSolver.solve(threatModel, cohort, corrupt, drops);
      requireIn("neighbours", neighbours, solved.neighbours(), solved.neighbours());
      requireIn("threshold", threshold, solved.threshold(), solved.threshold());
    }
  }

  /// The default counts of a first round: a tenth corrupt; two fifths may leave a complete graph, a
  /// tenth a random one.
  public static Thresholds of(ThreatModel threatModel, int cohort) {
    requireIn("cohort", cohort, MIN_COHORT, MAX_COHORT);
    int tenth = cohort / 10;
    return cohort <= MAX_COMPLETE
        ? of(threatModel, cohort, Math.max(1, tenth), minMinSurvivors(cohort))
        : of(threatModel, cohort, tenth, cohort - tenth);
  }

  /// The default counts of a first round that withstands at least these corrupt participants. Fewer
  /// may leave if the threshold needs more survivors.
  ///
  /// @throws IllegalArgumentException if no counts will do
  public static Thresholds withstanding(ThreatModel threatModel, int cohort, int corrupt) {
    Thresholds defaults = of(threatModel, cohort);
    return corrupt <= defaults.corrupt
        ? defaults
        : of(threatModel, cohort, corrupt, defaults.minSurvivors);
  }

  /// The counts that follow from a demand.
  ///
  /// For a later round of a session that has lost participants: those that are corrupt may all be
  /// among the rest, and the session's demand on survivors stands.
  ///
  /// @param minSurvivors at least this many; more where the threshold is higher
  /// @throws IllegalArgumentException if the demand cannot be met, as when fewer than
  ///   `minSurvivors` are left
  public static Thresholds of(ThreatModel threatModel, int cohort, int corrupt, int minSurvivors) {
    requireIn("cohort", cohort, MIN_COHORT, MAX_COHORT);
    requireIn("corrupt", corrupt, minCorrupt(cohort), cohort - 1);
    if (cohort <= MAX_COMPLETE) {
      int threshold = completeThreshold(cohort, corrupt);
      int survivors = Math.max(minSurvivors, threshold);
      return new Thresholds(
          threatModel, cohort, corrupt, cohort - survivors, cohort - 1, threshold, survivors);
    }
    requireIn("minSurvivors", minSurvivors, minMinSurvivors(cohort), cohort);
    int drops = cohort - minSurvivors;
    GraphParameters solved = ParameterSolver.solve(threatModel, cohort, corrupt, drops);
    return new Thresholds(
        threatModel, cohort, corrupt, drops, solved.neighbours(), solved.threshold(), minSurvivors);
  }

  /// Whether everyone shares with everyone.
  public boolean isComplete() {
    return cohort <= MAX_COMPLETE;
  }

  /// How the secrets of a participant are shared: among its neighbours, and on a complete graph
  /// with itself too.
  public Shamir sharing() {
    return new Shamir(threshold, isComplete() ? cohort : neighbours);
  }

  private static int completeThreshold(int cohort, int corrupt) {
    return (cohort + corrupt) / 2 + 1;
  }

  private static int minCorrupt(int cohort) {
    return cohort <= MAX_COMPLETE ? Math.max(1, cohort / 10) : cohort / 20;
  }

  private static int minMinSurvivors(int cohort) {
    return Math.max(MIN_COHORT, Math.ceilDiv(3 * cohort, 5));
  }

  private static void requireIn(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be in [%s, %s]. Provided value: %s".formatted(name, min, max, value));
    }
  }
}
