package io.privirec.federation;

/// What follows after a round.
public sealed interface PlanStep {
  /// One more round; its broadcast, if any, is in the working directory.
  record NextRound(RoundSpec round) implements PlanStep {}

  /// All sums are there: [Publication#write] can run.
  record Publish() implements PlanStep {}

  /// The noisy sums allow no model of the algorithm itself: [Publication#write] writes the most
  /// popular items by the noisy counts. A session that spent ε publishes at least these.
  ///
  /// @param code stable, lower-kebab: why the algorithm's own model is missing
  record PublishPopular(String code, String detail) implements PlanStep {}

  /// The session has served its purpose; there is nothing to publish.
  record Complete() implements PlanStep {}

  /// The sums allow no release.
  ///
  /// @param code stable, lower-kebab
  record Fail(String code, String detail) implements PlanStep {}
}
