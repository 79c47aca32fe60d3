package io.privirec.wire;

import java.util.Map;

/// Which chunks of the caller's contribution have arrived, staged or summed already: enough to
/// resume an upload.
///
/// @param total chunks of the vector
/// @param received chunk number to hex SHA-256 of its bytes
/// @param window which chunks may be uploaded now
public record ChunkStatus(int total, Map<Integer, String> received, UploadWindow window) {
  public ChunkStatus {
    received = Map.copyOf(received);
  }
}
