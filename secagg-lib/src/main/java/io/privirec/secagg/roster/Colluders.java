package io.privirec.secagg.roster;

import io.privirec.secagg.ParticipantId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The number of colluders that noise must allow, unless a number is configured, and the sums that
/// are large enough for it.
public final class Colluders {
  /// The size of a group of holders of which a single holder may collude.
  private static final int HOLDERS_PER_COLLUDER = 5;

  private Colluders() {}

  /// Returns c for a cohort of n participants that each have a holder of their own: max(1, ⌈n/5⌉).
  public static int of(int participants) {
    return Math.max(1, ceiling(participants));
  }

  /// Returns c for a cohort, at least 1. All participants of a holder collude together. With h
  /// holders, c covers the participants of the ⌈h/5⌉ largest holders beside the observer's own
  /// holder, for the observer that needs most.
  ///
  /// @param roster that names holders; a participant outside the roster is a holder of its own
  public static int of(Collection<ParticipantId> cohort, Optional<Roster> roster) {
    List<Integer> largest = holders(cohort, roster);
    // An observer of a small holder needs all of the largest. A single holder has no other holder.
    int others = largest.size() == 1 ? 0 : ceiling(largest.size());
    return Math.max(1, sum(largest, others));
  }

  /// Returns the least number of participants in a sum that has three holders without colluders,
  /// whichever c participants of the cohort collude: the participants of the two largest holders, c
  /// and one more. That is 3 + c if each participant has a holder of its own.
  ///
  /// @param colluders c
  /// @return more than the cohort has if no sum over it is large enough
  public static int leastSum(
      Collection<ParticipantId> cohort, Optional<Roster> roster, int colluders) {
    return sum(holders(cohort, roster), 2) + colluders + 1;
  }

  /// Returns the number of participants of each holder, in descending order.
  private static List<Integer> holders(Collection<ParticipantId> cohort, Optional<Roster> roster) {
    Map<String, Integer> sizes = new HashMap<>();
    for (ParticipantId participant : cohort) {
      String holder =
          roster
              .flatMap(known -> known.member(known.idToday(participant)))
              .map(member -> "holder " + member.holder())
              .orElseGet(() -> "participant " + participant);
      sizes.merge(holder, 1, Integer::sum);
    }
    return sizes.values().stream().sorted(Collections.reverseOrder()).toList();
  }

  private static int sum(List<Integer> sizes, int first) {
    return sizes.stream().limit(first).mapToInt(Integer::intValue).sum();
  }

  private static int ceiling(int count) {
    return Math.ceilDiv(count, HOLDERS_PER_COLLUDER);
  }
}
