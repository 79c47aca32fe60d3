package io.privirec.federation.peers;

/// Carries the messages of a [io.privirec.secagg.peer.PeerParty] to its neighbours, and theirs to
/// it.
@FunctionalInterface
public interface PeerSteps {
  /// Waits until a step is complete.
  ///
  /// @throws PeerFailureException naming whom it has waited for long enough, or who broke the rules
  void await(int step) throws PeerFailureException, InterruptedException;
}
