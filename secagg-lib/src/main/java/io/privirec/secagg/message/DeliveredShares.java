package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;
import java.util.SortedMap;

/// The shares that its neighbours encrypted for one participant. Its senders and the recipient are
/// those between whom masks are agreed.
///
/// Bytes: `01 12 context[32] recipient count[2]` and per sender `sender envelope`.
public record DeliveredShares(
    Digest context, ParticipantId recipient, SortedMap<ParticipantId, ShareEnvelope> bySender)
    implements CoordinatorMessage {
  static final int TYPE = 0x12;

  public DeliveredShares {
    bySender = Fields.copyOf(bySender);
  }

  @Override
  public byte[] encode() {
    return Fields.write(Fields.start(TYPE, context, recipient), bySender, ShareEnvelope::write)
        .toByteArray();
  }

  static DeliveredShares read(CanonicalReader in) throws GeneralSecurityException {
    return new DeliveredShares(
        Fields.context(in), Fields.participant(in), Fields.read(in, ShareEnvelope::read));
  }
}
