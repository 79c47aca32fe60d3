package io.privirec.client.runtime;

import io.privirec.client.coordinator.CoordinatorRefusedException;
import io.privirec.client.coordinator.CoordinatorText;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.participant.Participant;
import io.privirec.client.runtime.ParticipationStore.Standing;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Contributor;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.SurvivorSignature;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.session.OnLoss;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What one participant does in a round that it is asked about: the protocol's next step,
/// persisted, then sent. Each phase is left in one of three ways: done, refused for good (the round
/// is closed here), or failed for now (an exception; the same work comes again).
final class RoundWork {
  private static final Logger log = LoggerFactory.getLogger(RoundWork.class);

  /// Room for the header of a broadcast beyond the size that the algorithm states.
  private static final long BROADCAST_SLACK_BYTES = 1 << 20;

  private final Participant participant;
  private final ParticipantChannel channel;
  private final ParticipationStore store;
  private final Trust trust;
  private final Snapshots snapshots;
  private final Broadcasts broadcasts;
  private final Algorithms algorithms;
  private final SurvivorGuard guard;
  private final ContributionPool pool;
  private final SecureRandom random;
  private final RuntimeObserver observer;

  RoundWork(
      Participant participant,
      ParticipantChannel channel,
      ParticipationStore store,
      Trust trust,
      Snapshots snapshots,
      Broadcasts broadcasts,
      Algorithms algorithms,
      ContributionPool pool,
      SecureRandom random,
      RuntimeObserver observer) {
    this.participant = participant;
    this.channel = channel;
    this.store = store;
    this.trust = trust;
    this.snapshots = snapshots;
    this.broadcasts = broadcasts;
    this.algorithms = algorithms;
    this.guard = new SurvivorGuard(store, algorithms);
    this.pool = pool;
    this.random = random;
    this.observer = observer;
  }

  /// Does what the participant owes in this phase.
  ///
  /// @return whether a message was sent
  boolean handle(RoundKey key, Phase phase, SessionTerms terms) throws Exception {
    try {
      Optional<ParticipantState> state = current(key, terms);
      return state.isPresent() && advance(key, phase, terms, state.get());
    } catch (RefusedException e) {
      abort(key, e.reason().code(), String.valueOf(e.getMessage()));
    } catch (ContributionRefusedException e) {
      abort(key, Refusal.CONTRIBUTION_REFUSED.code(), String.valueOf(e.getMessage()));
    } catch (CoordinatorRefusedException e) {
      if (phase == Phase.MASKED_INPUT && e.is(ProblemType.CHUNK_CONFLICT)) {
        abort(key, e.code(), e.detail());
      } else {
        throw e;
      }
    }
    return false;
  }

  private Optional<ParticipantState> current(RoundKey key, SessionTerms terms) throws Exception {
    return switch (store.standing(key)) {
      case Standing.Joined(ParticipantState state) -> asLabelled(key, state);
      case Standing.Closed() -> Optional.empty();
      case Standing.Unknown() -> join(key, terms);
    };
  }

  /// Work items are not signed. One that names the round otherwise than its record does would have
  /// the survivor set of one step counted for another.
  private Optional<ParticipantState> asLabelled(RoundKey key, ParticipantState state) {
    RoundKey joined = RoundKey.of(state.terms().orElseThrow(), participant.id());
    if (joined.equals(key)) {
      return Optional.of(state);
    }
    abort(joined, Refusal.RECORD_MISMATCH.code(), "asked for as " + key);
    return Optional.empty();
  }

