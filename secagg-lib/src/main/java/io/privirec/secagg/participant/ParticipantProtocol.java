package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.DeliveredEncapsulations;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.secagg.participant.ParticipantEvent.InputCommitted;
import io.privirec.secagg.participant.ParticipantEvent.MessageReceived;
import io.privirec.secagg.participant.ParticipantState.Aborted;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Committed;
import io.privirec.secagg.participant.ParticipantState.Confirmed;
import io.privirec.secagg.participant.ParticipantState.Contributed;
import io.privirec.secagg.participant.ParticipantState.Encapsulated;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Revealed;
import io.privirec.secagg.participant.ParticipantState.Shared;
import io.privirec.secagg.participant.Seat.Step;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The participant's side of a round. In a closed one it masks with everybody of the cohort and
/// says no more ([RoundKind.Closed]); a tolerant one is that of Bell et al. 2020 (Algorithm 2 for
/// semi-honest rounds, Algorithms 3 and 4 for semi-malicious ones).
///
/// A function of state and event: it sends, stores and logs nothing. The caller persists the state
/// of a step before it sends the step's message, and joins a round at most once. What the caller
/// must check itself: that the digests in the record are those of the catalogue, parameters and
/// broadcast it has, and that exact sums over data are asked for in closed rounds only. It records
/// that the input is open over the cells of a closed round together with the state
/// [ParticipantState.Masking], before the first masked chunk leaves: a round that fails may have
/// been opened by a coordinator that a missing participant helps. In a tolerant round, the caller
/// stores [ParticipantState#agreedSurvivors] where a restore of the states leaves it, and refuses
/// other survivors of the same round.
public final class ParticipantProtocol {
  private ParticipantProtocol() {}

  /// Joins a round: verifies its terms and makes the keys.
  public static ParticipantStep join(
      SignedRoundRecord signed, Membership membership, SecureRandom random) {
    try {
      checkTerms(signed, membership);
    } catch (ProtocolViolation violation) {
      return ParticipantStep.to(violation.toState());
    }
    RoundRecord record = signed.record();
    ParticipantId self = membership.self();
    AgreementKeyPair maskKeys =
        AgreementKeyPair.fromSeed(record.keyAgreement(), maskSeed(record, random));
    Optional<AgreementKeyPair> channelKeys =
        record.isClosed()
            ? Optional.empty()
            : Optional.of(AgreementKeyPair.generate(record.keyAgreement(), random));
    Optional<SecretBytes> graphSeed =
        record.isComplete()
            ? Optional.empty()
            : Optional.of(SecretBytes.random(SeedReveal.SEED_BYTES, random));
    KeyAdvertisement advertisement =
        KeyAdvertisement.sign(
            record.context(),
            self,
            maskKeys.publicKey(),
            channelKeys.map(AgreementKeyPair::publicKey),
            graphSeed.map(seed -> SeedReveal.commitment(record.context(), self, seed)),
            membership.identity());
    return ParticipantStep.to(
        new Advertised(
            new Seat(record, self, List.of()),
            membership.identity(),
            maskKeys,
            channelKeys,
            graphSeed,
            advertisement));
  }

  private static SecretBytes maskSeed(RoundRecord record, SecureRandom random) {
    return switch (record.kind()) {
      case RoundKind.Closed _ -> SecretBytes.random(AgreementKeyPair.SEED_BYTES, random);
      // It is shared later, and must fit the field of the shares.
      case RoundKind.Tolerant(Thresholds counts) ->
          counts.sharing().randomSecret(AgreementKeyPair.SEED_BYTES, random);
    };
  }

  /// Takes one event. An event seen before changes nothing and yields the pending message; one that
  /// differs from what was seen, or comes too early, aborts.
  ///
  /// @throws IllegalStateException if [InputCommitted], which is the caller's own, comes too early
  public static ParticipantStep step(
      ParticipantState state, ParticipantEvent event, SecureRandom random) {
    try {
      return ParticipantStep.to(
          switch (state) {
            case Aborted aborted -> aborted;
            case Seated seated -> take(seated, event, random);
          });
    } catch (ProtocolViolation violation) {
      return ParticipantStep.to(violation.toState());
    }
  }

