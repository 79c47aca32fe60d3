package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.kdf.Hkdf;
import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.secret.SecretBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/// What one participant draws by chance in a session and needs again in another of its rounds:
/// noise that is taken off later, a key that decrypts later. Kept as long as the session runs, and
/// never sent.
public record SessionSecret(SecretBytes secret) {
  public static final int SIZE_BYTES = 32;

  public SessionSecret {
    if (secret.sizeBytes() != SIZE_BYTES) {
      throw new IllegalArgumentException(
          "a session's secret is " + SIZE_BYTES + " bytes. Provided value: " + secret.sizeBytes());
    }
  }

  public static SessionSecret random(SecureRandom random) {
    return new SessionSecret(SecretBytes.random(SIZE_BYTES, random));
  }

  /// One of the secret's independent streams of random bytes.
  ///
  /// @param purpose ASCII
  /// @param number tells streams of one purpose apart
  /// @param bound what the stream is for; another one gives another stream
  public KeyStream stream(String purpose, long number, Digest bound) {
    byte[] label = purpose.getBytes(StandardCharsets.US_ASCII);
    byte[] info =
        ByteBuffer.allocate(label.length + 1 + Long.BYTES)
            .put(label)
            .put((byte) 0)
            .putLong(number)
            .array();
    return new KeyStream(Hkdf.derive(secret, bound.bytes(), info, KeyStream.KEY_BYTES));
  }
}
