package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import java.security.GeneralSecurityException;
import java.util.SortedMap;

/// A participant's shares of its mask key and self-mask seed for every neighbour, each pair
/// encrypted for its recipient.
///
/// Bytes: `01 02 context[32] sender count[2]` and per recipient `recipient envelope`.
public record EncryptedShares(
    Digest context, ParticipantId sender, SortedMap<ParticipantId, ShareEnvelope> byRecipient)
    implements ParticipantMessage {
  static final int TYPE = 0x02;

  public EncryptedShares {
    byRecipient = Fields.copyOf(byRecipient);
  }

  @Override
  public Phase phase() {
    return Phase.SHARE_KEYS;
  }

  @Override
  public byte[] encode() {
    return Fields.write(Fields.start(TYPE, context, sender), byRecipient, ShareEnvelope::write)
        .toByteArray();
  }

  static EncryptedShares read(CanonicalReader in) throws GeneralSecurityException {
    return new EncryptedShares(
        Fields.context(in), Fields.participant(in), Fields.read(in, ShareEnvelope::read));
  }
}
