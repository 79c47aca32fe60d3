package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.coordinator.roster.Rosters;
import io.privirec.coordinator.session.SessionRefusal.Reason;
import io.privirec.round.Round;
import io.privirec.round.Rounds;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.SessionView.CellProbe;
import io.privirec.wire.SessionView.Status;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Finds the cell whose contributions are out of range. A closed sum tells nothing about who made
/// it wrong; sums of single cells tell as much as the rule of whole cells allows, and no more.
record Bisection(Rounds rounds, Rosters rosters) {
  private static final Set<String> OUT_OF_RANGE = Set.of("sum-out-of-range", "rehearsal-sum-wrong");

  /// Whether the session is over cells and ended with a sum out of range.
  static boolean isPossible(AggregationSession session) {
    return session.terms() instanceof SessionTerms.Closed && isOutOfRange(session);
  }

  /// What a probe found.
  static CellProbe view(AggregationSession probe) {
    @Nullable Boolean verdict =
        isOutOfRange(probe)
            ? Boolean.TRUE
            : probe.status() == Status.COMPLETED ? Boolean.FALSE : null;
    return new CellProbe(probe.probe().orElseThrow().cell(), probe.id(), probe.status(), verdict);
  }

  /// A probe for each cell of the session, not begun.
  ///
  /// @throws SessionRefusal when there is nothing to find, or nothing to find it by
  List<AggregationSession> probes(AggregationSession session, Supplier<String> ids, Instant now) {
    if (!(session.terms() instanceof SessionTerms.Closed terms) || !isOutOfRange(session)) {
      throw new SessionRefusal(
          Reason.NOT_OUT_OF_RANGE, "The session did not fail for a sum over cells");
    }
    List<Round> known = rounds.ofSession(session.id());
    SessionCohort cohort = SessionCohort.of(session, known);
    if (cohort.cells().size() == 1) {
      throw new SessionRefusal(
          Reason.SINGLE_CELL,
          "The session was over cell %s alone: look for the holder in it"
              .formatted(cohort.cells().getFirst()));
    }
    int version = terms.roster().version();
    if (!rosters.isCurrent(version)) {
      throw new SessionRefusal(
          Reason.ROSTER_SUPERSEDED,
          "The session was over cells of roster version %s, and a newer one is in force"
              .formatted(version));
    }
    Roster roster = rosters.require(version);
    int lastRound = known.getLast().terms().roundIndex();
    return cohort.cells().stream()
        .map(cell -> {
          SortedSet<ParticipantId> members = roster.cell(cell).orElseThrow().members();
          return session.probe(
              ids.get(),
              terms.ofCell(cell, members.size()),
              members,
              new AggregationSession.Probe(session.id(), cell, lastRound),
              now);
        })
        .toList();
  }

  /// Whether a failure of this code says that a sum was out of range.
  static boolean isOutOfRange(String code) {
    return OUT_OF_RANGE.contains(code);
  }

  private static boolean isOutOfRange(AggregationSession session) {
    return session.failure().filter(why -> isOutOfRange(why.code())).isPresent();
  }
}