  private static void checkTerms(SignedRoundRecord signed, Membership membership)
      throws ProtocolViolation {
    RoundRecord record = signed.record();
    ParticipantId self = membership.self();
    require(
        signed.isSignedBy(membership.coordinatorKey()),
        AbortReason.RECORD_SIGNATURE_INVALID,
        "round record is not signed by the pinned coordinator key");
    require(
        record.threatModel().isAtLeast(membership.least()),
        AbortReason.THREAT_MODEL_TOO_WEAK,
        "round is "
            + record.threatModel().label()
            + ", accepted from "
            + membership.least().label());
    require(record.contains(self), AbortReason.NOT_IN_COHORT, self + " is not in the cohort");
    require(
        record.member(self).identityKey().equals(membership.identity().publicKey()),
        AbortReason.IDENTITY_KEY_MISMATCH,
        "the cohort lists another identity key for " + self);
    require(
        membership.roster().isPresent() || record.threatModel() == ThreatModel.SEMI_HONEST,
        AbortReason.ROSTER_MISSING,
        "the round needs a roster");
    if (record.kind() instanceof RoundKind.Closed closed) {
      checkCells(closed, record, membership.roster().orElseThrow());
    }
    Optional<ParticipantId> outside =
        membership.roster().flatMap(roster -> roster.firstOutside(record.cohort()));
    if (outside.isPresent()) {
      throw new ProtocolViolation(
          AbortReason.OUTSIDE_ROSTER,
          outside.get() + " is not in the roster with the key it has in the cohort");
    }
  }

  /// The cohort is whole cells of the very roster that is in force here.
  private static void checkCells(RoundKind.Closed closed, RoundRecord record, Roster roster)
      throws ProtocolViolation {
    require(
        closed.roster().equals(roster.reference()),
        AbortReason.ROSTER_SUPERSEDED,
        "the round relies on roster version %s, in force here is version %s%s"
            .formatted(
                closed.roster().version(),
                roster.version(),
                closed.roster().version() == roster.version() ? " with another text" : ""));
    SortedSet<ParticipantId> members = new TreeSet<>();
    for (int number : closed.cells()) {
      Optional<Cell> cell = roster.cell(number).filter(found -> !found.former());
      require(
          cell.isPresent(),
          AbortReason.NOT_WHOLE_CELLS,
          "cell " + number + " is none of the roster's current cells");
      members.addAll(cell.orElseThrow().members());
    }
    require(
        members.equals(new TreeSet<>(record.cohort().stream().map(CohortMember::id).toList())),
        AbortReason.NOT_WHOLE_CELLS,
        "the cohort is not the members of the cells that the record names");
  }

  private static ParticipantState take(Seated state, ParticipantEvent event, SecureRandom random)
      throws ProtocolViolation {
    Step step = stepOf(event);
    List<Step> steps = Step.of(state.record());
    int position = steps.indexOf(step);
    int due = state.seat().learnt().size();
    if (position >= 0 && position < due) {
      requireSame(state.seat().learnt().get(position).equals(event.digest()), step);
      return state;
    }
    if (position != due) {
      if (event instanceof InputCommitted) {
        throw new IllegalStateException("no input can be committed before it is masked");
      }
      throw new ProtocolViolation(AbortReason.OUT_OF_ORDER, step + " came out of order");
    }
    return advance(state, event, random);
  }

  /// A state and the event that is due in it.
  private record Due(Seated state, ParticipantEvent event) {}

