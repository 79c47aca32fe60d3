package io.privirec.wire;

/// A release as listed.
///
/// @param manifestSha256 hex SHA-256 of the exact bytes of `manifest.json`
/// @param signature base64 Ed25519 signature over those bytes
public record ReleaseView(ReleaseManifest manifest, String manifestSha256, String signature) {}
