package io.privirec.coordinator.session;

import io.privirec.coordinator.catalogue.Catalogues;
import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.coordinator.ledger.CoordinatorLedger;
import io.privirec.coordinator.participant.Participants;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.log.LogField;
import io.privirec.federation.Algorithm;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SessionDigest;
import io.privirec.federation.SumUses;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.round.Round;
import io.privirec.round.RoundOrder;
import io.privirec.round.Rounds;
import io.privirec.round.StagingBudget;
import io.privirec.round.StagingRoom;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens the rounds of sessions.
record RoundOpener(
    SessionStore store,
    Rounds rounds,
    Participants participants,
    Catalogues catalogues,
    SessionDirectory directory,
    StagingRoom room,
    CoordinatorLedger ledger,
    SumUses uses,
    Clock clock,
    SecureRandom random) {
  private static final Logger log = LoggerFactory.getLogger(RoundOpener.class);

  /// Opens the first round, for the whole cohort.
  void openFirst(AggregationSession session, Algorithm algorithm) throws IOException {
    List<CohortMember> cohort = members(session.cohort());
    RoundKind kind =
        switch (session.terms()) {
          case SessionTerms.Closed terms -> new RoundKind.Closed(terms.roster(), terms.cells());
          case SessionTerms.Tolerant terms ->
              new RoundKind.Tolerant(terms.thresholds(cohort.size(), algorithm));
        };
    open(session, algorithm, algorithm.specs().getFirst(), 1, cohort, kind);
  }

  /// Opens the round that follows a summed one: for the same cells, or for its survivors. What a
  /// tolerant session demands of survivors stays as it was in its first round.
  ///
  /// @param first the session's first round
  void openNext(
      AggregationSession session, Algorithm algorithm, RoundSpec next, Round summed, Round first)
      throws IOException {
    RoundKind kind =
        switch (summed.terms().kind()) {
          case RoundKind.Closed closed -> closed;
          case RoundKind.Tolerant _ ->
              new RoundKind.Tolerant(
                  SessionTerms.Tolerant.thresholdsAfter(
                      first.terms().thresholds(), summed.survivors().size()));
        };
    SortedSet<ParticipantId> survivors = summed.survivors();
    List<CohortMember> cohort =
        summed.terms().cohort().stream().filter(member -> survivors.contains(member.id())).toList();
    open(session, algorithm, next, 1, cohort, kind);
  }

  /// Opens a failed round once more, with fresh keys.
  void openAgain(
      AggregationSession session,
      Algorithm algorithm,
      Round failed,
      List<CohortMember> cohort,
      RoundKind kind)
      throws IOException {
    RoundRecord terms = failed.terms();
    RoundSpec spec = algorithm.specs().get(terms.roundIndex());
    open(session, algorithm, spec, terms.attempt() + 1, cohort, kind);
  }

  private void open(
      AggregationSession session,
      Algorithm algorithm,
      RoundSpec spec,
      int attempt,
      List<CohortMember> cohort,
      RoundKind kind)
      throws IOException {
    SessionTerms policy = session.terms();
    Digest items = Digest.parse(catalogues.ofSession(session.catalogueVersion()).sha256());
    Optional<Sum> entry =
        algorithm.disclosure().readsData()
            ? Optional.of(
                ledger.asBegun(
                    new Sum(
                        clock.millis(),
                        session.id(),
                        RoundId.random(random).hex(),
                        spec.index(),
                        attempt,
                        spec.name(),
                        items.hex(),
                        cohort.stream().map(member -> member.id().value()).toList(),
                        uses.of(algorithm, spec, kind, cohort))))
            : Optional.empty();
    RoundRecord terms =
        new RoundRecord(
            entry.map(sum -> RoundId.parse(sum.round())).orElseGet(() -> RoundId.random(random)),
            session.id(),
            spec.index(),
            attempt,
            cohort,
            kind,
            policy.keyAgreement(),
            spec.vector(),
            items,
            SessionDigest.of(
                algorithm,
                policy.onMissing(),
                policy.minParticipants(session.cohort().size()),
                session.dataAsOf()),
            broadcastDigest(session, spec));
    boolean opened =
        rounds.open(
            new RoundOrder(
                terms,
                spec.name(),
                spec.hasBroadcast()
                    ? Optional.of(directory.relative(session.id(), spec.broadcastFile()))
                    : Optional.empty(),
                // It fitted when the session was accepted; should there be less room now, it is
                // tried: chunks that do not fit are refused, and wait for room.
                room.now(0)
                    .choose(spec.vector(), cohort.size())
                    .orElse(StagingBudget.narrowest(spec.vector())),
                policy.phaseDeadline()),
            () ->
                store.lockRunning(session.id())
                    && entry
                        .map(sum -> ledger.enter(sum, terms.isClosed(), policy.budget(algorithm)))
                        .orElse(true));
    if (opened) {
      log.atInfo()
          .addKeyValue(LogField.ACTION, "round-opened")
          .addKeyValue(LogField.SESSION, session.id())
          .addKeyValue(LogField.ROUND, spec.index())
          .addKeyValue(LogField.ATTEMPT, attempt)
          .addKeyValue(LogField.PARTICIPANTS, cohort.size())
          .log(
              "Session {}: round {} ({}), attempt {}, is open for {} participants",
              session.id(),
              spec.index(),
              spec.name(),
              attempt,
              cohort.size());
    }
  }

  /// Of no bytes, where there is no broadcast.
  private Digest broadcastDigest(AggregationSession session, RoundSpec spec) throws IOException {
    return spec.hasBroadcast()
        ? Digest.ofFile(directory.of(session.id()).resolve(spec.broadcastFile()))
        : Digest.of();
  }

  private List<CohortMember> members(SortedSet<ParticipantId> cohort) {
    return participants.all().stream()
        .filter(participant -> cohort.contains(participant.id()))
        .map(participant -> new CohortMember(participant.id(), participant.identityKey()))
        .sorted(Comparator.comparing(CohortMember::id))
        .toList();
  }
}
