package io.privirec.round;

/// Holds whoever a round is opened for, so that nobody ends it while the round comes to be.
@FunctionalInterface
public interface OpeningLock {
  /// Takes the lock, inside the transaction that inserts the round, and until its end.
  ///
  /// @return false when the round is wanted no longer: it is not inserted then
  boolean take();
}
