package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.OnMissing;
import io.privirec.round.Round;
import io.privirec.round.RoundFailure;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.JoiningAlone;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.SessionView.Failure;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// What follows an attempt of a round that failed.
sealed interface NextAttempt {
  /// Once more, with fresh keys, for everybody that the round invited, or for the members of some
  /// of its cells only.
  record Again(List<CohortMember> cohort, RoundKind kind) implements NextAttempt {}

  /// The session ends.
  record None(Failure why) implements NextAttempt {}

  /// Decides by what was lost and what the terms allow.
  ///
  /// @param algorithm of the session: cells without which it has none are not left out
  /// @param rosters by version
  static NextAttempt after(
      Round failed, SessionTerms terms, Algorithm algorithm, IntFunction<Roster> rosters) {
    RoundFailure why = failed.failure().orElseThrow();
    String detail = "Round %s, phase %s: %s".formatted(failed.name(), failed.phase(), why.detail());
    // In UNMASK something may have been opened: the same input must not be contributed again. With
    // a
    // full disk another attempt only waits again.
    if (failed.phase() == Phase.UNMASK || why.code().equals(RoundFailure.STORAGE_FULL)) {
      return new None(new Failure(why.code(), detail));
    }
    int attempt = failed.terms().attempt();
    if (attempt >= terms.maxAttempts()) {
      return new None(new Failure(why.code(), detail + "; attempt " + attempt + " was the last"));
    }
    // After the session's first sum its cohort is fixed: what follows is normalised by that sum.
    if (terms instanceof SessionTerms.Closed closed
        && closed.onMissing() == OnMissing.LEAVE_OUT_CELLS
        && failed.terms().roundIndex() == 0
        && failed.terms().kind() instanceof RoundKind.Closed(var roster, var cells)) {
      Roster inForce = rosters.apply(roster.version());
      List<Cell> left = without(failed.dropouts().keySet(), cells, inForce);
      SortedSet<ParticipantId> members =
          left.stream()
              .flatMap(cell -> cell.members().stream())
              .collect(Collectors.toCollection(TreeSet::new));
      int participants = left.stream().mapToInt(cell -> cell.members().size()).sum();
      if (left.size() < cells.size()
          && !left.isEmpty()
          && !isTooSmall(left, inForce, algorithm)
          && participants >= closed.minParticipants()
          && algorithm.unmet(members).isEmpty()) {
        List<Integer> numbers = left.stream().map(Cell::number).toList();
        return new Again(
            inForce.cohort(numbers), new RoundKind.Closed(inForce.reference(), numbers));
      }
    }
    return new Again(failed.terms().cohort(), failed.terms().kind());
  }

  /// Whether holders of the cells that are left refuse to go on: one of them would join alone.
  private static boolean isTooSmall(List<Cell> left, Roster roster, Algorithm algorithm) {
    return algorithm.disclosure() instanceof Disclosure.NoisySums(var terms)
        && JoiningAlone.isTooSmall(
            left.stream().flatMap(cell -> cell.members().stream()).toList(),
            roster,
            terms.colluders());
  }

  private static List<Cell> without(
      Set<ParticipantId> missing, List<Integer> cells, Roster roster) {
    return cells.stream()
        .map(number -> roster.cell(number).orElseThrow())
        .filter(cell -> Collections.disjoint(cell.members(), missing))
        .toList();
  }
}