  private Optional<ParticipantState> join(RoundKey key, SessionTerms terms) throws Exception {
    SignedRoundRecord signed = signedRecord(key);
    RoundRecord record = signed.record();
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    RoundSpec round = RoundTermsCheck.check(record, key, terms, algorithm);
    CohortHistory told = store.cohorts(key.session(), key.participant());
    told.check(record);
    trust.requireAccepted(terms.onLoss());
    if (terms.onLoss() == OnLoss.STRICT) {
      told.checkStrict(record);
    }
    requireAttemptLeft(key);
    guard.requireNotSetAgainst(key, terms, record);
    ParticipantState state =
        ParticipantProtocol.join(
                signed,
                new Membership(
                    participant.id(),
                    participant.identity(),
                    participant.coordinatorKey(),
                    trust.roster().get(),
                    trust.weakest()),
                random)
            .state();
    if (isAborted(key, state)) {
      return Optional.empty();
    }
    store.join(key, round.name(), record, state);
    broadcasts.forgetBefore(key.session(), key.index());
    return Optional.of(state);
  }

  /// The number in a record is the coordinator's; what was joined is counted here.
  private void requireAttemptLeft(RoundKey key) throws RefusedException {
    long tried =
        store.rounds(key.session(), key.participant()).stream()
            .filter(round -> round.key().index() == key.index())
            .count();
    RefusedException.require(
        tried < RoundRecord.MAX_ATTEMPTS,
        Refusal.ATTEMPTS_EXCEEDED,
        "the round was tried " + tried + " times");
  }

  private SignedRoundRecord signedRecord(RoundKey key) throws RefusedException {
    byte[] encoded = channel.signedRecord(key.round());
    try {
      return SignedRoundRecord.decode(encoded);
    } catch (GeneralSecurityException e) {
      throw new RefusedException(Refusal.RECORD_MALFORMED, "the round record does not decode", e);
    }
  }

  private boolean advance(RoundKey key, Phase phase, SessionTerms terms, ParticipantState state)
      throws Exception {
    ParticipantState next =
        switch (phase) {
          case ADVERTISE_KEYS -> state;
          case REVEAL_SEED -> reveal(key, terms, state);
          case SHARE_KEYS -> share(key, terms, state);
          case MASKED_INPUT -> contribute(key, terms, state);
          case CONSISTENCY_CHECK -> confirm(key, terms, state);
          case UNMASK -> answer(key, terms, state);
        };
    Optional<ParticipantMessage> pending = next.pending();
    if (pending.isEmpty() || pending.get().phase() != phase) {
      return false;
    }
    send(key, pending.get());
    return true;
  }

  private ParticipantState reveal(RoundKey key, SessionTerms terms, ParticipantState state)
      throws Exception {
    return state instanceof ParticipantState.Advertised ? learnKeys(key, terms, state) : state;
  }

  private ParticipantState share(RoundKey key, SessionTerms terms, ParticipantState state)
      throws Exception {
    return switch (state) {
      case ParticipantState.Advertised _ -> learnKeys(key, terms, state);
      case ParticipantState.Revealed _ -> {
        RevealedSeeds seeds = decode(channel.revealedSeeds(key.round()), RevealedSeeds::decode);
        yield step(key, terms, state, new ParticipantEvent.SeedsPublished(seeds));
      }
      default -> state;
    };
  }

  private ParticipantState learnKeys(RoundKey key, SessionTerms terms, ParticipantState state)
      throws Exception {
    AdvertisedKeys keys = decode(channel.advertisedKeys(key.round()), AdvertisedKeys::decode);
    return step(key, terms, state, new ParticipantEvent.KeysPublished(keys));
  }

  private ParticipantState contribute(RoundKey key, SessionTerms terms, ParticipantState state)
      throws Exception {
    ParticipantState current = state;
    if (current instanceof ParticipantState.Shared) {
      DeliveredShares shares =
          decode(channel.deliveredShares(key.round()), DeliveredShares::decode);
      current = step(key, terms, current, new ParticipantEvent.SharesDelivered(shares));
    }
    if (current instanceof ParticipantState.Masking masking) {
      Optional<Digest> root = upload(key, terms, masking);
      if (root.isPresent()) {
        current = step(key, terms, current, new ParticipantEvent.InputCommitted(root.get()));
      }
    }
    return current;
  }

