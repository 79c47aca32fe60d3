package io.privirec.secagg.message;

import io.privirec.crypto.agreement.SharedSecretProof;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import java.security.GeneralSecurityException;
import java.util.SortedMap;

/// A recipient's statement that envelopes which their senders signed do not decrypt, with evidence:
/// the secret of the channel to each of them, and the proof that it is that secret. Sent before the
/// masked input; the sender holds no shares of those it accuses.
///
/// What is disclosed is known to the accused. An honest sender signs no envelope that does not
/// decrypt, so the accused is corrupt, and what a corrupt participant knows the coordinator may
/// know: this pair's shares of each other's secrets, which count among those of the corrupt ones. A
/// coordinator that damages an envelope breaks its signature and gets no complaint.
///
/// Bytes: `01 08 context[32] sender count[2]` and per accused `accused proof[96]`. Only in rounds
/// whose key agreement is X25519.
///
/// @param evidence by accused, at least one
public record ShareComplaint(
    Digest context, ParticipantId sender, SortedMap<ParticipantId, SharedSecretProof> evidence)
    implements ParticipantMessage {
  static final int TYPE = 0x08;

  public ShareComplaint {
    evidence = Fields.copyOf(evidence);
    if (evidence.isEmpty()) {
      throw new IllegalArgumentException("a complaint accuses at least one participant");
    }
  }

  /// What the proof is bound to.
  public static byte[] label(Digest context, ParticipantId sender, ParticipantId accused) {
    return Fields.start(TYPE, context, sender).text(accused.value()).toByteArray();
  }

  @Override
  public Phase phase() {
    return Phase.MASKED_INPUT;
  }

  @Override
  public byte[] encode() {
    return Fields.write(
            Fields.start(TYPE, context, sender),
            evidence,
            (to, proof) -> to.fixed(proof.bytes().bytes()))
        .toByteArray();
  }

  static ShareComplaint read(CanonicalReader in) throws GeneralSecurityException {
    return new ShareComplaint(
        Fields.context(in), Fields.participant(in), Fields.read(in, ShareComplaint::proof));
  }

  private static SharedSecretProof proof(CanonicalReader in) throws GeneralSecurityException {
    return new SharedSecretProof(ByteString.copyOf(in.fixed(SharedSecretProof.SIZE_BYTES)));
  }
}
