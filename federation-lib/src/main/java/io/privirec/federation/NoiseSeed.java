package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.kdf.Hkdf;
import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.RoundRecord;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/// The seed of one participant's noise in one round. The attempt keeps the seed, so that a chunk
/// that is masked again has the same bits. The seed never leaves the process.
///
/// In a closed round the seed is a [function][#ofClosedRound] of all that the sum depends on. A
/// second attempt over the same cohort has the same noise and shows nothing new; any other sum has
/// other noise. In a tolerant round the survivors are known only after masking: the same noise in
/// sums over different survivors would be removed by subtraction. So each attempt draws a
/// [fresh][#random] seed.
public record NoiseSeed(SecretBytes secret) {
  public static final int SIZE_BYTES = 32;

  private static final String CLOSED_ROUND = "privirec/v1/noise-of-closed-round\0";
  private static final byte[] NO_SALT = new byte[SIZE_BYTES];
  private static final String COMMITMENT = "privirec/v1/noise-seed\0";

  public NoiseSeed {
    requireSize(secret);
  }

  /// Returns the seed of a closed round: HKDF-SHA256 of the secret, with a salt of 32 zero bytes
  /// and `info = "privirec/v1/noise-of-closed-round" 00 ‖ SHA-256(record) ‖ snapshot ‖ kernel`. The
  /// record is encoded with an id of zeros and attempt 1. So the seed depends on session, round
  /// index, cohort with keys, roster, cells, key agreement, vector, catalogue, parameters and
  /// broadcast.
  ///
  /// @param secret of the participant, random, of 32 bytes, known to nobody else
  /// @param snapshot digest of the participant's data
  /// @param kernel version of the code that computes the contribution: another version can compute
  ///   other numbers
  /// @throws IllegalArgumentException if the round is not closed, or the secret has another size
  public static NoiseSeed ofClosedRound(
      SecretBytes secret, RoundRecord record, Digest snapshot, String kernel) {
    if (!record.isClosed()) {
      throw new IllegalArgumentException("the noise of a tolerant round is drawn for each attempt");
    }
    requireSize(secret);
    byte[] info =
        CanonicalWriter.untyped()
            .fixed(CLOSED_ROUND.getBytes(StandardCharsets.US_ASCII))
            .fixed(Digest.of(record.ofAnyAttempt().encode()).bytes())
            .fixed(snapshot.bytes())
            .text(kernel)
            .toByteArray();
    return new NoiseSeed(Hkdf.derive(secret, NO_SALT, info, SIZE_BYTES));
  }

  private static void requireSize(SecretBytes secret) {
    if (secret.sizeBytes() != SIZE_BYTES) {
      throw new IllegalArgumentException(
          "a noise seed is " + SIZE_BYTES + " bytes. Provided value: " + secret.sizeBytes());
    }
  }

  /// Returns a fresh seed: for an attempt of a tolerant round.
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
