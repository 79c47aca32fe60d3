package io.privirec.secagg;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.kdf.Hkdf;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.secret.SecretBytes;
import java.nio.charset.StandardCharsets;

/// How the keys of a round follow from its secrets: HKDF-SHA256 with a salt of 32 zero bytes and
/// `info = label ‖ context ‖ participant index, four bytes big endian, for each participant
/// concerned`.
///
/// The context is the one after all advertisements are known, so that two participants who saw
/// different keys, or different terms, derive different keys and fail to talk.
public final class KeySchedule {
  private static final byte[] SALT = new byte[32];
  private static final byte[] PAIRWISE_MASK = ascii("secagg/v1/pairwise-mask");
  private static final byte[] CLOSED_PAIRWISE_MASK = ascii("secagg/v1/closed/pairwise-mask");
  private static final byte[] SELF_MASK = ascii("secagg/v1/self-mask");
  private static final byte[] SHARE_CHANNEL = ascii("secagg/v1/share-channel");

  private KeySchedule() {}

  /// The mask that two participants agreed on; the smaller index comes first whoever computes it.
  ///
  /// @param record of the round: closed rounds have a label of their own
  public static MaskKey pairwiseMask(
      RoundRecord record, SecretBytes agreed, Digest context, int one, int other) {
    byte[] info = info(maskLabel(record), context, Math.min(one, other), Math.max(one, other));
    return new MaskKey(Hkdf.derive(agreed, SALT, info, MaskKey.SIZE_BYTES));
  }

  /// The mask of a participant's own seed.
  public static MaskKey selfMask(SecretBytes seed, Digest context, int index) {
    return new MaskKey(
        Hkdf.derive(seed, SALT, info(SELF_MASK, context, index), MaskKey.SIZE_BYTES));
  }

  /// The key under which one participant sends another its shares; the way back has another key.
  public static SecretBytes shareChannel(
      SecretBytes agreed, Digest context, int sender, int recipient) {
    byte[] info = info(SHARE_CHANNEL, context, sender, recipient);
    return Hkdf.derive(agreed, SALT, info, AesGcm.KEY_BYTES);
  }

  /// The associated data of shares on their way.
  ///
  /// @param maskEncapsulation that travels beside them
  public static byte[] shareAssociatedData(
      Digest context, int sender, int recipient, ByteString maskEncapsulation) {
    return CanonicalWriter.untyped()
        .fixed(info(SHARE_CHANNEL, context, sender, recipient))
        .fixed(maskEncapsulation.bytes())
        .toByteArray();
  }

  /// What the agreement on a pairwise mask is for. Of two participants the one with the smaller
  /// index initiates it.
  public static byte[] pairwiseMaskLabel(RoundRecord record) {
    return maskLabel(record).clone();
  }

  /// What the agreement on a share channel is for. The sender of the shares initiates it.
  public static byte[] shareChannelLabel() {
    return SHARE_CHANNEL.clone();
  }

  private static byte[] maskLabel(RoundRecord record) {
    return record.isClosed() ? CLOSED_PAIRWISE_MASK : PAIRWISE_MASK;
  }

  private static byte[] info(byte[] label, Digest context, int... indices) {
    CanonicalWriter out = CanonicalWriter.untyped().fixed(label).fixed(context.bytes());
    for (int index : indices) {
      out.u31(index);
    }
    return out.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
