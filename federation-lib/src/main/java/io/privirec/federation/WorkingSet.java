package io.privirec.federation;

/// Bytes that a session takes in memory at once.
///
/// @param coordinator expected bytes of the coordinator's steps
/// @param leastOfCoordinator bytes of the coordinator's steps for the smallest sums: with less heap
///   no step can work
/// @param participant bytes of a process that contributes for its participants, beside their data.
///   A client-service rejects a session if its heap is too small
public record WorkingSet(long coordinator, long leastOfCoordinator, long participant) {
  /// The working set of sums that have a fixed size.
  public WorkingSet(long coordinator, long participant) {
    this(coordinator, coordinator, participant);
  }
}
