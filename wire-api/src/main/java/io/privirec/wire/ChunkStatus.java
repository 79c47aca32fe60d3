package io.privirec.wire;

import java.util.Map;

/**
 * Which chunks of the caller's contribution are staged: enough to resume an upload.
 *
 * @param total chunks of the vector
 * @param received chunk number to hex SHA-256 of its bytes
 */
public record ChunkStatus(int total, Map<Integer, String> received) {
  public ChunkStatus {
    received = Map.copyOf(received);
  }
}