  private static ParticipantState advance(Seated state, ParticipantEvent event, SecureRandom random)
      throws ProtocolViolation {
    Seat seat = state.seat().after(event);
    return switch (new Due(state, event)) {
      case Due(Advertised now, MessageReceived(AdvertisedKeys keys)) ->
          published(now, seat, keys, random);
      case Due(Revealed now, MessageReceived(RevealedSeeds seeds)) -> {
        RoundSetup setup = PublishedKeys.setup(now, seeds);
        yield meet(seat, now.identity(), now.maskKeys(), now.channelKeys(), setup, random);
      }
      case Due(Encapsulated now, MessageReceived(DeliveredEncapsulations delivered)) ->
          MaskAgreement.receive(now, seat, delivered);
      case Due(Shared now, MessageReceived(DeliveredShares delivered)) ->
          ShareExchange.receive(now, seat, delivered);
      case Due(Masking now, InputCommitted(Digest merkleRoot)) -> commit(now, seat, merkleRoot);
      case Due(Committed now, MessageReceived(SurvivorList list)) ->
          Unmasking.confirm(now, seat, list);
      case Due(Committed now, MessageReceived(UnmaskRequest request)) ->
          Unmasking.answer(now, seat, request);
      case Due(Confirmed now, MessageReceived(UnmaskRequest request)) ->
          Unmasking.answer(now, seat, request);
      default -> throw new IllegalStateException("the steps of a round and its states go together");
    };
  }

  private static ParticipantState published(
      Advertised state, Seat seat, AdvertisedKeys keys, SecureRandom random)
      throws ProtocolViolation {
    PublishedKeys.check(state, keys);
    if (state.graphSeed().isPresent()) {
      return new Revealed(
          seat,
          state.identity(),
          state.maskKeys(),
          state.channelKeys(),
          keys,
          SeedReveal.of(keys.boundContext(), seat.self(), state.graphSeed().get()));
    }
    RoundSetup setup = RoundSetup.complete(state.record(), keys);
    PublishedKeys.checkPeers(setup, seat.self());
    return meet(seat, state.identity(), state.maskKeys(), state.channelKeys(), setup, random);
  }

  /// What follows when it is known whose neighbour one is: in a tolerant round secrets are shared,
  /// in a closed one masks agreed.
  private static ParticipantState meet(
      Seat seat,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      Optional<AgreementKeyPair> channelKeys,
      RoundSetup setup,
      SecureRandom random)
      throws ProtocolViolation {
    return channelKeys.isPresent()
        ? ShareExchange.deal(seat, identity, maskKeys, channelKeys.get(), setup, random)
        : MaskAgreement.begin(seat, identity, maskKeys, setup);
  }

  private static ParticipantState commit(Masking state, Seat seat, Digest merkleRoot) {
    MaskedInputCommitment commitment =
        MaskedInputCommitment.sign(
            state.record().kind(),
            state.setup().context(),
            seat.self(),
            merkleRoot,
            state.identity());
    if (state.recovery().isEmpty()) {
      return new Contributed(seat, commitment);
    }
    MaskRecovery recovery = state.recovery().get();
    return new Committed(
        seat,
        state.identity(),
        recovery.ownShare(),
        recovery.held(),
        state.setup().neighboursWithout(seat.self(), recovery.exchanged()),
        commitment);
  }

  private static void requireSame(boolean same, Step step) throws ProtocolViolation {
    if (step == Step.INPUT_COMMITTED) {
      require(
          same,
          AbortReason.INPUT_CHANGED,
          "another input was to be committed under the same masks");
    } else {
      require(same, AbortReason.EQUIVOCATION, step + " came again with other content");
    }
  }

  private static Step stepOf(ParticipantEvent event) {
    return switch (event) {
      case InputCommitted _ -> Step.INPUT_COMMITTED;
      case MessageReceived(AdvertisedKeys _) -> Step.KEYS_PUBLISHED;
      case MessageReceived(RevealedSeeds _) -> Step.SEEDS_PUBLISHED;
      case MessageReceived(DeliveredEncapsulations _) -> Step.ENCAPSULATIONS_DELIVERED;
      case MessageReceived(DeliveredShares _) -> Step.SHARES_DELIVERED;
      case MessageReceived(SurvivorList _) -> Step.SURVIVORS_NAMED;
      case MessageReceived(UnmaskRequest _) -> Step.UNMASK_REQUESTED;
    };
  }
}
