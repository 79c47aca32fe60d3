/// Rounds in this service: the engine of `io.privirec.round` over its database, data directory and
/// metrics. What a sum is for belongs to sessions.
@NullMarked
package io.privirec.coordinator.round;

import org.jspecify.annotations.NullMarked;
