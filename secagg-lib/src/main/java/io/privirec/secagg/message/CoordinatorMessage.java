package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.MalformedEncodingException;
import java.security.GeneralSecurityException;

/// What the coordinator tells a participant when a phase has closed.
public sealed interface CoordinatorMessage
    permits AdvertisedKeys,
        RevealedSeeds,
        DeliveredEncapsulations,
        DeliveredShares,
        SurvivorList,
        UnmaskRequest {
  /// Longer encodings are none of this protocol's: the post-quantum keys of 10,000 participants
  /// take 27 MB.
  int MAX_ENCODED_BYTES = 1 << 25;

  /// The hash that binds the message to its round.
  Digest context();

  byte[] encode();

  /// Decodes whichever of the messages the type byte announces.
  static CoordinatorMessage decode(byte[] encoded) throws GeneralSecurityException {
    int type = CanonicalReader.typeOf(encoded);
    return CanonicalReader.decode(
        encoded,
        type,
        in ->
            switch (type) {
              case AdvertisedKeys.TYPE -> AdvertisedKeys.read(in);
              case RevealedSeeds.TYPE -> RevealedSeeds.read(in);
              case DeliveredEncapsulations.TYPE -> DeliveredEncapsulations.read(in);
              case DeliveredShares.TYPE -> DeliveredShares.read(in);
              case SurvivorList.TYPE -> SurvivorList.read(in);
              case UnmaskRequest.TYPE -> UnmaskRequest.read(in);
              default -> throw new MalformedEncodingException("bytes are no coordinator message");
            });
  }

  /// Decodes one of the messages where no other may stand.
  static <M extends CoordinatorMessage> M decode(byte[] encoded, Class<M> kind)
      throws GeneralSecurityException {
    return Fields.of(kind, decode(encoded));
  }
}
