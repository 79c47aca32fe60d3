package io.privirec.secagg.message;

import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The public keys of a participant for this round.
///
/// Bytes: `01 01 context[32] sender length[4] maskKey count[1] (length[4] channelKey)… count[1]
/// seedCommitment[32]… signature[64]`, where each count is 0 or 1.
///
/// @param maskKey agrees on pairwise masks
/// @param channelKey agrees on the keys under which shares travel; in tolerant rounds only. Which
///   of the two kinds of round it is for decides under which domain it is signed
/// @param seedCommitment to the sender's part of the graph's seed; only in a round with a random
///   graph
/// @param signature of all fields before it by the sender's identity key; not checked here
public record KeyAdvertisement(
    Digest context,
    ParticipantId sender,
    AgreementPublicKey maskKey,
    Optional<AgreementPublicKey> channelKey,
    Optional<Digest> seedCommitment,
    ByteString signature)
    implements ParticipantMessage {
  static final int TYPE = 0x01;

  public KeyAdvertisement {
    PublicIdentityKey.requireSignature(signature);
  }

  public static KeyAdvertisement sign(
      Digest context,
      ParticipantId sender,
      AgreementPublicKey maskKey,
      Optional<AgreementPublicKey> channelKey,
      Optional<Digest> seedCommitment,
      IdentityKeyPair identity) {
    byte[] signed = signedPart(context, sender, maskKey, channelKey, seedCommitment).toByteArray();
    byte[] signature = identity.sign(domain(channelKey), signed);
    return new KeyAdvertisement(
        context, sender, maskKey, channelKey, seedCommitment, ByteString.copyOf(signature));
  }

  public boolean isSignedBy(PublicIdentityKey identityKey) {
    byte[] signed = signedPart(context, sender, maskKey, channelKey, seedCommitment).toByteArray();
    return identityKey.verify(domain(channelKey), signed, signature.bytes());
  }

  @Override
  public Phase phase() {
    return Phase.ADVERTISE_KEYS;
  }

  @Override
  public byte[] encode() {
    return signedPart(context, sender, maskKey, channelKey, seedCommitment)
        .fixed(signature.bytes())
        .toByteArray();
  }

  static KeyAdvertisement read(CanonicalReader in) throws GeneralSecurityException {
    return new KeyAdvertisement(
        Fields.context(in),
        Fields.participant(in),
        AgreementPublicKey.decode(in.prefixed()),
        readChannelKey(in),
        readCommitment(in),
        Fields.signature(in));
  }

  /// All keys of the advertisement.
  public List<AgreementPublicKey> keys() {
    List<AgreementPublicKey> keys = new ArrayList<>(List.of(maskKey));
    channelKey.ifPresent(keys::add);
    return keys;
  }

  private static SignatureDomain domain(Optional<AgreementPublicKey> channelKey) {
    return channelKey.isPresent()
        ? SignatureDomain.KEY_ADVERTISEMENT
        : SignatureDomain.CLOSED_KEY_ADVERTISEMENT;
  }

  private static Optional<AgreementPublicKey> readChannelKey(CanonicalReader in)
      throws GeneralSecurityException {
    int count = in.u8();
    return switch (count) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(AgreementPublicKey.decode(in.prefixed()));
      default -> throw new MalformedEncodingException("channel keys must be 0 or 1");
    };
  }

  private static Optional<Digest> readCommitment(CanonicalReader in)
      throws MalformedEncodingException {
    int count = in.u8();
    return switch (count) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(Digest.fromBytes(in.fixed(Digest.SIZE_BYTES)));
      default -> throw new MalformedEncodingException("seed commitments must be 0 or 1");
    };
  }

  private static CanonicalWriter signedPart(
      Digest context,
      ParticipantId sender,
      AgreementPublicKey maskKey,
      Optional<AgreementPublicKey> channelKey,
      Optional<Digest> seedCommitment) {
    CanonicalWriter out =
        Fields.start(TYPE, context, sender)
            .prefixed(maskKey.bytes())
            .u8(channelKey.isPresent() ? 1 : 0);
    channelKey.ifPresent(key -> out.prefixed(key.bytes()));
    out.u8(seedCommitment.isPresent() ? 1 : 0);
    seedCommitment.ifPresent(commitment -> out.fixed(commitment.bytes()));
    return out;
  }
}
