package io.privirec.secagg;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.ShareEnvelope;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a corrupt participant says in the place of what it should.
public final class Lies {
  private Lies() {}

  /// The same shares with another envelope for one recipient.
  public static EncryptedShares with(
      EncryptedShares shares, ParticipantId recipient, ShareEnvelope envelope) {
    SortedMap<ParticipantId, ShareEnvelope> changed = new TreeMap<>(shares.byRecipient());
    changed.put(recipient, envelope);
    return new EncryptedShares(shares.context(), shares.sender(), changed);
  }

  /// The envelope of these shares for a recipient with one bit of its ciphertext changed: signed,
  /// and nothing that decrypts.
  public static ShareEnvelope damaged(
      EncryptedShares shares, ParticipantId recipient, IdentityKeyPair signer) {
    ShareEnvelope envelope = shares.byRecipient().get(recipient);
    byte[] ciphertext = envelope.ciphertext().bytes();
    ciphertext[20] ^= 1;
    return ShareEnvelope.sign(
        shares.context(),
        shares.sender(),
        recipient,
        envelope.maskEncapsulation(),
        envelope.channelEncapsulation(),
        ByteString.copyOf(ciphertext),
        signer);
  }

  /// A reveal of the same kind with another share.
  public static Reveal with(Reveal reveal, byte[] share) {
    SecretBytes other = SecretBytes.copyOf(share);
    return switch (reveal) {
      case Reveal.SelfMaskShare(ParticipantId owner, _) -> new Reveal.SelfMaskShare(owner, other);
      case Reveal.MaskKeyShare(ParticipantId owner, _) -> new Reveal.MaskKeyShare(owner, other);
    };
  }
}
