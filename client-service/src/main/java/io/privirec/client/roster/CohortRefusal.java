package io.privirec.client.roster;

import io.privirec.secagg.ParticipantId;
import java.util.SortedSet;

/// Why a participant does not enter a cohort.
public sealed interface CohortRefusal {
  /// Another roster than the one that the round relies on is in force.
  record Superseded() implements CohortRefusal {}

  /// A cell that was summed is split behind the back of some of its members
  /// ([io.privirec.secagg.roster.CohortCheck]).
  ///
  /// @param absent who must be in the cohort, too
  record SplitCell(SortedSet<ParticipantId> absent) implements CohortRefusal {}
}
