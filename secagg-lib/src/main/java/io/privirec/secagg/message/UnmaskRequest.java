package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;
import java.util.SortedMap;
import java.util.SortedSet;

/// Who is in the sum, and the proof that others were told the same. Whoever exchanged shares and is
/// not named here has dropped out; it is not spelled out, so that nobody can be listed as both.
///
/// Bytes: `01 15 context[32] count[2]`, the survivors, `count[2]` and per signer `signer
/// signature[64]`.
///
/// @param signatures of the survivor list, by signer: those of the recipient's neighbours; none in
///   a semi-honest round
public record UnmaskRequest(
    Digest context,
    SortedSet<ParticipantId> survivors,
    SortedMap<ParticipantId, ByteString> signatures)
    implements CoordinatorMessage {
  static final int TYPE = 0x15;

  public UnmaskRequest {
    survivors = Fields.copyOf(survivors);
    signatures = Fields.copyOf(signatures);
    signatures.values().forEach(PublicIdentityKey::requireSignature);
  }

  @Override
  public byte[] encode() {
    CanonicalWriter out = Fields.write(Fields.start(TYPE, context), survivors);
    return Fields.write(out, signatures, (to, signature) -> to.fixed(signature.bytes()))
        .toByteArray();
  }

  static UnmaskRequest read(CanonicalReader in) throws GeneralSecurityException {
    return new UnmaskRequest(
        Fields.context(in), Fields.readParticipants(in), Fields.read(in, Fields::signature));
  }
}
