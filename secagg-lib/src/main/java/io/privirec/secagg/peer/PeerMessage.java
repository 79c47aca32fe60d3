package io.privirec.secagg.peer;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;

/// What one peer says in one step, for all who need it. It is the sender's whoever passes it on.
///
/// Bytes: `01 50 context[32] sender step[4] length[4] body signature[64]`. The signature is over
/// `01 50 context sender step SHA-256(body)`, in a domain of its own.
///
/// @param context of the group
/// @param step 0: the body is the sender's public key of the agreement. In a hybrid agreement step
///   1 has the sender's [PeerEncapsulations]. All later steps have a vector each
/// @param body what is said
/// @param signature by the sender's identity key; not checked here
record PeerMessage(
    Digest context, ParticipantId sender, int step, ByteString body, ByteString signature) {
  private static final int TYPE = 0x50;

  /// The step in which keys are told.
  static final int KEYS = 0;

  /// The step in which encapsulations are told, if the agreement has any.
  static final int ENCAPSULATIONS = 1;

  PeerMessage {
    if (step < 0) {
      throw new IllegalArgumentException("step must not be negative. Provided value: " + step);
    }
    PublicIdentityKey.requireSignature(signature);
  }

  static PeerMessage sign(
      Digest context, ParticipantId sender, int step, byte[] body, IdentityKeyPair identity) {
    byte[] signature =
        identity.sign(
            SignatureDomain.PEER_MESSAGE, signedPart(context, sender, step, Digest.of(body)));
    return new PeerMessage(
        context, sender, step, ByteString.copyOf(body), ByteString.copyOf(signature));
  }

  boolean isSignedBy(PublicIdentityKey key) {
    return key.verify(
        SignatureDomain.PEER_MESSAGE,
        signedPart(context, sender, step, Digest.of(body.bytes())),
        signature.bytes());
  }

  private static byte[] signedPart(Digest context, ParticipantId sender, int step, Digest body) {
    return start(context, sender, step).fixed(body.bytes()).toByteArray();
  }

  private static CanonicalWriter start(Digest context, ParticipantId sender, int step) {
    return CanonicalWriter.ofType(TYPE).fixed(context.bytes()).text(sender.value()).u31(step);
  }

  byte[] encode() {
    return start(context, sender, step)
        .prefixed(body.bytes())
        .fixed(signature.bytes())
        .toByteArray();
  }

  static PeerMessage decode(byte[] encoded) throws GeneralSecurityException {
    return CanonicalReader.decode(
        encoded,
        TYPE,
        in ->
            new PeerMessage(
                Digest.fromBytes(in.fixed(Digest.SIZE_BYTES)),
                new ParticipantId(in.text()),
                in.u31(),
                ByteString.copyOf(in.prefixed()),
                ByteString.copyOf(in.fixed(PublicIdentityKey.SIGNATURE_BYTES))));
  }

  @Override
  public String toString() {
    return "PeerMessage[step %s of %s]".formatted(step, sender);
  }
}
