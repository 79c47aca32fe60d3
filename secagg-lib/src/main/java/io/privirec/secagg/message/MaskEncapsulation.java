package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;

/// What the initiator of a hybrid agreement sends the acceptor of a mask, in a closed round.
/// Signed, because nothing else authenticates it: a coordinator that put its own in place would
/// know the post-quantum half of the secret.
///
/// Bytes: `length[4] encapsulation signature[64]`.
///
/// @param signature of context, initiator, acceptor and encapsulation; not checked here
public record MaskEncapsulation(ByteString encapsulation, ByteString signature) {
  public MaskEncapsulation {
    PublicIdentityKey.requireSignature(signature);
  }

  public static MaskEncapsulation sign(
      Digest context,
      ParticipantId initiator,
      ParticipantId acceptor,
      ByteString encapsulation,
      IdentityKeyPair identity) {
    byte[] signature =
        identity.sign(
            SignatureDomain.CLOSED_ENCAPSULATION,
            signedPart(context, initiator, acceptor, encapsulation));
    return new MaskEncapsulation(encapsulation, ByteString.copyOf(signature));
  }

  public boolean isSignedBy(
      PublicIdentityKey identityKey,
      Digest context,
      ParticipantId initiator,
      ParticipantId acceptor) {
    return identityKey.verify(
        SignatureDomain.CLOSED_ENCAPSULATION,
        signedPart(context, initiator, acceptor, encapsulation),
        signature.bytes());
  }

  void write(CanonicalWriter out) {
    out.prefixed(encapsulation.bytes()).fixed(signature.bytes());
  }

  static MaskEncapsulation read(CanonicalReader in) throws GeneralSecurityException {
    return new MaskEncapsulation(ByteString.copyOf(in.prefixed()), Fields.signature(in));
  }

  private static byte[] signedPart(
      Digest context, ParticipantId initiator, ParticipantId acceptor, ByteString encapsulation) {
    return CanonicalWriter.untyped()
        .fixed(context.bytes())
        .text(initiator.value())
        .text(acceptor.value())
        .prefixed(encapsulation.bytes())
        .toByteArray();
  }
}
