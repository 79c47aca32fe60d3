package io.privirec.secagg.participant;

import io.privirec.secagg.ParticipantId;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// The sums in which one input was opened so far, and the guard that follows from them: the
/// difference of two sums over almost the same participants is the data of those few.
///
/// An input may be opened again over the identical survivor set, or over one that differs from
/// every earlier one in as many participants as either round demands survivors. Before it was
/// opened at all, everything is allowed. Pairs of sums are looked at, not combinations of three or
/// more.
///
/// @param openings every set in which the input was opened
public record OpenedBefore(List<Opening> openings) {
  public OpenedBefore {
    openings = List.copyOf(openings);
  }

  /// One sum that the input is in.
  ///
  /// @param minSurvivors the fewest participants that its round was content with
  public record Opening(SortedSet<ParticipantId> survivors, int minSurvivors) {
    public Opening {
      survivors = Collections.unmodifiableSortedSet(new TreeSet<>(survivors));
    }

    private int differenceFrom(Opening other) {
      Set<ParticipantId> common = new HashSet<>(survivors);
      common.retainAll(other.survivors);
      return survivors.size() + other.survivors.size() - 2 * common.size();
    }
  }

  /// Why another opening is refused.
  ///
  /// @param difference participants that are in one of the two sums only
  /// @param required the fewest that must be
  public record TooClose(int difference, int required) {}

  /// What speaks against opening the input once more; empty when nothing does.
  public Optional<TooClose> refuse(Opening next) {
    Optional<TooClose> worst = Optional.empty();
    for (Opening earlier : openings) {
      int difference = earlier.differenceFrom(next);
      int required = Math.max(earlier.minSurvivors(), next.minSurvivors());
      if (difference == 0) {
        return Optional.empty();
      }
      if (difference < required && worst.filter(w -> w.difference() <= difference).isEmpty()) {
        worst = Optional.of(new TooClose(difference, required));
      }
    }
    return worst;
  }
}
