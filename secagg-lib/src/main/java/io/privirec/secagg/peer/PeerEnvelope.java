package io.privirec.secagg.peer;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;

/// A message on its way from one peer to another. Who carries it reads group, sender and recipient;
/// what is in it is sealed for the recipient, but for public keys.
///
/// Bytes: `01 51 context[32] from to sealed[1] length[4] content`.
///
/// @param context of the group
/// @param from who hands the message on, which need not be whose it is
/// @param sealed whether the content is encrypted
/// @param content a message, sealed or not
public record PeerEnvelope(
    Digest context, ParticipantId from, ParticipantId to, boolean sealed, ByteString content) {
  private static final int TYPE = 0x51;

  /// An envelope begins with so many bytes, in which its context is.
  public static final int HEAD_BYTES = 2 + Digest.SIZE_BYTES;

  /// What is around a content, at most.
  static final int OVERHEAD_BYTES = 2 + Digest.SIZE_BYTES + 2 * 65 + 1 + 4;

  public byte[] encode() {
    return header(context, from, to).u8(sealed ? 1 : 0).prefixed(content.bytes()).toByteArray();
  }

  /// Bytes when it is encoded.
  public int length() {
    return header(context, from, to).toByteArray().length + 1 + Integer.BYTES + content.sizeBytes();
  }

  /// The context that an envelope begins with; empty where it is none.
  ///
  /// @param head of [#HEAD_BYTES]
  public static Optional<Digest> contextOf(byte[] head) {
    return head.length == HEAD_BYTES && head[1] == TYPE
        ? Optional.of(Digest.fromBytes(Arrays.copyOfRange(head, 2, HEAD_BYTES)))
        : Optional.empty();
  }

  /// Reads an envelope; whoever it says it is from need not have sent it.
  public static PeerEnvelope decode(byte[] encoded) throws GeneralSecurityException {
    return CanonicalReader.decode(
        encoded,
        TYPE,
        in ->
            new PeerEnvelope(
                Digest.fromBytes(in.fixed(Digest.SIZE_BYTES)),
                new ParticipantId(in.text()),
                new ParticipantId(in.text()),
                flag(in),
                ByteString.copyOf(in.prefixed())));
  }

  private static boolean flag(CanonicalReader in) throws MalformedEncodingException {
    int value = in.u8();
    if (value > 1) {
      throw new MalformedEncodingException("sealed must be 0 or 1. Provided value: " + value);
    }
    return value == 1;
  }

  /// What a sealed content is bound to.
  static byte[] associatedData(Digest context, ParticipantId from, ParticipantId to) {
    return header(context, from, to).toByteArray();
  }

  private static CanonicalWriter header(Digest context, ParticipantId from, ParticipantId to) {
    return CanonicalWriter.ofType(TYPE).fixed(context.bytes()).text(from.value()).text(to.value());
  }

  @Override
  public String toString() {
    return "PeerEnvelope[%s to %s]".formatted(from, to);
  }
}
