package io.privirec.coordinator.ledger;

import java.time.Duration;

/// ε of all noisy sums over the data of a participant, and of open reservations, at one δ.
///
/// @param lifetime since the ledger began
/// @param ofPeriod within the period
/// @param period how long a sum counts in `ofPeriod`
public record SpentEpsilon(double lifetime, double ofPeriod, Duration period) {}
