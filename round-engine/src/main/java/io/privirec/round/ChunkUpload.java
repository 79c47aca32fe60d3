package io.privirec.round;

import io.privirec.crypto.digest.Digest;
import java.io.InputStream;

/// The body of one chunk upload.
///
/// @param declaredBytes what the sender says it will send
/// @param declaredDigest SHA-256 that the sender says the bytes have
public record ChunkUpload(int chunk, long declaredBytes, Digest declaredDigest, InputStream body) {}
