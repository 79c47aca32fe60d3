package io.privirec.federation.noise;

/// What the first noisy sum says.
///
/// @param items how many users have each item, with noise; at least 0
/// @param users how many users have an item, with noise; at least 0
// The counts are read by the plan that asked for them; nobody compares these.
@SuppressWarnings("ArrayRecordComponent")
public record NoisyCounts(long[] items, long users) {}
