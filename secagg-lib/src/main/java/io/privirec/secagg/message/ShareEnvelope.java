package io.privirec.secagg.message;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.secagg.ParticipantId;

/// What one participant sends another through the coordinator: its shares, encrypted, and what the
/// recipient needs to agree on keys with it. Signed, so that a recipient that cannot decrypt it
/// knows whether its sender made it so, and the coordinator can be shown.
///
/// Bytes: `length[4] maskEncapsulation length[4] channelEncapsulation ciphertext[92]
/// signature[64]`. With X25519 alone both encapsulations are empty.
///
/// @param maskEncapsulation agrees on the pairwise mask; empty where the recipient encapsulates
/// @param channelEncapsulation agrees on the key of the ciphertext
/// @param ciphertext AES-GCM of `mask-key share[32] ‖ self-mask share[32]`
/// @param signature of context, sender, recipient and the fields before it by the sender's identity
///   key; not checked here
public record ShareEnvelope(
    ByteString maskEncapsulation,
    ByteString channelEncapsulation,
    ByteString ciphertext,
    ByteString signature) {
  /// Bytes of a share of either secret.
  public static final int SHARE_BYTES = 32;

  public static final int CIPHERTEXT_BYTES = AesGcm.sealedBytes(2 * SHARE_BYTES);

  /// Longer than the encapsulation of any key agreement of this protocol.
  private static final int MAX_ENCAPSULATION_BYTES = 2048;

  public ShareEnvelope {
    requireEncapsulation(maskEncapsulation);
    requireEncapsulation(channelEncapsulation);
    if (ciphertext.sizeBytes() != CIPHERTEXT_BYTES) {
      throw new IllegalArgumentException(
          "encrypted shares must be %s bytes. Provided value: %s"
              .formatted(CIPHERTEXT_BYTES, ciphertext.sizeBytes()));
    }
    PublicIdentityKey.requireSignature(signature);
  }

  public static ShareEnvelope sign(
      Digest context,
      ParticipantId sender,
      ParticipantId recipient,
      ByteString maskEncapsulation,
      ByteString channelEncapsulation,
      ByteString ciphertext,
      IdentityKeyPair identity) {
    byte[] signed =
        signedPart(context, sender, recipient, maskEncapsulation, channelEncapsulation, ciphertext);
    return new ShareEnvelope(
        maskEncapsulation,
        channelEncapsulation,
        ciphertext,
        ByteString.copyOf(identity.sign(SignatureDomain.SHARE_ENVELOPE, signed)));
  }

  public boolean isSignedBy(
      PublicIdentityKey identityKey,
      Digest context,
      ParticipantId sender,
      ParticipantId recipient) {
    byte[] signed =
        signedPart(context, sender, recipient, maskEncapsulation, channelEncapsulation, ciphertext);
    return identityKey.verify(SignatureDomain.SHARE_ENVELOPE, signed, signature.bytes());
  }

  static void write(CanonicalWriter out, ShareEnvelope envelope) {
    out.prefixed(envelope.maskEncapsulation.bytes())
        .prefixed(envelope.channelEncapsulation.bytes())
        .fixed(envelope.ciphertext.bytes())
        .fixed(envelope.signature.bytes());
  }

  static ShareEnvelope read(CanonicalReader in) throws MalformedEncodingException {
    return new ShareEnvelope(
        ByteString.copyOf(in.prefixed()),
        ByteString.copyOf(in.prefixed()),
        ByteString.copyOf(in.fixed(CIPHERTEXT_BYTES)),
        Fields.signature(in));
  }

  private static byte[] signedPart(
      Digest context,
      ParticipantId sender,
      ParticipantId recipient,
      ByteString maskEncapsulation,
      ByteString channelEncapsulation,
      ByteString ciphertext) {
    return CanonicalWriter.untyped()
        .fixed(context.bytes())
        .text(sender.value())
        .text(recipient.value())
        .prefixed(maskEncapsulation.bytes())
        .prefixed(channelEncapsulation.bytes())
        .fixed(ciphertext.bytes())
        .toByteArray();
  }

  private static void requireEncapsulation(ByteString encapsulation) {
    if (encapsulation.sizeBytes() > MAX_ENCAPSULATION_BYTES) {
      throw new IllegalArgumentException(
          "encapsulation must be at most %s bytes. Provided value: %s"
              .formatted(MAX_ENCAPSULATION_BYTES, encapsulation.sizeBytes()));
    }
  }
}
