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
    return switch (CanonicalReader.typeOf(encoded)) {
      case AdvertisedKeys.TYPE -> AdvertisedKeys.decode(encoded);
      case RevealedSeeds.TYPE -> RevealedSeeds.decode(encoded);
      case DeliveredEncapsulations.TYPE -> DeliveredEncapsulations.decode(encoded);
      case DeliveredShares.TYPE -> DeliveredShares.decode(encoded);
      case SurvivorList.TYPE -> SurvivorList.decode(encoded);
      case UnmaskRequest.TYPE -> UnmaskRequest.decode(encoded);
      default -> throw new MalformedEncodingException("bytes are no coordinator message");
    };
  }
}
