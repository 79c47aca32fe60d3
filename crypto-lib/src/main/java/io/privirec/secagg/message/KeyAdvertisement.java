package io.privirec.secagg.message;

import io.privirec.crypto.agreement.AgreementPublicKey;
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

/// The two public keys of a participant for this round.
///
/// Bytes: `01 01 context[32] sender maskKey[32] channelKey[32] signature[64]`.
///
/// @param maskKey agrees on pairwise masks
/// @param channelKey agrees on the keys under which shares travel
/// @param signature of context, sender and both keys by the sender's identity key; not checked here
public record KeyAdvertisement(
    Digest context,
    ParticipantId sender,
    AgreementPublicKey maskKey,
    AgreementPublicKey channelKey,
    ByteString signature)
    implements ParticipantMessage {
  static final int TYPE = 0x01;

  public KeyAdvertisement {
    Fields.requireSignature(signature);
  }

  public static KeyAdvertisement sign(
      Digest context,
      ParticipantId sender,
      AgreementPublicKey maskKey,
      AgreementPublicKey channelKey,
      IdentityKeyPair identity) {
    byte[] signed = signedPart(context, sender, maskKey, channelKey).toByteArray();
    byte[] signature = identity.sign(SignatureDomain.KEY_ADVERTISEMENT, signed);
    return new KeyAdvertisement(context, sender, maskKey, channelKey, ByteString.copyOf(signature));
  }

  public boolean isSignedBy(PublicIdentityKey identityKey) {
    byte[] signed = signedPart(context, sender, maskKey, channelKey).toByteArray();
    return identityKey.verify(SignatureDomain.KEY_ADVERTISEMENT, signed, signature.bytes());
  }

  @Override
  public Phase phase() {
    return Phase.ADVERTISE_KEYS;
  }

  @Override
  public byte[] encode() {
    return signedPart(context, sender, maskKey, channelKey).fixed(signature.bytes()).toByteArray();
  }

  public static KeyAdvertisement decode(byte[] encoded) throws GeneralSecurityException {
    return CanonicalReader.decode(
        encoded,
        TYPE,
        in ->
            new KeyAdvertisement(
                Fields.context(in),
                Fields.participant(in),
                AgreementPublicKey.fromBytes(in.fixed(AgreementPublicKey.SIZE_BYTES)),
                AgreementPublicKey.fromBytes(in.fixed(AgreementPublicKey.SIZE_BYTES)),
                Fields.signature(in)));
  }

  private static CanonicalWriter signedPart(
      Digest context,
      ParticipantId sender,
      AgreementPublicKey maskKey,
      AgreementPublicKey channelKey) {
    return CanonicalWriter.ofType(TYPE)
        .fixed(context.bytes())
        .text(sender.value())
        .fixed(maskKey.bytes())
        .fixed(channelKey.bytes());
  }
}
