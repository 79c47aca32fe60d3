package io.privirec.secagg.adversary;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.Lies;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantEvent.InputCommitted;
import io.privirec.secagg.participant.ParticipantEvent.MessageReceived;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantStep;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/// An honest participant of a recorded round, and the lies that its coordinator can tell it. In a
/// tolerant round the last of the cohort left before it committed.
final class Victim {
  final RecordedRound run;
  final ParticipantId self;
  final ParticipantId peer;
  final ParticipantId leaver;
  final SecureRandom random = new SeededRandom(99);

  Victim(TestRound round) {
    this(RecordedRound.of(round), 1, 2);
  }

  Victim(RecordedRound run, int self, int peer) {
    this.run = run;
    this.self = run.round.id(self);
    this.peer = run.round.id(peer);
    this.leaver = run.round.record().cohort().getLast().id();
  }

  static Victim ofFive() {
    return new Victim(RecordedRound.ofFive(1), 1, 2);
  }

  static Victim ofFiveHybrid() {
    Thresholds counts = Thresholds.of(ThreatModel.SEMI_MALICIOUS, 5);
    return new Victim(TestRound.of(counts, KeyAgreement.X25519_MLKEM768, 3));
  }

  <S extends ParticipantState> S when(Class<S> kind) {
    return stateOf(self, kind);
  }

  <S extends ParticipantState> S stateOf(ParticipantId participant, Class<S> kind) {
    return run.state(participant, kind);
  }

  /// A participant that is about to mask, the leaver too.
  ParticipantState.Masking masking(ParticipantId participant) {
    var shares = run.opening.get(Phase.MASKED_INPUT).messageFor(participant).orElseThrow();
    var shared = stateOf(participant, ParticipantState.Shared.class);
    return (ParticipantState.Masking) tell(shared, shares).state();
  }

  /// What the honest coordinator told it.
  <M extends CoordinatorMessage> M told(Class<M> kind) {
    return run.events.get(self).stream()
        .filter(MessageReceived.class::isInstance)
        .map(event -> ((MessageReceived) event).message())
        .filter(kind::isInstance)
        .map(kind::cast)
        .findFirst()
        .orElseThrow();
  }

  ParticipantStep tell(ParticipantState state, CoordinatorMessage message) {
    return step(state, new MessageReceived(message));
  }

  /// Has a participant commit to an input that nobody looks at.
  ParticipantState committed(ParticipantState masking) {
    return step(masking, new InputCommitted(RecordedRound.ROOT)).state();
  }

  ParticipantStep step(ParticipantState state, ParticipantEvent event) {
    return ParticipantProtocol.step(state, event, random);
  }

  /// In hexadecimal, all secrets that the victim ever had and that no message discloses.
  List<String> secrets() {
    List<SecretBytes> secrets = new ArrayList<>();
    var advertised = when(ParticipantState.Advertised.class);
    secrets.add(advertised.identity().seed());
    secrets.add(advertised.maskKeys().seed());
    advertised.channelKeys().ifPresent(keys -> secrets.add(keys.seed()));
    if (!run.round.record().isClosed()) {
      secrets.add(when(ParticipantState.Shared.class).selfMaskSeed());
    }
    return secrets.stream().map(secret -> Hex.of(secret.expose())).toList();
  }

  AdvertisedKeys keys() {
    return told(AdvertisedKeys.class);
  }

  DeliveredShares shares() {
    return told(DeliveredShares.class);
  }

  UnmaskRequest request() {
    return told(UnmaskRequest.class);
  }

  /// The published keys with one advertisement instead of its sender's.
  AdvertisedKeys publishing(KeyAdvertisement instead) {
    List<KeyAdvertisement> all = new ArrayList<>(keys().advertisements());
    all.removeIf(advertisement -> advertisement.sender().equals(instead.sender()));
    all.add(instead);
    all.sort(Comparator.comparing(KeyAdvertisement::sender));
    return new AdvertisedKeys(keys().context(), all);
  }

  AdvertisedKeys publishingWithout(ParticipantId missing) {
    return new AdvertisedKeys(
        keys().context(),
        keys().advertisements().stream().filter(a -> !a.sender().equals(missing)).toList());
  }

  /// Keys that a participant who helps the coordinator signs.
  KeyAdvertisement signedBy(
      ParticipantId helper, AgreementPublicKey maskKey, AgreementPublicKey channelKey) {
    return signedBy(helper, maskKey, Optional.of(channelKey));
  }

  /// Likewise for a closed round, or for either kind where it does not belong.
  KeyAdvertisement signedBy(
      ParticipantId helper, AgreementPublicKey maskKey, Optional<AgreementPublicKey> channelKey) {
    return KeyAdvertisement.sign(
        keys().context(),
        helper,
        maskKey,
        channelKey,
        keys().of(helper).flatMap(KeyAdvertisement::seedCommitment),
        run.round.identity(helper));
  }

  /// The peer's genuine keys with a seed commitment that it makes to help the coordinator.
  KeyAdvertisement peersKeys(Optional<Digest> commitment) {
    KeyAdvertisement genuine = keys().of(peer).orElseThrow();
    return KeyAdvertisement.sign(
        genuine.context(),
        peer,
        genuine.maskKey(),
        genuine.channelKey(),
        commitment,
        run.round.identity(peer));
  }

  /// Fresh keys under a participant's name with a signature that was not made for them.
  KeyAdvertisement forged(ParticipantId sender, ByteString signature) {
    return new KeyAdvertisement(
        keys().context(),
        sender,
        freshKey(),
        freshChannelKey(),
        keys().of(sender).flatMap(KeyAdvertisement::seedCommitment),
        signature);
  }

  /// Keys of somebody that is in no cohort.
  KeyAdvertisement invented() {
    return KeyAdvertisement.sign(
        keys().context(),
        new ParticipantId("zoe"),
        freshKey(),
        freshChannelKey(),
        Optional.empty(),
        IdentityKeyPair.generate(random));
  }

  private Optional<AgreementPublicKey> freshChannelKey() {
    return run.round.record().isClosed() ? Optional.empty() : Optional.of(freshKey());
  }

  AgreementPublicKey freshKey() {
    return AgreementKeyPair.generate(run.round.record().keyAgreement(), random).publicKey();
  }

  DeliveredShares delivering(ParticipantId sender, ShareEnvelope envelope) {
    return delivering(Lies.with(shares().bySender(), sender, envelope));
  }

  DeliveredShares deliveringWithout(ParticipantId silenced) {
    return delivering(Lies.without(shares().bySender(), silenced));
  }

  DeliveredShares delivering(SortedMap<ParticipantId, ShareEnvelope> bySender) {
    return new DeliveredShares(shares().context(), self, bySender);
  }

  SurvivorList naming(SortedSet<ParticipantId> survivors) {
    return new SurvivorList(shares().context(), survivors);
  }

  /// The survivors and who left.
  SortedSet<ParticipantId> withLeaver() {
    return Lies.with(request().survivors(), leaver);
  }

  UnmaskRequest asking(
      SortedSet<ParticipantId> survivors, SortedMap<ParticipantId, ByteString> signatures) {
    return new UnmaskRequest(shares().context(), survivors, signatures);
  }

  static ShareEnvelope withCiphertext(ShareEnvelope envelope, byte[] ciphertext) {
    return new ShareEnvelope(
        envelope.maskEncapsulation(),
        envelope.channelEncapsulation(),
        ByteString.copyOf(ciphertext),
        envelope.signature());
  }
}
