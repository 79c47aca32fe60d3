package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.round.Round;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The present participants of a session. A session over cells has the participants of its latest
/// round. A tolerant session has the participants that it began with.
///
/// @param cells ascending; empty for a tolerant session
/// @param leftOut cells that the session began with and went on without, ascending
record SessionCohort(
    SortedSet<ParticipantId> participants, List<Integer> cells, List<Integer> leftOut) {
  /// @param rounds of the session, in order
  static SessionCohort of(AggregationSession session, List<Round> rounds) {
    return switch (session.terms()) {
      case SessionTerms.Tolerant _ -> new SessionCohort(session.cohort(), List.of(), List.of());
      case SessionTerms.Closed terms
          when !rounds.isEmpty()
              && rounds.getLast().terms().kind() instanceof RoundKind.Closed(_, var cells) ->
          new SessionCohort(
              rounds.getLast().terms().cohort().stream()
                  .map(CohortMember::id)
                  .collect(Collectors.toCollection(TreeSet::new)),
              cells,
              terms.cells().stream().filter(cell -> !cells.contains(cell)).toList());
      case SessionTerms.Closed terms ->
          new SessionCohort(session.cohort(), terms.cells(), List.of());
    };
  }
}
