package io.privirec.crypto;

import java.security.SecureRandom;
import java.util.Random;

/// Repeatable "secure" randomness for tests.
public final class SeededRandom extends SecureRandom {
  private static final long serialVersionUID = 1L;

  private final Random random;

  public SeededRandom(long seed) {
    this.random = new Random(seed);
  }

  @Override
  public void nextBytes(byte[] bytes) {
    random.nextBytes(bytes);
  }
}
