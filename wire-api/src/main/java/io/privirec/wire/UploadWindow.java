package io.privirec.wire;

/// The chunks of a round that may be uploaded now: from `from` on, and before `to`. Those before
/// `from` are summed. Where contributions are kept whole, all chunks.
public record UploadWindow(int from, int to) {}
