package io.privirec.coordinator.release;

import io.privirec.crypto.encoding.ByteString;
import java.time.Instant;

/// A published release as stored.
///
/// @param manifest the exact bytes of `manifest.json`
/// @param signature the coordinator's Ed25519 signature over them
record Release(
    String id, String sessionId, ByteString manifest, ByteString signature, Instant createdAt) {}
