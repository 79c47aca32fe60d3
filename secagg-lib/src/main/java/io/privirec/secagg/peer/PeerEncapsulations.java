package io.privirec.secagg.peer;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/// The body of a [PeerMessage] that tells encapsulations: `01 52 context'[32]`, then the
/// encapsulation for each member after the sender, in the order of names. The group fixes the size.
///
/// @param keys the context of the published keys, [PeerKeys#context]: an encapsulation is for these
///   keys and for no others
/// @param inOrder from the sender to the members after it
record PeerEncapsulations(Digest keys, List<ByteString> inOrder) {
  private static final int TYPE = 0x52;
  private static final int HEAD_BYTES = 2 + Digest.SIZE_BYTES;

  PeerEncapsulations {
    inOrder = List.copyOf(inOrder);
  }

  /// Returns the size of the body that a member sends.
  static int bodyBytes(PeerGroup group, ParticipantId sender) {
    return HEAD_BYTES + recipients(group, sender) * encapsulationBytes(group);
  }

  private static int recipients(PeerGroup group, ParticipantId sender) {
    return group.members().size() - group.index(sender);
  }

  private static int encapsulationBytes(PeerGroup group) {
    return group.agreement().encapsulationBytes();
  }

  byte[] encode() {
    CanonicalWriter out = CanonicalWriter.ofType(TYPE).fixed(keys.bytes());
    inOrder.forEach(encapsulation -> out.fixed(encapsulation.bytes()));
    return out.toByteArray();
  }

  /// Reads the body of a member.
  ///
  /// @throws GeneralSecurityException if the size is not [#bodyBytes], or it is no such body
  static PeerEncapsulations decode(PeerGroup group, ParticipantId sender, byte[] body)
      throws GeneralSecurityException {
    return CanonicalReader.decode(
        body,
        TYPE,
        in -> {
          Digest keys = Digest.fromBytes(in.fixed(Digest.SIZE_BYTES));
          List<ByteString> encapsulations = new ArrayList<>();
          for (int n = 0; n < recipients(group, sender); n++) {
            encapsulations.add(ByteString.copyOf(in.fixed(encapsulationBytes(group))));
          }
          return new PeerEncapsulations(keys, encapsulations);
        });
  }

  /// Returns the encapsulation for a member after the sender.
  ByteString to(PeerGroup group, ParticipantId sender, ParticipantId recipient) {
    return inOrder.get(group.index(recipient) - group.index(sender) - 1);
  }

  @Override
  public String toString() {
    return "PeerEncapsulations[" + inOrder.size() + "]";
  }
}
