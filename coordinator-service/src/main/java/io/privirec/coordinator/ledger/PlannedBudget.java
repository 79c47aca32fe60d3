package io.privirec.coordinator.ledger;

import io.privirec.privacy.Unit;
import java.time.Duration;

/// The part of each participant's budget that a session with noise reserves.
///
/// @param unit that the sums' sensitivities are about
/// @param rho of zero-concentrated privacy, of all its sums with the attempts that its policy
///   allows
/// @param largestRho of its largest sum
public record PlannedBudget(Unit unit, double rho, double largestRho) {
  /// ε of all noisy sums over the data of a participant, and of open reservations, at one δ.
  ///
  /// @param lifetime since the ledger began
  /// @param ofPeriod within the period
  /// @param period how long a sum counts in `ofPeriod`
  public record Spent(double lifetime, double ofPeriod, Duration period) {}
}