  private Optional<Digest> upload(RoundKey key, SessionTerms terms, ParticipantState.Masking state)
      throws Exception {
    RoundRecord record = state.record();
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    RoundSpec round = RoundTermsCheck.check(record, key, terms, algorithm);
    @Nullable Path broadcast = round.hasBroadcast() ? broadcast(key, round, record) : null;
    InteractionMatrix data = snapshots.load(key.session(), participant.id(), terms.snapshot());
    Contributor contributor = algorithms.contributor(key.session(), algorithm);
    return new ContributionUpload(
            key, channel, store, pool, record.vector(), state.masker(), observer)
        .run(
            () -> contributor.contribute(new RoundInput(participant.id(), round, broadcast, data)));
  }

  private Path broadcast(RoundKey key, RoundSpec round, RoundRecord record)
      throws IOException, RefusedException {
    Path file =
        broadcasts.obtain(
            key.session(),
            key.index(),
            record.broadcast(),
            target ->
                channel.downloadBroadcast(
                    key.round(), target, round.broadcastBytes() + BROADCAST_SLACK_BYTES));
    store.addTraffic(key, 0, Files.size(file));
    return file;
  }

  private ParticipantState confirm(RoundKey key, SessionTerms terms, ParticipantState state)
      throws Exception {
    if (!(state instanceof ParticipantState.Committed)) {
      return state;
    }
    SurvivorList list = decode(channel.survivors(key.round()), SurvivorList::decode);
    return step(key, terms, state, new ParticipantEvent.SurvivorsNamed(list));
  }

  private ParticipantState answer(RoundKey key, SessionTerms terms, ParticipantState state)
      throws Exception {
    boolean asked =
        state instanceof ParticipantState.Committed || state instanceof ParticipantState.Confirmed;
    if (!asked) {
      return state;
    }
    UnmaskRequest request = decode(channel.unmaskRequest(key.round()), UnmaskRequest::decode);
    return step(key, terms, state, new ParticipantEvent.UnmaskRequested(request));
  }

  /// The protocol's step; its state is durable when this returns.
  private ParticipantState step(
      RoundKey key, SessionTerms terms, ParticipantState state, ParticipantEvent event)
      throws RefusedException {
    ParticipantState next = ParticipantProtocol.step(state, event, random).state();
    if (!isAborted(key, next)) {
      guard.keep(key, terms, state, next);
    }
    return next;
  }

  private boolean isAborted(RoundKey key, ParticipantState state) {
    if (state instanceof ParticipantState.Aborted aborted) {
      abort(key, aborted.reason().code(), aborted.detail());
      return true;
    }
    return false;
  }

  private void abort(RoundKey key, String reason, String detail) {
    log.warn(
        "{} gives up {}: {} ({})",
        participant.id(),
        key,
        reason,
        CoordinatorText.printable(detail));
    store.abort(key, reason);
    observer.gaveUp(reason);
  }

  private void send(RoundKey key, ParticipantMessage message) {
    byte[] encoded = message.encode();
    switch (message) {
      case KeyAdvertisement _ -> channel.sendAdvertisement(key.round(), encoded);
      case SeedReveal _ -> channel.sendSeed(key.round(), encoded);
      case EncryptedShares _ -> channel.sendShares(key.round(), encoded);
      case SurvivorSignature _ -> channel.sendSurvivorSignature(key.round(), encoded);
      case MaskedInputCommitment _ -> channel.sendCommitment(key.round(), encoded);
      case UnmaskAnswer _ -> channel.sendUnmaskAnswer(key.round(), encoded);
    }
    store.addTraffic(key, encoded.length, 0);
  }

  @FunctionalInterface
  private interface Decoder<T> {
    T decode(byte[] encoded) throws GeneralSecurityException;
  }

  private static <T> T decode(byte[] encoded, Decoder<T> decoder) throws RefusedException {
    try {
      return decoder.decode(encoded);
    } catch (GeneralSecurityException e) {
      throw new RefusedException(
          Refusal.MESSAGE_MALFORMED, "a message of the coordinator does not decode", e);
    }
  }
}
