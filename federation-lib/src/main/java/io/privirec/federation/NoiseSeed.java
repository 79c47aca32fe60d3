package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.kdf.Hkdf;
import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.secret.SecretBytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/// What one participant's noise in one attempt of a round is drawn from. It is kept with the
/// attempt, so that a chunk that is masked again has the same bits, and it never leaves the
/// process. Another attempt draws another: the same noise in sums over different participants would
/// be taken off by subtracting them.
public record NoiseSeed(SecretBytes secret) {
  public static final int SIZE_BYTES = 32;

  private static final byte[] NO_SALT = new byte[SIZE_BYTES];
  private static final String COMMITMENT = "privirec/v1/noise-seed\0";

  public NoiseSeed {
    if (secret.sizeBytes() != SIZE_BYTES) {
      throw new IllegalArgumentException(
          "a noise seed is " + SIZE_BYTES + " bytes. Provided value: " + secret.sizeBytes());
    }
  }

  public static NoiseSeed random(SecureRandom random) {
    return new NoiseSeed(SecretBytes.random(SIZE_BYTES, random));
  }

  /// One of the seed's independent streams of random bytes.
  ///
  /// @param purpose ASCII
  /// @param number tells streams of one purpose apart
  KeyStream stream(String purpose, long number) {
    byte[] label = purpose.getBytes(StandardCharsets.US_ASCII);
    byte[] info =
        ByteBuffer.allocate(label.length + 1 + Long.BYTES)
            .put(label)
            .put((byte) 0)
            .putLong(number)
            .array();
    return new KeyStream(Hkdf.derive(secret, NO_SALT, info, KeyStream.KEY_BYTES));
  }

  /// Says which seed it is, and nothing about it: SHA-256 of a tag and 32 random bytes.
  public Digest commitment() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(COMMITMENT.getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(secret.expose());
    return Digest.of(bytes.toByteArray());
  }
}
