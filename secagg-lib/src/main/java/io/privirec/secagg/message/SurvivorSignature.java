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
import java.security.GeneralSecurityException;

/// A survivor's statement which survivor set it was told. It makes one such statement per round.
///
/// Bytes: `01 04 context[32] sender survivors[32] signature[64]`.
///
/// @param survivors digest of the [SurvivorList]
/// @param signature of context, sender and digest by the sender's identity key; not checked here
public record SurvivorSignature(
    Digest context, ParticipantId sender, Digest survivors, ByteString signature)
    implements ParticipantMessage {
  static final int TYPE = 0x04;

  public SurvivorSignature {
    PublicIdentityKey.requireSignature(signature);
  }

  static SurvivorSignature sign(
      Digest context, ParticipantId sender, Digest survivors, IdentityKeyPair identity) {
    byte[] signed = signedPart(context, sender, survivors).toByteArray();
    byte[] signature = identity.sign(SignatureDomain.SURVIVORS, signed);
    return new SurvivorSignature(context, sender, survivors, ByteString.copyOf(signature));
  }

  public boolean isSignedBy(PublicIdentityKey identityKey) {
    byte[] signed = signedPart(context, sender, survivors).toByteArray();
    return identityKey.verify(SignatureDomain.SURVIVORS, signed, signature.bytes());
  }

  @Override
  public Phase phase() {
    return Phase.CONSISTENCY_CHECK;
  }

  @Override
  public byte[] encode() {
    return signedPart(context, sender, survivors).fixed(signature.bytes()).toByteArray();
  }

  static SurvivorSignature read(CanonicalReader in) throws GeneralSecurityException {
    return new SurvivorSignature(
        Fields.context(in),
        Fields.participant(in),
        Digest.fromBytes(in.fixed(Digest.SIZE_BYTES)),
        Fields.signature(in));
  }

  private static CanonicalWriter signedPart(
      Digest context, ParticipantId sender, Digest survivors) {
    return Fields.start(TYPE, context, sender).fixed(survivors.bytes());
  }
}
