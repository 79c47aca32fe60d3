package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;

/// What a participant contributes to a step, whichever session asks for it: the same data gives
/// sums that can be subtracted from each other.
///
/// @param data digest of all the participant's interactions, whatever catalogue the session is
///   about
/// @param snapshot digest of the data frozen for this session: openings from before inputs were
///   told apart by all data lie under it
/// @param step name of the round: `item-degrees`
public record Input(Digest data, Digest snapshot, String step) {}
