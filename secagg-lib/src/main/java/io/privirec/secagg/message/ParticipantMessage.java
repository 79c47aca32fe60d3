package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import java.security.GeneralSecurityException;

/// What a participant sends in a round: one message per phase, and a complaint if it has one.
public sealed interface ParticipantMessage
    permits KeyAdvertisement,
        SeedReveal,
        SentEncapsulations,
        EncryptedShares,
        ShareComplaint,
        MaskedInputCommitment,
        SurvivorSignature,
        UnmaskAnswer {
  /// Longer encodings are none of this protocol's: shares for 254 neighbours, with post-quantum
  /// encapsulations, take 600 kB.
  int MAX_ENCODED_BYTES = 1 << 20;

  /// The hash that binds the message to its round.
  Digest context();

  ParticipantId sender();

  /// The phase that the message belongs to, and completes for its sender unless it is a
  /// [ShareComplaint].
  Phase phase();

  byte[] encode();

  /// Decodes whichever of the messages the type byte announces.
  static ParticipantMessage decode(byte[] encoded) throws GeneralSecurityException {
    int type = CanonicalReader.typeOf(encoded);
    return CanonicalReader.decode(
        encoded,
        type,
        in ->
            switch (type) {
              case KeyAdvertisement.TYPE -> KeyAdvertisement.read(in);
              case SeedReveal.TYPE -> SeedReveal.read(in);
              case SentEncapsulations.TYPE -> SentEncapsulations.read(in);
              case EncryptedShares.TYPE -> EncryptedShares.read(in);
              case ShareComplaint.TYPE -> ShareComplaint.read(in);
              case MaskedInputCommitment.TYPE -> MaskedInputCommitment.read(in);
              case SurvivorSignature.TYPE -> SurvivorSignature.read(in);
              case UnmaskAnswer.TYPE -> UnmaskAnswer.read(in);
              default -> throw new MalformedEncodingException("bytes are no participant message");
            });
  }

  /// Decodes one of the messages where no other may stand.
  static <M extends ParticipantMessage> M decode(byte[] encoded, Class<M> kind)
      throws GeneralSecurityException {
    return Fields.of(kind, decode(encoded));
  }
}
