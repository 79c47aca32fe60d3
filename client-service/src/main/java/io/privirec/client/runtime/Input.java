package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;

/// What a participant contributes to a step, whichever session asks for it: the same data gives
/// sums that can be subtracted from each other.
///
/// @param snapshot digest of the frozen data
/// @param step name of the round: `item-degrees`
public record Input(Digest snapshot, String step) {}
