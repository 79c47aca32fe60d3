package io.privirec.round;

import io.privirec.secagg.coordinator.CoordinatorState;

/// A round and the protocol state that its events fold to.
record RoundState(Round round, CoordinatorState state) {}
