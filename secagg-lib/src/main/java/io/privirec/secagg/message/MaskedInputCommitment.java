package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundKind;
import java.security.GeneralSecurityException;

/// The statement that a participant's masked vector is complete: only then is it part of the sum.
///
/// Bytes: `01 03 context[32] sender merkleRoot[32] signature[64]`.
///
/// @param merkleRoot root over the SHA-256 digests of all masked chunks, in order
/// @param signature of context, sender and root by the sender's identity key; not checked here
public record MaskedInputCommitment(
    Digest context, ParticipantId sender, Digest merkleRoot, ByteString signature)
    implements ParticipantMessage {
  static final int TYPE = 0x03;

  public MaskedInputCommitment {
    PublicIdentityKey.requireSignature(signature);
  }

  /// Signs in the domain of the kind of round.
  ///
  /// @param kind of the round: each kind has a signature domain of its own
  public static MaskedInputCommitment sign(
      RoundKind kind,
      Digest context,
      ParticipantId sender,
      Digest merkleRoot,
      IdentityKeyPair identity) {
    byte[] signed = signedPart(context, sender, merkleRoot).toByteArray();
    byte[] signature = identity.sign(domain(kind), signed);
    return new MaskedInputCommitment(context, sender, merkleRoot, ByteString.copyOf(signature));
  }

  public boolean isSignedBy(RoundKind kind, PublicIdentityKey identityKey) {
    byte[] signed = signedPart(context, sender, merkleRoot).toByteArray();
    return identityKey.verify(domain(kind), signed, signature.bytes());
  }

  @Override
  public Phase phase() {
    return Phase.MASKED_INPUT;
  }

  @Override
  public byte[] encode() {
    return signedPart(context, sender, merkleRoot).fixed(signature.bytes()).toByteArray();
  }

  static MaskedInputCommitment read(CanonicalReader in) throws GeneralSecurityException {
    return new MaskedInputCommitment(
        Fields.context(in),
        Fields.participant(in),
        Digest.fromBytes(in.fixed(Digest.SIZE_BYTES)),
        Fields.signature(in));
  }

  private static SignatureDomain domain(RoundKind kind) {
    return switch (kind) {
      case RoundKind.Closed _ -> SignatureDomain.CLOSED_CONTRIBUTION;
      case RoundKind.Tolerant _ -> SignatureDomain.CONTRIBUTION;
    };
  }

  private static CanonicalWriter signedPart(
      Digest context, ParticipantId sender, Digest merkleRoot) {
    return Fields.start(TYPE, context, sender).fixed(merkleRoot.bytes());
  }
}
