package io.privirec.client.ledger;

import io.privirec.privacy.Unit;

/// The part of a participant's budget that a session with noise reserves.
///
/// @param session id of the session
/// @param unit that the sums' sensitivities are about
/// @param rho of zero-concentrated privacy, of all its sums with the attempts that its policy
///   allows
/// @param largestRho of its largest sum
public record SessionBudget(String session, Unit unit, double rho, double largestRho) {}
