package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

/// A participant's part of the seed of the sharing graph. Everyone commits to its part in its key
/// advertisement and opens it when all commitments are published: the seed is then random as long
/// as one part is.
///
/// Bytes: `01 06 context[32] sender seed[32]`.
///
/// @param context of the published advertisements
public record SeedReveal(Digest context, ParticipantId sender, ByteString seed)
    implements ParticipantMessage {
  public static final int SEED_BYTES = 32;
  static final int TYPE = 0x06;
  private static final byte[] COMMITMENT_TAG =
      "secagg/v1/graph-seed\0".getBytes(StandardCharsets.US_ASCII);

  public SeedReveal {
    requireSeed(seed);
  }

  /// Opens a part that was secret until now.
  public static SeedReveal of(Digest context, ParticipantId sender, SecretBytes seed) {
    return new SeedReveal(context, sender, ByteString.copyOf(seed.expose()));
  }

  /// The commitment to a part that stays secret for now.
  public static Digest commitment(Digest recordContext, ParticipantId sender, SecretBytes seed) {
    return commitment(recordContext, sender, ByteString.copyOf(seed.expose()));
  }

  /// The commitment to a part of the seed, as it stands in the advertisement: SHA-256 of a tag, the
  /// context of the round record, the sender's id as text and the part.
  public static Digest commitment(Digest recordContext, ParticipantId sender, ByteString seed) {
    byte[] committed =
        CanonicalWriter.untyped()
            .fixed(recordContext.bytes())
            .text(sender.value())
            .fixed(seed.bytes())
            .toByteArray();
    return Digest.of(COMMITMENT_TAG, committed);
  }

  @Override
  public Phase phase() {
    return Phase.REVEAL_SEED;
  }

  @Override
  public byte[] encode() {
    return Fields.start(TYPE, context, sender).fixed(seed.bytes()).toByteArray();
  }

  static SeedReveal read(CanonicalReader in) throws GeneralSecurityException {
    return new SeedReveal(
        Fields.context(in), Fields.participant(in), ByteString.copyOf(in.fixed(SEED_BYTES)));
  }

  static void requireSeed(ByteString seed) {
    if (seed.sizeBytes() != SEED_BYTES) {
      throw new IllegalArgumentException(
          "part of the seed must be 32 bytes. Provided value: " + seed.sizeBytes());
    }
  }
}
