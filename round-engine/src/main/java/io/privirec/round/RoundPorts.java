package io.privirec.round;

/// What the engine needs of a service.
///
/// @param rounds rounds and their event logs
/// @param chunks which chunks are staged
/// @param spool how far windowed spools are
/// @param blobs the bytes of staged chunks
/// @param sums makes and keeps sums
/// @param sessions that rounds are opened for
/// @param observer told what happens
public record RoundPorts(
    RoundStore rounds,
    ChunkStore chunks,
    SpoolStore spool,
    BlobStore blobs,
    SumEngine sums,
    ActiveSessions sessions,
    RoundObserver observer) {}
