package io.privirec.round;

/// The chunks of a round that are taken now: from `from` on, and before `to`. Those before `from`
/// are summed.
public record ChunkWindow(int from, int to) {}
