package io.privirec.secagg;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.ShareEnvelope;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a corrupt participant says in the place of what it should.
public final class Lies {
  private Lies() {}

  /// The same shares with another envelope for one recipient.
  public static EncryptedShares with(
      EncryptedShares shares, ParticipantId recipient, ShareEnvelope envelope) {
    return new EncryptedShares(
        shares.context(), shares.sender(), with(shares.byRecipient(), recipient, envelope));
  }

  public static <T> SortedMap<ParticipantId, T> with(
      SortedMap<ParticipantId, T> all, ParticipantId of, T value) {
    SortedMap<ParticipantId, T> changed = new TreeMap<>(all);
    changed.put(of, value);
    return changed;
  }

  public static <T> SortedMap<ParticipantId, T> without(
      SortedMap<ParticipantId, T> all, ParticipantId of) {
    SortedMap<ParticipantId, T> fewer = new TreeMap<>(all);
    fewer.remove(of);
    return fewer;
  }

  public static SortedSet<ParticipantId> with(SortedSet<ParticipantId> all, ParticipantId one) {
    SortedSet<ParticipantId> more = new TreeSet<>(all);
    more.add(one);
    return more;
  }

  public static SortedSet<ParticipantId> without(SortedSet<ParticipantId> all, ParticipantId one) {
    SortedSet<ParticipantId> fewer = new TreeSet<>(all);
    fewer.remove(one);
    return fewer;
  }

  /// The entries of the first.
  public static <T> SortedMap<ParticipantId, T> first(int count, SortedMap<ParticipantId, T> all) {
    SortedMap<ParticipantId, T> few = new TreeMap<>(all);
    few.keySet().retainAll(all.keySet().stream().limit(count).toList());
    return few;
  }

  /// The envelope of these shares for a recipient with one bit of its ciphertext changed: signed,
  /// and nothing that decrypts.
  public static ShareEnvelope damaged(
      EncryptedShares shares, ParticipantId recipient, IdentityKeyPair signer) {
    ShareEnvelope envelope = shares.byRecipient().get(recipient);
    byte[] ciphertext = envelope.ciphertext().bytes();
    ciphertext[20] ^= 1;
    return signed(
        shares, recipient, envelope.maskEncapsulation(), ByteString.copyOf(ciphertext), signer);
  }

  /// The envelope of these shares for a recipient, with another mask encapsulation and ciphertext.
  public static ShareEnvelope signed(
      EncryptedShares shares,
      ParticipantId recipient,
      ByteString maskEncapsulation,
      ByteString ciphertext,
      IdentityKeyPair signer) {
    return ShareEnvelope.sign(
        shares.context(),
        shares.sender(),
        recipient,
        maskEncapsulation,
        shares.byRecipient().get(recipient).channelEncapsulation(),
        ciphertext,
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
