package io.privirec.client.coordinator;

import io.privirec.crypto.digest.Digest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// One call, described so that it can be made again: every attempt carries a fresh request token.
///
/// @param path path and query below the coordinator's URL
/// @param bodyDigest SHA-256 of the body; empty for a call without one
record Call(
    String method,
    String path,
    BodyPublisher body,
    Optional<Digest> bodyDigest,
    Map<String, String> headers,
    Duration timeout) {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /// The slowest pace that a coordinator bears by default: a body may take as long as that.
  private static final int SLOWEST_BYTES_PER_SECOND = 16 << 10;

  static Call get(String path) {
    return get(path, TIMEOUT);
  }

  static Call get(String path, Duration timeout) {
    return new Call("GET", path, BodyPublishers.noBody(), Optional.empty(), Map.of(), timeout);
  }

  static Call post(String path) {
    return new Call("POST", path, BodyPublishers.noBody(), Optional.empty(), Map.of(), TIMEOUT);
  }

  static Call post(String path, String mediaType, byte[] body) {
    return new Call(
        "POST",
        path,
        BodyPublishers.ofByteArray(body),
        Optional.of(Digest.of(body)),
        Map.of("Content-Type", mediaType),
        TIMEOUT);
  }

  static Call put(
      String path, byte[] body, int length, Digest digest, Map<String, String> headers) {
    return new Call(
        "PUT",
        path,
        BodyPublishers.ofByteArray(body, 0, length),
        Optional.of(digest),
        headers,
        TIMEOUT.plusSeconds(length / SLOWEST_BYTES_PER_SECOND));
  }
}
