package io.privirec.coordinator.ledger;

import io.privirec.privacy.Unit;

/// The part of each participant's budget that a session with noise reserves.
///
/// @param unit that the sums' sensitivities are about
/// @param rho of zero-concentrated privacy, of all its sums with the attempts that its policy
///   allows
/// @param largestRho of its largest sum
public record PlannedBudget(Unit unit, double rho, double largestRho) {}
