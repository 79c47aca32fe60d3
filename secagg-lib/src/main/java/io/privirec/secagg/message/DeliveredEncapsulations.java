package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;
import java.util.SortedMap;

/// What the neighbours before one participant sent it to agree on their masks.
///
/// Bytes: `01 17 context[32] recipient count[2]` and per sender `sender encapsulation`.
public record DeliveredEncapsulations(
    Digest context, ParticipantId recipient, SortedMap<ParticipantId, MaskEncapsulation> bySender)
    implements CoordinatorMessage {
  static final int TYPE = 0x17;

  public DeliveredEncapsulations {
    bySender = Fields.copyOf(bySender);
  }

  @Override
  public byte[] encode() {
    return Fields.write(
            Fields.start(TYPE, context, recipient), bySender, (to, one) -> one.write(to))
        .toByteArray();
  }

  static DeliveredEncapsulations read(CanonicalReader in) throws GeneralSecurityException {
    return new DeliveredEncapsulations(
        Fields.context(in), Fields.participant(in), Fields.read(in, MaskEncapsulation::read));
  }
}
