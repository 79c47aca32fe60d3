package io.privirec.secagg.participant;

import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.Thresholds;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A round that this participant has masked an input for, and whose end it does not know. The
/// coordinator needs only as many answers as the threshold says, so the sum may have been opened
/// without this participant having been asked.
///
/// Whoever did answer stands in the way of a second sum that is too close ([OpenedBefore]). What is
/// left is a second round that opens with the others alone: those of the first who were not asked,
/// newcomers, and corrupt participants. Everyone who was not asked therefore demands that these be
/// fewer than the second round needs. Another attempt over the same cohort always satisfies that:
/// `2 · threshold > cohort + corrupt`.
///
/// @param cohort who was invited to the first round
/// @param answers the fewest that opened it, if it was opened: [#answersOf]
public record OpenedUnseen(SortedSet<ParticipantId> cohort, int answers) {
  public OpenedUnseen {
    cohort = Collections.unmodifiableSortedSet(new TreeSet<>(cohort));
  }

  /// What is to be remembered of a round.
  public static OpenedUnseen of(RoundRecord round) {
    return new OpenedUnseen(
        round.cohort().stream()
            .map(CohortMember::id)
            .collect(Collectors.toCollection(TreeSet::new)),
        answersOf(round.thresholds()));
  }

  /// Answers that open a round: the threshold on a complete graph. On a random one every secret
  /// needs that many of its holders, and each participant holds as many as it has neighbours; this
  /// reckons with everyone having exchanged shares.
  static int answersOf(Thresholds counts) {
    return counts.isComplete()
        ? counts.threshold()
        : Math.toIntExact(
            Math.ceilDiv((long) counts.cohort() * counts.threshold(), counts.neighbours()));
  }

  /// Whether another round over the same input cannot be opened by those that know nothing of this
  /// one.
  public boolean allows(RoundRecord next) {
    long newcomers = next.cohort().stream().filter(member -> !cohort.contains(member.id())).count();
    int notAsked = cohort.size() - answers;
    return notAsked + newcomers + next.thresholds().corrupt() < answersOf(next.thresholds());
  }
}
