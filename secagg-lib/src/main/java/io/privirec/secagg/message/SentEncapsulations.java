package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import java.security.GeneralSecurityException;
import java.util.SortedMap;

/// What a participant of a closed round with a hybrid agreement sends those neighbours whose masks
/// it initiates: the ones that come after it. Empty for the last one.
///
/// Bytes: `01 07 context[32] sender count[2]` and per recipient `recipient encapsulation`.
public record SentEncapsulations(
    Digest context, ParticipantId sender, SortedMap<ParticipantId, MaskEncapsulation> byRecipient)
    implements ParticipantMessage {
  static final int TYPE = 0x07;

  public SentEncapsulations {
    byRecipient = Fields.copyOf(byRecipient);
  }

  @Override
  public Phase phase() {
    return Phase.ENCAPSULATE_KEYS;
  }

  @Override
  public byte[] encode() {
    return Fields.write(
            Fields.start(TYPE, context, sender), byRecipient, (to, one) -> one.write(to))
        .toByteArray();
  }

  static SentEncapsulations read(CanonicalReader in) throws GeneralSecurityException {
    return new SentEncapsulations(
        Fields.context(in), Fields.participant(in), Fields.read(in, MaskEncapsulation::read));
  }
}
