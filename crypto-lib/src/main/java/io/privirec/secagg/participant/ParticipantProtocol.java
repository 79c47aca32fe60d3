package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.participant.ParticipantEvent.InputCommitted;
import io.privirec.secagg.participant.ParticipantEvent.KeysPublished;
import io.privirec.secagg.participant.ParticipantEvent.SeedsPublished;
import io.privirec.secagg.participant.ParticipantEvent.SharesDelivered;
import io.privirec.secagg.participant.ParticipantEvent.SurvivorsNamed;
import io.privirec.secagg.participant.ParticipantEvent.UnmaskRequested;
import io.privirec.secagg.participant.ParticipantState.Aborted;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Committed;
import io.privirec.secagg.participant.ParticipantState.Confirmed;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Revealed;
import io.privirec.secagg.participant.ParticipantState.Shared;
import io.privirec.secagg.participant.Seat.Step;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/// The participant's side of a round (Bell et al. 2020: Algorithm 2 for semi-honest rounds,
/// Algorithms 3 and 4 for semi-malicious ones).
///
/// A function of state and event: it sends, stores and logs nothing. The caller persists the state
/// of a step before it sends the step's message, and joins a round at most once. What the caller
/// must check itself: that the digests in the record are those of the catalogue, parameters and
/// broadcast it has, that the cohort continues that of the session's last round, and that its input
/// was not opened over an almost equal survivor set before ([OpenedBefore]).
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
    // The seed of the mask keys is shared later: it must fit the field of the shares.
    SecretBytes maskSeed =
        record.thresholds().sharing().randomSecret(AgreementKeyPair.SEED_BYTES, random);
    AgreementKeyPair maskKeys = AgreementKeyPair.fromSeed(record.keyAgreement(), maskSeed);
    AgreementKeyPair channelKeys = AgreementKeyPair.generate(record.keyAgreement(), random);
    Optional<SecretBytes> graphSeed =
        record.thresholds().isComplete()
            ? Optional.empty()
            : Optional.of(SecretBytes.random(SeedReveal.SEED_BYTES, random));
    KeyAdvertisement advertisement =
        KeyAdvertisement.sign(
            record.context(),
            self,
            maskKeys.publicKey(),
            channelKeys.publicKey(),
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
        "a semi-malicious round needs a roster");
    Optional<ParticipantId> outside =
        membership.roster().flatMap(roster -> roster.firstOutside(record.cohort()));
    if (outside.isPresent()) {
      throw new ProtocolViolation(
          AbortReason.OUTSIDE_ROSTER,
          outside.get() + " is not in the roster with the key it has in the cohort");
    }
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
        throw new IllegalStateException("no input can be committed before shares are delivered");
      }
      throw new ProtocolViolation(AbortReason.OUT_OF_ORDER, step + " came out of order");
    }
    return advance(state, event, random);
  }

  /// Takes the event that is due in this state.
  private static ParticipantState advance(Seated state, ParticipantEvent event, SecureRandom random)
      throws ProtocolViolation {
    if (state instanceof Advertised advertised && event instanceof KeysPublished published) {
      return published(advertised, published, random);
    } else if (state instanceof Revealed revealed && event instanceof SeedsPublished published) {
      RoundSetup setup = PublishedKeys.setup(revealed, published.seeds());
      return ShareExchange.deal(
          revealed.seat().after(event),
          revealed.identity(),
          revealed.maskKeys(),
          revealed.channelKeys(),
          setup,
          random);
    } else if (state instanceof Shared shared && event instanceof SharesDelivered delivered) {
      return ShareExchange.receive(shared, delivered);
    } else if (state instanceof Masking masking && event instanceof InputCommitted committed) {
      return commit(masking, committed);
    } else if (state instanceof Committed committed && event instanceof SurvivorsNamed named) {
      return Unmasking.confirm(committed, named);
    } else if (state instanceof Committed committed && event instanceof UnmaskRequested asked) {
      return Unmasking.answer(committed, asked);
    } else if (state instanceof Confirmed confirmed && event instanceof UnmaskRequested asked) {
      return Unmasking.answer(confirmed, asked);
    }
    throw new IllegalStateException("the steps of a round and its states go together");
  }

  private static ParticipantState published(
      Advertised state, KeysPublished published, SecureRandom random) throws ProtocolViolation {
    AdvertisedKeys keys = published.keys();
    PublishedKeys.check(state, keys);
    Seat seat = state.seat().after(published);
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
    return ShareExchange.deal(
        seat, state.identity(), state.maskKeys(), state.channelKeys(), setup, random);
  }

  private static Committed commit(Masking state, InputCommitted committed) {
    return new Committed(
        state.seat().after(committed),
        state.identity(),
        state.ownShare(),
        state.held(),
        state.setup().neighboursWithout(state.seat().self(), state.held().keySet()),
        MaskedInputCommitment.sign(
            state.setup().context(),
            state.seat().self(),
            committed.merkleRoot(),
            state.identity()));
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
      case KeysPublished _ -> Step.KEYS_PUBLISHED;
      case SeedsPublished _ -> Step.SEEDS_PUBLISHED;
      case SharesDelivered _ -> Step.SHARES_DELIVERED;
      case InputCommitted _ -> Step.INPUT_COMMITTED;
      case SurvivorsNamed _ -> Step.SURVIVORS_NAMED;
      case UnmaskRequested _ -> Step.UNMASK_REQUESTED;
    };
  }
}
