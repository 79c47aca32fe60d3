package io.privirec.client.runtime;

import static io.privirec.client.runtime.RefusedException.require;

import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Whom a participant was told it is summed with, in the rounds of one session so far. A session
/// goes on with the survivors of its rounds: a coordinator that put others in their place, or left
/// some out at will, could pick the sums that it wants to subtract from each other.
///
/// @param rounds by index; of each round the terms of the first attempt that was joined
public record CohortHistory(NavigableMap<Integer, Told> rounds) {
  public CohortHistory {
    rounds = Collections.unmodifiableNavigableMap(new TreeMap<>(rounds));
  }

  /// The terms of a round, and how it went on.
  ///
  /// @param confirmed the survivor set that this participant signed or answered for; empty when it
  ///   never learnt it
  public record Told(
      List<CohortMember> cohort,
      ThreatModel threatModel,
      int corrupt,
      int minSurvivors,
      Optional<Set<ParticipantId>> confirmed) {
    public Told {
      cohort = List.copyOf(cohort);
      confirmed = confirmed.map(Set::copyOf);
    }

    private boolean isIn(RoundRecord next) {
      return cohort.containsAll(next.cohort());
    }

    private boolean isConfirmedBy(RoundRecord next) {
      Set<ParticipantId> ids = new HashSet<>();
      next.cohort().forEach(member -> ids.add(member.id()));
      return confirmed.isEmpty() || confirmed.get().equals(ids);
    }
  }

  /// Refuses a record that does not go on from what was told before.
  void check(RoundRecord next) throws RefusedException {
    int index = next.roundIndex();
    @Nullable Told sameRound = rounds.get(index);
    Map.@Nullable Entry<Integer, Told> before = rounds.lowerEntry(index);
    if (sameRound != null) {
      require(
          sameRound.cohort().equals(next.cohort()),
          Refusal.COHORT_CHANGED,
          "another attempt of the round had another cohort");
    } else if (before != null) {
      require(
          before.getValue().isIn(next),
          Refusal.COHORT_CHANGED,
          "the cohort has members that an earlier round of the session did not have");
      require(
          before.getKey() < index - 1 || before.getValue().isConfirmedBy(next),
          Refusal.COHORT_CHANGED,
          "the cohort is not the survivor set of the round before");
    } else {
      require(
          index == 0,
          Refusal.COHORT_CHANGED,
          "this participant was in no earlier round of the session");
    }
    if (!rounds.isEmpty()) {
      requireNotWeaker(next, rounds.firstEntry().getValue());
    }
  }

  /// In a strict session a round after the first has exactly the cohort that signed or answered for
  /// the round before: who was told nothing of that round cannot know that nobody is missing.
  void checkStrict(RoundRecord next) throws RefusedException {
    int index = next.roundIndex();
    @Nullable Told before = rounds.get(index - 1);
    require(
        index == 0 || (before != null && before.confirmed().isPresent()),
        Refusal.PARTICIPANT_LOST,
        "the session is strict, and the survivors of the round before are not known here");
    require(
        before == null || before.isConfirmedBy(next),
        Refusal.PARTICIPANT_LOST,
        "the session is strict, and the cohort is not the survivor set of the round before");
  }

  private static void requireNotWeaker(RoundRecord next, Told first) throws RefusedException {
    require(
        next.threatModel() == first.threatModel(),
        Refusal.TERMS_WEAKENED,
        "the session began under another threat model");
    require(
        next.thresholds().corrupt() >= first.corrupt()
            && next.thresholds().minSurvivors() >= first.minSurvivors(),
        Refusal.TERMS_WEAKENED,
        "the round withstands fewer corrupt participants, or is content with fewer survivors, than"
            + " the session's first");
  }
}
