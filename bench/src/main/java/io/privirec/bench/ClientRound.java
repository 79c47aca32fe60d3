package io.privirec.bench;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.Initiated;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.sharing.Shamir;
import io.privirec.crypto.sharing.Share;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.RoundRecord;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/// What one participant computes in a round, from its key pairs to the hash of its masked input:
/// both pairs, the checks of its neighbours' keys and an agreement with each of them twice, shares
/// dealt and received, masks expanded, the chunk packed and hashed. Its neighbours stand ready.
/// Signatures and the encoding of messages are left out.
final class ClientRound {
  /// The sharing graph of the bar: 14 neighbours, hence 15 masks with the own one.
  static final int NEIGHBOURS = 14;

  /// As many as one chunk takes, to the nearest round number.
  static final int ELEMENTS = 1_000_000;

  private static final ByteString NONE = ByteString.copyOf(new byte[0]);
  private static final int THRESHOLD = 7;
  private static final int SELF = NEIGHBOURS / 2 + 1;
  private static final byte[] MASK = {1};
  private static final byte[] CHANNEL = {2};

  private final KeyAgreement agreement;
  private final SecureRandom random;
  private final RoundRecord record;
  private final Digest context;
  private final SecretBytes maskSeed;
  private final SecretBytes channelSeed;
  private final List<Peer> peers = new ArrayList<>();

  /// A neighbour as this participant sees it.
  private record Peer(
      int index,
      AgreementPublicKey maskKey,
      AgreementPublicKey channelKey,
      ByteString maskEncapsulation,
      ByteString channelEncapsulation,
      ByteString sealedShares) {}

  ClientRound(KeyAgreement agreement, SecureRandom random) throws GeneralSecurityException {
    this.agreement = agreement;
    this.random = random;
    this.record = Terms.of(NEIGHBOURS + 1, ELEMENTS, false, random).record();
    this.context = Digest.of(SecretBytes.random(32, random).expose());
    this.maskSeed = SecretBytes.random(AgreementKeyPair.SEED_BYTES, random);
    this.channelSeed = SecretBytes.random(AgreementKeyPair.SEED_BYTES, random);
    for (int index = 1; index <= NEIGHBOURS + 1; index++) {
      if (index != SELF) {
        peers.add(peer(index));
      }
    }
  }

  private Peer peer(int index) throws GeneralSecurityException {
    AgreementPublicKey ownMask = AgreementKeyPair.fromSeed(agreement, maskSeed).publicKey();
    AgreementKeyPair ownChannel = AgreementKeyPair.fromSeed(agreement, channelSeed);
    AgreementKeyPair mask = AgreementKeyPair.generate(agreement, random);
    AgreementKeyPair channel = AgreementKeyPair.generate(agreement, random);
    ByteString nothing = ByteString.copyOf(new byte[0]);
    boolean initiates = index < SELF;
    Initiated toOwn = channel.initiate(ownChannel.publicKey(), CHANNEL);
    SecretBytes agreed =
        initiates ? toOwn.secret() : ownChannel.initiate(channel.publicKey(), CHANNEL).secret();
    byte[] sealed =
        AesGcm.seal(
            KeySchedule.shareChannel(agreed, context, index, SELF),
            KeySchedule.shareAssociatedData(context, index, SELF, NONE),
            SecretBytes.random(64, random),
            random);
    return new Peer(
        index,
        mask.publicKey(),
        channel.publicKey(),
        initiates ? mask.initiate(ownMask, MASK).encapsulation() : nothing,
        initiates ? toOwn.encapsulation() : nothing,
        ByteString.copyOf(sealed));
  }

  /// Runs the round; the result depends on all of it.
  Digest run() throws GeneralSecurityException {
    AgreementKeyPair maskKeys = AgreementKeyPair.fromSeed(agreement, maskSeed);
    AgreementKeyPair channelKeys = AgreementKeyPair.fromSeed(agreement, channelSeed);
    SecretBytes selfMaskSeed = SecretBytes.random(32, random);
    Shamir sharing = new Shamir(THRESHOLD, NEIGHBOURS);
    List<Share> keyShares = sharing.split(maskSeed, random);
    List<Share> seedShares = sharing.split(selfMaskSeed, random);
    List<MaskKey> added = new ArrayList<>();
    List<MaskKey> subtracted = new ArrayList<>();
    added.add(KeySchedule.selfMask(selfMaskSeed, context, SELF));
    int exchanged = 0;
    for (int place = 0; place < peers.size(); place++) {
      Peer peer = peers.get(place);
      peer.maskKey().requireUsable();
      peer.channelKey().requireUsable();
      SecretBytes channel =
          agreed(channelKeys, peer, peer.channelKey(), peer.channelEncapsulation(), CHANNEL);
      exchanged += dealAndTake(peer, channel, keyShares.get(place), seedShares.get(place));
      SecretBytes mask = agreed(maskKeys, peer, peer.maskKey(), peer.maskEncapsulation(), MASK);
      (peer.index() < SELF ? added : subtracted)
          .add(KeySchedule.pairwiseMask(record, mask, context, SELF, peer.index()));
    }
    RingVector values = RingVector.zero(Ring.BITS_32, ELEMENTS);
    new MaskSum(added, subtracted).addTo(0, values);
    byte[] packed = new byte[Ring.BITS_32.packedBytes(ELEMENTS)];
    values.packInto(packed, 0, 0, ELEMENTS);
    packed[0] ^= (byte) exchanged;
    return Digest.of(packed);
  }

  private int dealAndTake(Peer peer, SecretBytes channel, Share keyShare, Share seedShare)
      throws GeneralSecurityException {
    byte[] shares =
        ByteBuffer.allocate(64)
            .put(keyShare.value().expose())
            .put(seedShare.value().expose())
            .array();
    byte[] sealed =
        AesGcm.seal(
            KeySchedule.shareChannel(channel, context, SELF, peer.index()),
            KeySchedule.shareAssociatedData(context, SELF, peer.index(), NONE),
            SecretBytes.copyOf(shares),
            random);
    SecretBytes held =
        AesGcm.open(
            KeySchedule.shareChannel(channel, context, peer.index(), SELF),
            KeySchedule.shareAssociatedData(context, peer.index(), SELF, NONE),
            peer.sealedShares().bytes());
    return sealed.length + held.sizeBytes();
  }

  /// The participant with the smaller index initiates.
  private static SecretBytes agreed(
      AgreementKeyPair own,
      Peer peer,
      AgreementPublicKey key,
      ByteString encapsulation,
      byte[] label)
      throws GeneralSecurityException {
    return peer.index() < SELF ? own.accept(key, encapsulation) : own.initiate(key, label).secret();
  }
}
