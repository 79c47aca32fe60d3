package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.participant.ParticipantEvent.InputCommitted;
import io.privirec.secagg.participant.ParticipantEvent.KeysPublished;
import io.privirec.secagg.participant.ParticipantEvent.SharesDelivered;
import io.privirec.secagg.participant.ParticipantEvent.UnmaskRequested;
import io.privirec.secagg.participant.ParticipantState.Aborted;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Answered;
import io.privirec.secagg.participant.ParticipantState.Committed;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Shared;
import java.security.SecureRandom;

/// The participant's side of a round (Bell et al. 2020, Algorithm 2, on the complete graph).
///
/// A function of state and event: it sends, stores and logs nothing. The caller persists the state
/// of a step before it sends the step's message, and joins a round at most once. What the caller
/// must check itself: that the cohort is one it wants to be summed with, and that the digests in
/// the record are those of the catalogue, parameters and broadcast it has.
public final class ParticipantProtocol {
  private ParticipantProtocol() {}

  /// Joins a round: verifies its terms and makes the keys.
  ///
  /// @param coordinatorKey the pinned key of the coordinator
  public static ParticipantStep join(
      SignedRoundRecord signed,
      ParticipantId self,
      IdentityKeyPair identity,
      PublicIdentityKey coordinatorKey,
      SecureRandom random) {
    RoundRecord record = signed.record();
    try {
      require(
          signed.isSignedBy(coordinatorKey),
          AbortReason.RECORD_SIGNATURE_INVALID,
          "round record is not signed by the pinned coordinator key");
      require(record.contains(self), AbortReason.NOT_IN_COHORT, self + " is not in the cohort");
      require(
          record.member(self).identityKey().equals(identity.publicKey()),
          AbortReason.IDENTITY_KEY_MISMATCH,
          "the cohort lists another identity key for " + self);
    } catch (ProtocolViolation violation) {
      return ParticipantStep.to(violation.toState());
    }
    AgreementKeyPair maskKeys = AgreementKeyPair.generate(random);
    AgreementKeyPair channelKeys = AgreementKeyPair.generate(random);
    KeyAdvertisement advertisement =
        KeyAdvertisement.sign(
            record.context(), self, maskKeys.publicKey(), channelKeys.publicKey(), identity);
    return ParticipantStep.to(
        new Advertised(record, self, identity, maskKeys, channelKeys, advertisement));
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
            case Advertised advertised -> fromAdvertised(advertised, event, random);
            case Shared shared -> fromShared(shared, event);
            case Masking masking -> fromMasking(masking, event);
            case Committed committed -> fromCommitted(committed, event);
            case Answered answered -> fromAnswered(answered, event);
            case Aborted aborted -> aborted;
          });
    } catch (ProtocolViolation violation) {
      return ParticipantStep.to(violation.toState());
    }
  }

  private static ParticipantState fromAdvertised(
      Advertised state, ParticipantEvent event, SecureRandom random) throws ProtocolViolation {
    return switch (event) {
      case KeysPublished published -> {
        PublishedKeys.check(state, published.keys());
        yield ShareExchange.deal(state, published.keys(), random);
      }
      case SharesDelivered _ -> throw early("shares were delivered before keys");
      case InputCommitted _ -> throw nothingToCommit();
      case UnmaskRequested _ -> throw early("unmasking was requested before keys");
    };
  }

  private static ParticipantState fromShared(Shared state, ParticipantEvent event)
      throws ProtocolViolation {
    return switch (event) {
      case KeysPublished published ->
          unchanged(state, published.keys().equals(state.keys()), "published keys");
      case SharesDelivered delivered -> ShareExchange.receive(state, delivered.shares());
      case InputCommitted _ -> throw nothingToCommit();
      case UnmaskRequested _ -> throw early("unmasking was requested before shares");
    };
  }

  private static ParticipantState fromMasking(Masking state, ParticipantEvent event)
      throws ProtocolViolation {
    return switch (event) {
      case KeysPublished published ->
          unchanged(state, published.keys().equals(state.keys()), "published keys");
      case SharesDelivered delivered ->
          unchanged(
              state,
              ParticipantState.isSame(state.delivered(), delivered.shares()),
              "delivered shares");
      case InputCommitted committed ->
          new Committed(
              state.record(),
              state.self(),
              state.ownShare(),
              state.delivered(),
              state.held(),
              MaskedInputCommitment.sign(
                  state.keys().boundContext(),
                  state.self(),
                  committed.merkleRoot(),
                  state.identity()));
      case UnmaskRequested _ -> throw early("unmasking was requested before the input was sent");
    };
  }

  private static ParticipantState fromCommitted(Committed state, ParticipantEvent event)
      throws ProtocolViolation {
    MaskedInputCommitment commitment = state.commitment();
    return switch (event) {
      case KeysPublished published ->
          unchanged(
              state,
              published.keys().boundContext().equals(commitment.context()),
              "published keys");
      case SharesDelivered delivered ->
          unchanged(
              state,
              ParticipantState.isSame(state.delivered(), delivered.shares()),
              "delivered shares");
      case InputCommitted again -> sameInput(state, again, commitment.merkleRoot());
      case UnmaskRequested requested -> Unmasking.answer(state, requested.request());
    };
  }

  private static ParticipantState fromAnswered(Answered state, ParticipantEvent event)
      throws ProtocolViolation {
    return switch (event) {
      case KeysPublished published ->
          unchanged(
              state,
              published.keys().boundContext().equals(state.answer().context()),
              "published keys");
      case SharesDelivered delivered ->
          unchanged(
              state,
              ParticipantState.isSame(state.delivered(), delivered.shares()),
              "delivered shares");
      case InputCommitted again -> sameInput(state, again, state.committedRoot());
      case UnmaskRequested requested ->
          unchanged(state, requested.request().equals(state.request()), "the unmask request");
    };
  }

  private static ParticipantState unchanged(ParticipantState state, boolean same, String what)
      throws ProtocolViolation {
    require(same, AbortReason.EQUIVOCATION, what + " came again with other content");
    return state;
  }

  private static ParticipantState sameInput(
      ParticipantState state, InputCommitted again, Digest root) throws ProtocolViolation {
    require(
        again.merkleRoot().equals(root),
        AbortReason.INPUT_CHANGED,
        "another input was to be committed under the same masks");
    return state;
  }

  private static ProtocolViolation early(String detail) {
    return new ProtocolViolation(AbortReason.OUT_OF_ORDER, detail);
  }

  private static IllegalStateException nothingToCommit() {
    return new IllegalStateException("no input can be committed before shares are delivered");
  }
}
