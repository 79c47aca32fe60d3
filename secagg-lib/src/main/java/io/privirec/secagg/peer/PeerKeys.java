package io.privirec.secagg.peer;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.kdf.Hkdf;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.ParticipantId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/// The keys that one peer shares with each other one: HKDF-SHA256 of the agreed secret, with a salt
/// of 32 zero bytes and `info = label ‖ context ‖ indices`. The context is the hash of the group
/// and of everybody's public keys: peers that were told different keys fail to talk.
final class PeerKeys {
  private static final byte[] SALT = new byte[32];
  private static final byte[] CONTEXT = ascii("secagg/v1/peer-keys\0");
  private static final byte[] AGREEMENT = ascii("secagg/v1/peer/agreement");
  private static final byte[] MASK = ascii("secagg/v1/peer/pairwise-mask");
  private static final byte[] STEP = ascii("secagg/v1/peer/step-mask");
  private static final int MASK_SECRET_BYTES = 32;
  private static final byte[] CHANNEL = ascii("secagg/v1/peer/channel");

  private final SortedMap<ParticipantId, SecretBytes> outgoing = new TreeMap<>();
  private final SortedMap<ParticipantId, SecretBytes> incoming = new TreeMap<>();

  /// Of those whose masks are added, and of those whose masks are subtracted.
  private final List<SecretBytes> added = new ArrayList<>();

  private final List<SecretBytes> subtracted = new ArrayList<>();

  private PeerKeys(
      PeerGroup group,
      ParticipantId self,
      Digest context,
      SortedMap<ParticipantId, SecretBytes> agreed) {
    int own = group.index(self);
    agreed.forEach((other, secret) -> {
      int index = group.index(other);
      outgoing.put(other, derive(secret, CHANNEL, context, AesGcm.KEY_BYTES, own, index));
      incoming.put(other, derive(secret, CHANNEL, context, AesGcm.KEY_BYTES, index, own));
      SecretBytes mask =
          derive(
              secret, MASK, context, MASK_SECRET_BYTES, Math.min(own, index), Math.max(own, index));
      (index < own ? added : subtracted).add(mask);
    });
  }

  /// Binds keys and encapsulations to a group and its published keys: SHA-256 of
  /// `secagg/v1/peer-keys` `00`, the group's context and the public keys of all members, in the
  /// order of their names.
  static Digest context(PeerGroup group, SortedMap<ParticipantId, AgreementPublicKey> published) {
    CanonicalWriter all = CanonicalWriter.untyped().fixed(CONTEXT).fixed(group.context().bytes());
    published.values().forEach(key -> all.fixed(key.bytes()));
    return Digest.of(all.toByteArray());
  }

  /// Agrees with every other member. Of each pair the member with the smaller name initiates.
  ///
  /// @param published the keys of all members, the own key among them
  /// @param received the encapsulation of each member before this one; empty encapsulations if the
  ///   agreement has none
  /// @throws GeneralSecurityException naming the member whose key or encapsulation gives no
  ///   agreement
  static PeerKeys agree(
      PeerGroup group,
      ParticipantId self,
      AgreementKeyPair pair,
      SortedMap<ParticipantId, AgreementPublicKey> published,
      SortedMap<ParticipantId, ByteString> received)
      throws GeneralSecurityException {
    SortedMap<ParticipantId, SecretBytes> agreed = new TreeMap<>();
    for (var other : published.entrySet()) {
      ParticipantId id = other.getKey();
      if (!id.equals(self)) {
        try {
          agreed.put(
              id,
              self.compareTo(id) < 0
                  ? pair.initiate(other.getValue(), AGREEMENT).secret()
                  : pair.accept(other.getValue(), Objects.requireNonNull(received.get(id))));
        } catch (GeneralSecurityException e) {
          throw new InvalidKeyException("of " + id + ": " + e.getMessage(), e);
        }
      }
    }
    return new PeerKeys(group, self, context(group, published), agreed);
  }

  /// Returns the encapsulations from a member to all members after it, in the order of their names.
  /// The same seed and keys give the same bytes.
  ///
  /// @throws InvalidKeyException naming the member whose key gives no agreement
  static List<ByteString> encapsulate(
      ParticipantId self,
      AgreementKeyPair pair,
      SortedMap<ParticipantId, AgreementPublicKey> published)
      throws InvalidKeyException {
    List<ByteString> encapsulations = new ArrayList<>();
    for (var other : published.tailMap(self).entrySet()) {
      if (!other.getKey().equals(self)) {
        try {
          encapsulations.add(pair.initiate(other.getValue(), AGREEMENT).encapsulation());
        } catch (InvalidKeyException e) {
          throw new InvalidKeyException("of " + other.getKey() + ": " + e.getMessage(), e);
        }
      }
    }
    return encapsulations;
  }

  SecretBytes to(ParticipantId other) {
    return Objects.requireNonNull(outgoing.get(other));
  }

  SecretBytes from(ParticipantId other) {
    return Objects.requireNonNull(incoming.get(other));
  }

  /// What is added to the own vector of a step: in the sum over everybody nothing is left of it,
  /// while everybody has heard the same before. Masks of peers that were told different things do
  /// not cancel: nobody who tells them so learns a sum over one of them.
  ///
  /// @param heard digest of what everybody has said before this step
  MaskSum masks(int step, Digest heard) {
    byte[] info =
        CanonicalWriter.untyped().fixed(STEP).fixed(heard.bytes()).u31(step).toByteArray();
    return new MaskSum(ofStep(added, info), ofStep(subtracted, info));
  }

  private static List<MaskKey> ofStep(List<SecretBytes> masks, byte[] info) {
    return masks.stream()
        .map(mask -> new MaskKey(Hkdf.derive(mask, SALT, info, MaskKey.SIZE_BYTES)))
        .toList();
  }

  private static SecretBytes derive(
      SecretBytes secret, byte[] label, Digest context, int bytes, int one, int other) {
    byte[] info =
        CanonicalWriter.untyped()
            .fixed(label)
            .fixed(context.bytes())
            .u31(one)
            .u31(other)
            .toByteArray();
    return Hkdf.derive(secret, SALT, info, bytes);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public String toString() {
    return "PeerKeys[hidden]";
  }
}
