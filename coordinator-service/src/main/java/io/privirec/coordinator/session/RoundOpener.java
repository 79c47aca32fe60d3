package io.privirec.coordinator.session;

import io.privirec.coordinator.catalogue.Catalogues;
import io.privirec.coordinator.participant.Participant;
import io.privirec.coordinator.participant.Participants;
import io.privirec.coordinator.round.Round;
import io.privirec.coordinator.round.RoundOrder;
import io.privirec.coordinator.round.Rounds;
import io.privirec.coordinator.round.StagingBudget;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.Thresholds;
import io.privirec.session.SessionDigest;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/// Opens the rounds of sessions.
final class RoundOpener {
  private final Rounds rounds;
  private final Participants participants;
  private final Catalogues catalogues;
  private final SessionDirectory directory;
  private final StagingBudget budget;
  private final SecureRandom random;

  RoundOpener(
      Rounds rounds,
      Participants participants,
      Catalogues catalogues,
      SessionDirectory directory,
      StagingBudget budget,
      SecureRandom random) {
    this.rounds = rounds;
    this.participants = participants;
    this.catalogues = catalogues;
    this.directory = directory;
    this.budget = budget;
    this.random = random;
  }

  /// Opens the first round, for the whole cohort.
  void openFirst(AggregationSession session, Algorithm algorithm) throws IOException {
    List<CohortMember> cohort = members(session.cohort());
    open(
        session,
        algorithm,
        algorithm.rounds().getFirst(),
        1,
        cohort,
        session.terms().thresholds(cohort.size()));
  }

  /// Opens the round that follows a summed one, for its survivors. What the session demands of
  /// survivors stays as it was in its first round.
  ///
  /// @param first the session's first round
  void openNext(
      AggregationSession session, Algorithm algorithm, RoundSpec next, Round summed, Round first)
      throws IOException {
    SortedSet<ParticipantId> survivors = summed.survivors();
    open(
        session,
        algorithm,
        next,
        1,
        summed.terms().cohort().stream().filter(member -> survivors.contains(member.id())).toList(),
        SessionTerms.thresholdsAfter(first.terms().thresholds(), survivors.size()));
  }

  /// Opens a failed round once more, with fresh keys, for everyone that it invited.
  void openAgain(AggregationSession session, Algorithm algorithm, Round failed) throws IOException {
    RoundRecord terms = failed.terms();
    open(
        session,
        algorithm,
        algorithm.rounds().get(terms.roundIndex()),
        terms.attempt() + 1,
        terms.cohort(),
        terms.thresholds());
  }

  private void open(
      AggregationSession session,
      Algorithm algorithm,
      RoundSpec spec,
      int attempt,
      List<CohortMember> cohort,
      Thresholds thresholds)
      throws IOException {
    RoundRecord terms =
        new RoundRecord(
            RoundId.random(random),
            session.id(),
            spec.index(),
            attempt,
            cohort,
            thresholds,
            session.terms().keyAgreement(),
            spec.vector(),
            Digest.parse(catalogues.ofSession(session.catalogueVersion()).sha256()),
            SessionDigest.of(algorithm, session.terms().onLoss()),
            broadcastDigest(session, spec));
    rounds.open(
        new RoundOrder(
            terms,
            spec.name(),
            spec.hasBroadcast()
                ? Optional.of(directory.relative(session.id(), spec.broadcastFile()))
                : Optional.empty(),
            // It fitted when the session was accepted; should the budget be smaller now, it is
            // tried.
            budget.choose(spec.vector(), cohort.size()).orElse(StagingBudget.narrowest()),
            session.terms().phaseDeadline()));
  }

  /// Of no bytes, where there is no broadcast.
  private Digest broadcastDigest(AggregationSession session, RoundSpec spec) throws IOException {
    return spec.hasBroadcast()
        ? Digest.ofFile(directory.of(session.id()).resolve(spec.broadcastFile()))
        : Digest.of();
  }

  private List<CohortMember> members(SortedSet<ParticipantId> cohort) {
    List<CohortMember> members = new ArrayList<>();
    for (ParticipantId id : cohort) {
      Participant participant = participants.find(id).orElseThrow();
      members.add(new CohortMember(id, participant.identityKey()));
    }
    return members;
  }
}
