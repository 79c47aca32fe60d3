package io.privirec.secagg.coordinator;

/// What an event came to.
public sealed interface Outcome {
  /// The event counts; the round is in the next state.
  record Accepted(CoordinatorState next) implements Outcome {}

  /// The same event was accepted before: nothing changes, and its sender may take it as accepted.
  record Repeated() implements Outcome {}

  /// The event does not count and must not be kept.
  record Rejected(RejectionReason reason, String detail) implements Outcome {}
}
