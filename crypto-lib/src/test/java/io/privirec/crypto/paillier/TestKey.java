package io.privirec.crypto.paillier;

import io.privirec.crypto.secret.SecretBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.Properties;

/** A key, and what another implementation of Paillier's encryption computed with it. */
final class TestKey {
  private static final Properties VECTORS = new Properties();

  static {
    try (InputStream in = TestKey.class.getResourceAsStream("/paillier/vectors.properties")) {
      VECTORS.load(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static final PaillierKeyPair PAIR = pair();

  private TestKey() {}

  static BigInteger number(String name) {
    return new BigInteger(VECTORS.getProperty(name), 16);
  }

  private static PaillierKeyPair pair() {
    byte[] primes = new byte[PaillierPublicKey.BITS / 8];
    System.arraycopy(
        Numbers.encode(number("p"), primes.length / 2), 0, primes, 0, primes.length / 2);
    System.arraycopy(
        Numbers.encode(number("q"), primes.length / 2),
        0,
        primes,
        primes.length / 2,
        primes.length / 2);
    try {
      return PaillierKeyPair.decode(SecretBytes.copyOf(primes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
