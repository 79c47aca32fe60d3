package io.privirec.wire;

import java.time.Instant;

/// One version of the public list of items. Versions only ever grow: version n is a prefix of n +
/// 1.
///
/// @param sha256 hex SHA-256 of the NDJSON bytes served for this version
public record CatalogueVersion(int version, int items, String sha256, Instant createdAt) {}
