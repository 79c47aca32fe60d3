package io.privirec.wire;

/**
 * The chunks of a round that may be uploaded now: from {@code from} on, and before {@code to}.
 * Those before {@code from} are summed. Where contributions are kept whole, all chunks.
 */
public record UploadWindow(int from, int to) {}
