package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionDraft;
import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.edge.datadir.DataDisk;
import io.privirec.round.ChunkStaging;
import io.privirec.round.Round;
import io.privirec.round.RoundFailure;
import io.privirec.round.RoundProgress;
import io.privirec.round.RoundStatus;
import io.privirec.round.Rounds;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionView;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Puts together what is shown of a session.
record SessionViews(SessionStore store, Rounds rounds, ChunkStaging chunks, DataDisk disk) {
  private static final double MILLIS = 1000;

  SessionView of(AggregationSession session) {
    List<Round> ofSession = rounds.ofSession(session.id());
    SessionCohort cohort = SessionCohort.of(session, ofSession);
    Optional<SessionTerms.Closed> closed =
        session.terms() instanceof SessionTerms.Closed terms
            ? Optional.of(terms)
            : Optional.empty();
    return new SessionView(
        session.id(),
        session.algorithm(),
        session.parameters(),
        SessionDraft.noise(session.parameters()),
        session.status(),
        session.failure().orElse(null),
        session.terms().threatModel().label(),
        session.terms().keyAgreement().label(),
        closed.isPresent() ? "closed" : "tolerant",
        closed.map(terms -> terms.onMissing().label()).orElse(null),
        closed.map(SessionTerms.Closed::minParticipants).orElse(null),
        session.terms().maxAttempts(),
        closed.map(terms -> terms.roster().version()).orElse(null),
        cohort.cells(),
        cohort.leftOut(),
        session.catalogueVersion(),
        session.dataAsOf(),
        names(cohort.participants()),
        names(DropoutReport.survivors(ofSession)),
        missing(ofSession),
        ofSession.stream().map(this::round).toList(),
        session.releaseId().orElse(null),
        session.createdAt(),
        session.finishedAt().orElse(null),
        session
            .finishedAt()
            .map(end -> Duration.between(session.createdAt(), end).toMillis() / MILLIS)
            .orElse(null),
        store.stages(session.id()),
        Bisection.isPossible(session)
            ? store.probesOf(session.id()).stream().map(Bisection::view).toList()
            : List.of());
  }

  private List<SessionView.Missing> missing(List<Round> ofSession) {
    Set<ParticipantId> awaited =
        ofSession.isEmpty() || ofSession.getLast().status() != RoundStatus.OPEN
            ? Set.of()
            : rounds.progress(ofSession.getLast()).map(RoundProgress::awaited).orElse(Set.of());
    return DropoutReport.of(ofSession, awaited);
  }

  private SessionView.RoundView round(Round round) {
    int stillIn = round.terms().cohort().size() - round.dropouts().size();
    Optional<RoundProgress> open =
        round.status() == RoundStatus.OPEN ? rounds.progress(round) : Optional.empty();
    int expected = open.map(RoundProgress::expected).orElse(stillIn);
    long allChunks = (long) expected * round.terms().vector().chunks();
    return new SessionView.RoundView(
        round.id().hex(),
        round.terms().roundIndex(),
        round.terms().attempt(),
        round.name(),
        round.terms().threatModel().label(),
        round.status() == RoundStatus.OPEN ? round.phase().name() : round.status().name(),
        open.map(RoundProgress::arrived).orElse(stillIn),
        expected,
        round.status() == RoundStatus.DONE ? allChunks : chunks.count(round.id()),
        allChunks,
        SessionDraft.staging(
            round.staging(), round.terms().vector(), round.terms().cohort().size()),
        names(round.survivors()),
        new TreeMap<>(round.faults())
            .entrySet().stream()
                .map(each -> new SessionView.Fault(each.getKey().value(), each.getValue().code()))
                .toList(),
        round.failure().map(why -> new SessionView.Failure(why.code(), why.detail())).orElse(null),
        round.deadline().orElse(null),
        round.status() == RoundStatus.OPEN && disk.isFull() ? RoundFailure.STORAGE_FULL : null);
  }

  private static List<String> names(Collection<ParticipantId> participants) {
    return participants.stream().map(ParticipantId::value).toList();
  }
}
