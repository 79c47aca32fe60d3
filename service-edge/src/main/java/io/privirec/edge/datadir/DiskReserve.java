package io.privirec.edge.datadir;

/// The room on the disk of the data directory below which the service counts it as full.
public record DiskReserve(long bytes) {}
