package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.secagg.ParticipantId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All key advertisements of the round, as they were signed: everyone is to see the same list.
///
/// Bytes: `01 11 context[32] count[2]` and per advertisement `length[4] advertisement`.
///
/// @param advertisements ascending by sender
public record AdvertisedKeys(Digest context, List<KeyAdvertisement> advertisements)
    implements CoordinatorMessage {
  static final int TYPE = 0x11;
  private static final byte[] CONTEXT_TAG =
      "secagg/v1/advertised-keys\0".getBytes(StandardCharsets.US_ASCII);

  public AdvertisedKeys {
    advertisements = List.copyOf(advertisements);
    Fields.requireAscending(advertisements.stream().map(KeyAdvertisement::sender).toList());
  }

  /// The context of what follows this message: the hash of the round record's context and all
  /// advertisements.
  public Digest boundContext() {
    return Digest.of(CONTEXT_TAG, encode());
  }

  public Optional<KeyAdvertisement> of(ParticipantId sender) {
    int low = 0;
    int high = advertisements.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      KeyAdvertisement found = advertisements.get(middle);
      int order = found.sender().compareTo(sender);
      if (order == 0) {
        return Optional.of(found);
      } else if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return Optional.empty();
  }

  @Override
  public byte[] encode() {
    CanonicalWriter out = Fields.start(TYPE, context).u16(advertisements.size());
    for (KeyAdvertisement advertisement : advertisements) {
      out.prefixed(advertisement.encode());
    }
    return out.toByteArray();
  }

  static AdvertisedKeys read(CanonicalReader in) throws GeneralSecurityException {
    Digest context = Fields.context(in);
    int count = Fields.entries(in);
    List<KeyAdvertisement> advertisements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      advertisements.add(ParticipantMessage.decode(in.prefixed(), KeyAdvertisement.class));
    }
    return new AdvertisedKeys(context, advertisements);
  }
}
