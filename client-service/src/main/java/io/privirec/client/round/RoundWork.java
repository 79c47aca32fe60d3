package io.privirec.client.round;

import io.privirec.client.contribution.ContributionUpload;
import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.coordinator.CoordinatorText;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.participant.Participant;
import io.privirec.client.participation.Algorithms;
import io.privirec.client.participation.Participation;
import io.privirec.client.participation.ParticipationStore.Standing;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.RoundKey;
import io.privirec.client.participation.RoundStanding;
import io.privirec.client.participation.SessionTerms;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.log.LogField;
import io.privirec.edge.trace.SessionTraces;
import io.privirec.federation.Algorithm;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.Round;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.UnclippedUserException;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What one participant does in a round that it is asked about: the protocol's next step,
/// persisted, then sent. Each phase is left in one of three ways: done, refused for good (the round
/// is closed here), or failed for now (an exception; the same work comes again).
public record RoundWork(
    Participant participant, ParticipantChannel channel, LedgerWitness witness, Rounds parts) {
  private static final Logger log = LoggerFactory.getLogger(RoundWork.class);

  public RoundWork(Participant participant, ParticipantChannel channel, Rounds parts) {
    this(
        participant,
        channel,
        new LedgerWitness(participant, channel, parts.admission().ledgers()),
        parts);
  }

  /// Asks for the ledger head that the coordinator keeps, once, and has it keep the newest one.
  public void keepLedgerHead() {
    witness.askAtStart();
    // What was reconciled is told, too, though no sum may follow for long.
    witness.deposit();
  }

  /// Does what the participant owes in this phase.
  ///
  /// @return whether a message was sent
  public boolean handle(RoundKey key, Phase phase, Participation participation, SessionTerms terms)
      throws Exception {
    try (SessionTraces.Work _ = parts.traces().begin(key.session().value(), name(phase))) {
      Optional<Standing.Joined> joined = current(key, participation, terms);
      return joined.isPresent() && advance(key, phase, participation, terms, joined.get());
    } catch (RefusedException e) {
      abort(key, e.reason().code(), String.valueOf(e.getMessage()));
    } catch (ContributionRefusedException e) {
      abort(key, Refusal.CONTRIBUTION_REFUSED.code(), String.valueOf(e.getMessage()));
    } catch (UnclippedUserException e) {
      log.error("{} does not mask for {}, by a defect", participant.id(), key, e);
      abort(key, Refusal.USER_NOT_CLIPPED.code(), String.valueOf(e.getMessage()));
    } catch (CoordinatorException.Refused e) {
      if (phase == Phase.MASKED_INPUT && e.isChunkConflict()) {
        abort(key, e.code(), e.detail());
      } else {
        throw e;
      }
    }
    return false;
  }

  /// As spans are called.
  private static String name(Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private Optional<Standing.Joined> current(
      RoundKey key, Participation participation, SessionTerms terms) throws Exception {
    return switch (parts.store().standing(key)) {
      case Standing.Joined joined -> {
        // Other code may compute other numbers, and the masks cover one text.
        RefusedException.require(
            !(joined.state() instanceof ParticipantState.Masking)
                || joined.kernel().equals(Optional.of(RoundSteps.KERNEL)),
            Refusal.KERNEL_CHANGED,
            "the input was begun with version %s, this is version %s"
                .formatted(joined.kernel().orElse("unknown"), RoundSteps.KERNEL));
        parts.admission().requireUnlocked(participant.id(), algorithm(terms));
        yield asLabelled(key, joined);
      }
      case Standing.Closed() -> Optional.empty();
      case Standing.Unknown() -> join(key, participation, terms);
    };
  }

  /// Work items are not signed. One that names the round otherwise than its record does would have
  /// one step contributed for another.
  private Optional<Standing.Joined> asLabelled(RoundKey key, Standing.Joined joined)
      throws IOException {
    RoundKey label = RoundKey.of(joined.state().terms().orElseThrow(), participant.id());
    if (label.equals(key)) {
      return Optional.of(joined);
    }
    abort(label, Refusal.RECORD_MISMATCH.code(), "asked for as " + key);
    return Optional.empty();
  }

  private Optional<Standing.Joined> join(
      RoundKey key, Participation participation, SessionTerms terms) throws Exception {
    SignedRoundRecord signed = signedRecord(key);
    RoundRecord record = signed.record();
    Algorithm algorithm = algorithm(terms);
    RoundSpec round = RoundTermsCheck.check(record, key, terms, algorithm);
    parts.admission().mechanism(record, round);
    List<RoundStanding> joined =
        parts.store().rounds(key.session(), key.participant()).stream()
            .filter(RoundStanding::isJoined)
            .toList();
    terms.cohort().check(record, joined);
    TolerantRounds.check(
        record,
        round,
        parts.trust(),
        terms.cohort(),
        joined,
        () -> parts.admission().agreed(key.session(), participant.id()));
    parts.newcomers().requireRound(participant.id(), algorithm, record);
    requireAttemptLeft(key);
    requireSameBroadcast(key, record);
    Optional<NoiseSeed> noise = round.noise().map(_ -> noise(record, participation));
    parts.admission().requireRound(key, record, algorithm, noise);
    Membership membership =
        new Membership(
            participant.id(),
            participant.identity(),
            participant.coordinatorKey(),
            parts.trust().inForce().get(),
            parts.trust().weakest());
    Optional<Round.Inspection> inspection =
        parts
            .contributions()
            .round(key, algorithm)
            .inspection()
            .filter(each -> each.by().equals(participant.id()));
    if (inspection.isPresent()) {
      parts
          .contributions()
          .inspect(key, record, algorithm, terms.items(), inspection.get(), channel);
    }
    ParticipantState state =
        parts
            .pool()
            .compute(() -> ParticipantProtocol.join(signed, membership, parts.random()))
            .state();
    if (isAborted(key, state)) {
      return Optional.empty();
    }
    if (!parts.steps().join(key, round.name(), record, algorithm, state, noise)) {
      return Optional.empty();
    }
    parts.contributions().forgetBefore(key);
    parts.contributions().forget(key.session(), key.participant());
    return Optional.of(new Standing.Joined(state, Optional.empty(), noise));
  }

  /// Returns the seed of this round's noise: a function of the sum in a closed round, fresh in each
  /// attempt of a tolerant round.
  private NoiseSeed noise(RoundRecord record, Participation participation) {
    return record.isClosed()
        ? NoiseSeed.ofClosedRound(
            parts.participants().noiseSecret(participant.id()),
            record,
            participation.snapshot().orElseThrow(),
            RoundSteps.KERNEL)
        : NoiseSeed.random(parts.random());
  }

  /// The number in a record is the coordinator's; what was joined, or refused, is counted here.
  private void requireAttemptLeft(RoundKey key) throws RefusedException {
    long tried =
        parts.store().rounds(key.session(), key.participant()).stream()
            .filter(round -> round.key().index() == key.index())
            .count();
    RefusedException.require(
        tried < RoundRecord.MAX_ATTEMPTS,
        Refusal.ATTEMPTS_EXCEEDED,
        "the round was tried " + tried + " times");
  }

  /// An attempt is the same round once more. With another broadcast it would be another product of
  /// the same data, or another choice of whose noise stays.
  private void requireSameBroadcast(RoundKey key, RoundRecord record) throws RefusedException {
    Optional<Digest> before =
        parts.store().broadcast(key.session(), key.participant(), key.index());
    RefusedException.require(
        before.isEmpty() || before.get().equals(record.broadcast()),
        Refusal.BROADCAST_CHANGED,
        "an earlier attempt of the round had another broadcast");
  }

  private SignedRoundRecord signedRecord(RoundKey key) throws Exception {
    byte[] encoded = channel.signedRecord(key.round());
    try {
      return parts.pool().compute(() -> SignedRoundRecord.decode(encoded));
    } catch (GeneralSecurityException e) {
      throw new RefusedException(Refusal.RECORD_MALFORMED, "the round record does not decode", e);
    }
  }

  private boolean advance(
      RoundKey key,
      Phase phase,
      Participation participation,
      SessionTerms terms,
      Standing.Joined joined)
      throws Exception {
    ParticipantState current = joined.state();
    if (isBefore(phase, current)) {
      current =
          step(key, terms, joined, current, new ParticipantEvent.MessageReceived(message(key)));
    }
    if (current instanceof ParticipantState.Masking masking) {
      // A complaint goes first: the coordinator must know whose shares this participant does not
      // hold before it asks for them.
      sendPending(key, phase, masking);
      if (algorithm(terms).disclosure().readsData()) {
        witness.deposit();
        parts.admission().requireUnlocked(participant.id(), algorithm(terms));
      }
      Optional<Digest> root = upload(key, participation, terms, masking, joined.noise());
      if (root.isEmpty()) {
        return false;
      }
      current = step(key, terms, joined, current, new ParticipantEvent.InputCommitted(root.get()));
      parts.contributions().forget(key.session(), key.participant());
    }
    if (current.agreedSurvivors().isPresent()) {
      witness.deposit();
      parts.admission().requireUnlocked(participant.id(), algorithm(terms));
    }
    return sendPending(key, phase, current);
  }

  private Optional<Digest> upload(
      RoundKey key,
      Participation participation,
      SessionTerms terms,
      ParticipantState.Masking masking,
      Optional<NoiseSeed> noise)
      throws Exception {
    Algorithm algorithm = algorithm(terms);
    RoundSpec round = RoundTermsCheck.check(masking.record(), key, terms, algorithm);
    Optional<NoiseShare> share =
        parts
            .admission()
            .mechanism(masking.record(), round)
            .map(mechanism -> new NoiseShare(mechanism, noise.orElseThrow()));
    return new ContributionUpload(
            key,
            participant.identity(),
            channel,
            parts.contributions(),
            participation,
            algorithm,
            masking,
            share)
        .run();
  }

  private boolean sendPending(RoundKey key, Phase phase, ParticipantState state) {
    Optional<ParticipantMessage> pending = state.pending();
    if (pending.isEmpty() || pending.get().phase() != phase) {
      return false;
    }
    byte[] encoded = pending.get().encode();
    channel.send(key.round(), encoded);
    parts.store().addTraffic(key, encoded.length, 0);
    if (phase == Phase.MASKED_INPUT) {
      log.atInfo()
          .addKeyValue(LogField.ACTION, "round-contributed")
          .addKeyValue(LogField.SESSION, key.session())
          .addKeyValue(LogField.ROUND, key.index())
          .addKeyValue(LogField.ATTEMPT, key.attempt())
          .addKeyValue(LogField.PARTICIPANT, participant.id())
          .log(
              "{} has contributed to round {} of session {}, attempt {}",
              participant.id(),
              key.index(),
              key.session(),
              key.attempt());
    }
    return true;
  }

  /// Whether what this participant has made is of an earlier phase: then the coordinator has
  /// something to tell.
  private static boolean isBefore(Phase phase, ParticipantState state) {
    return state.phase().filter(made -> made.compareTo(phase) < 0).isPresent();
  }

  private CoordinatorMessage message(RoundKey key) throws Exception {
    byte[] encoded = channel.message(key.round());
    try {
      return parts.pool().compute(() -> CoordinatorMessage.decode(encoded));
    } catch (GeneralSecurityException e) {
      throw new RefusedException(
          Refusal.MESSAGE_MALFORMED, "a message of the coordinator does not decode", e);
    }
  }

  /// The protocol's step; its state is durable when this returns.
  private ParticipantState step(
      RoundKey key,
      SessionTerms terms,
      Standing.Joined joined,
      ParticipantState state,
      ParticipantEvent event)
      throws Exception {
    ParticipantState next =
        parts.pool().compute(() -> ParticipantProtocol.step(state, event, parts.random())).state();
    if (isAborted(key, next)) {
      return next;
    }
    Algorithm algorithm = algorithm(terms);
    if (next instanceof ParticipantState.Masking masking) {
      RoundRecord record = masking.record();
      parts
          .steps()
          .mask(
              key,
              algorithm,
              state,
              masking,
              parts.admission().sum(key, record, algorithm, joined.noise()),
              () -> stands(key, record, algorithm, joined.noise()));
    } else {
      parts.steps().goOn(key, state, next, parts.admission().survivors(key, next, algorithm));
    }
    return next;
  }

  /// Returns whether a round that was joined may still have the participant, by the roster in
  /// force. The answer depends on rosters and approvals alone: neither it nor its time tells
  /// anything about data.
  private boolean stands(
      RoundKey key, RoundRecord record, Algorithm algorithm, Optional<NoiseSeed> noise) {
    try {
      parts.admission().requireRound(key, record, algorithm, noise);
      parts.newcomers().requireRound(participant.id(), algorithm, record);
      TolerantRounds.requireHolders(
          record, algorithm.specs().get(record.roundIndex()), parts.trust().requireRoster());
      return true;
    } catch (RefusedException _) {
      return false;
    }
  }

  private static Algorithm algorithm(SessionTerms terms) throws RefusedException {
    return Algorithms.of(terms.parameters(), terms.items());
  }

  private boolean isAborted(RoundKey key, ParticipantState state) throws IOException {
    if (state instanceof ParticipantState.Aborted aborted) {
      abort(key, aborted.reason().code(), aborted.detail());
      return true;
    }
    return false;
  }

  private void abort(RoundKey key, String reason, String detail) throws IOException {
    log.warn(
        "{} gives up {}: {} ({})",
        participant.id(),
        key,
        reason,
        CoordinatorText.printable(detail));
    parts.store().abort(key, reason);
    parts.contributions().forget(key.session(), key.participant());
    parts.observer().gaveUp(reason);
  }
}
