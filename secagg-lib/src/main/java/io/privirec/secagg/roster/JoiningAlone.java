package io.privirec.secagg.roster;

import io.privirec.secagg.ParticipantId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The rule for sums with noise over a participant that a roster tells apart: its holder joins
/// alone, or with so few other holders that these could collude. Noise protects the users of that
/// holder, and not the holder's totals, because readers can compare the sums with and without it.
///
/// The roster tells a participant apart unless participants of more than c other holders stood in
/// exactly the same cells. All participants of the same holder count together. Here c is max(1,
/// ⌈n/5⌉) for the n holders in all current cells, because a coordinator chooses the cells of each
/// session.
public final class JoiningAlone {
  private JoiningAlone() {}

  /// Returns whether a roster tells a participant apart. A participant outside the current cells is
  /// not told apart, because it takes part in no sum.
  public static boolean isToldApart(ParticipantId participant, Roster roster) {
    List<ParticipantId> together =
        roster.currentCellOf(participant).stream()
            .flatMap(cell -> cell.members().stream())
            .filter(member -> roster.cellsOf(member).equals(roster.cellsOf(participant)))
            .toList();
    int others = holders(together, roster) - 1;
    return !together.isEmpty() && others <= Colluders.of(holders(roster.inCurrentCells(), roster));
  }

  /// Returns the least number of participants of a cohort with a participant that is told apart:
  /// three holders are left, whichever c participants collude.
  ///
  /// @param promised colluders that the noise allows
  public static int leastCohort(Collection<ParticipantId> cohort, Roster roster, int promised) {
    Optional<Roster> holders = Optional.of(roster);
    int colluders = Math.max(promised, Colluders.of(roster.inCurrentCells(), holders));
    return Colluders.leastSum(cohort, holders, colluders);
  }

  /// Returns whether a participant of a cohort is told apart, and the cohort is too small for it.
  ///
  /// @param promised colluders that the noise allows
  public static boolean isTooSmall(Collection<ParticipantId> cohort, Roster roster, int promised) {
    return cohort.size() < leastCohort(cohort, roster, promised)
        && cohort.stream().anyMatch(member -> isToldApart(member, roster));
  }

  private static int holders(Collection<ParticipantId> cohort, Roster roster) {
    return (int)
        cohort.stream().map(id -> roster.member(id).map(RosterMember::holder)).distinct().count();
  }
}
