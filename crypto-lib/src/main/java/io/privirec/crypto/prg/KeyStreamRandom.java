package io.privirec.crypto.prg;

import java.security.SecureRandom;

/// A [KeyStream] for whoever asks for a [SecureRandom]: the same seed gives the same numbers, so
/// that what was drawn from it can be made again after a restart. Not thread-safe.
@SuppressWarnings("serial") // never serialised
public final class KeyStreamRandom extends SecureRandom {
  private final KeyStream stream;

  /// @param stream that nobody else reads from
  public KeyStreamRandom(KeyStream stream) {
    super(null, null);
    this.stream = stream;
  }

  @Override
  public void nextBytes(byte[] bytes) {
    stream.nextBytes(bytes);
  }

  @Override
  public void setSeed(long seed) {
    // The seed is the stream's.
  }

  @Override
  public String getAlgorithm() {
    return "AES-256-CTR";
  }

  @Override
  public String toString() {
    return "KeyStreamRandom[hidden]";
  }
}
