package io.privirec.wire;

import java.time.Instant;

/// What a participant has signed for the time after it has left.
///
/// @param departure the line for the roster's text, to be given to its keeper
/// @param statement what was signed, in words
/// @param signedAt the first time
public record SignedDeparture(String departure, String statement, Instant signedAt) {}
