package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
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
    CanonicalWriter out =
        CanonicalWriter.ofType(TYPE).fixed(context.bytes()).text(recipient.value());
    Fields.write(out, bySender, (to, one) -> one.write(to));
    return out.toByteArray();
  }

  public static DeliveredEncapsulations decode(byte[] encoded) throws GeneralSecurityException {
    return CanonicalReader.decode(
        encoded,
        TYPE,
        in ->
            new DeliveredEncapsulations(
                Fields.context(in),
                Fields.participant(in),
                Fields.read(in, MaskEncapsulation::read)));
  }
}
