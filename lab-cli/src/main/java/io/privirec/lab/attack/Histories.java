package io.privirec.lab.attack;

import io.privirec.filter.matrix.InteractionMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The histories that an attack is after.
///
/// @param users whose they are
record Histories(InteractionMatrix users) {
  /// How far guesses are right.
  ///
  /// @param exactly histories that were guessed to the item
  /// @param overlap of the best guess with a history, items in both over items in either: mean over
  ///   all histories. The attacker need not know which guess is the best
  record Score(int exactly, double overlap) {}

  /// Judges guesses about anybody.
  Score score(Collection<int[]> guesses) {
    Map<List<Integer>, Integer> unused = new HashMap<>();
    guesses.forEach(guess -> unused.merge(listed(guess), 1, Integer::sum));
    Map<Integer, List<int[]>> byItem = new HashMap<>();
    for (int[] guess : guesses) {
      for (int item : guess) {
        byItem.computeIfAbsent(item, none -> new ArrayList<>()).add(guess);
      }
    }
    int exactly = 0;
    double overlap = 0;
    for (int user = 0; user < users.users(); user++) {
      int[] history = users.row(user);
      Integer left = unused.computeIfPresent(listed(history), (same, count) -> count - 1);
      exactly += left != null && left >= 0 ? 1 : 0;
      overlap +=
          Arrays.stream(history)
              .mapToObj(item -> byItem.getOrDefault(item, List.of()))
              .flatMap(List::stream)
              .distinct()
              .mapToDouble(guess -> overlap(history, guess))
              .max()
              .orElse(0);
    }
    return new Score(exactly, overlap / users.users());
  }

  private static List<Integer> listed(int[] items) {
    return Arrays.stream(items).boxed().toList();
  }

  static double overlap(int[] one, int[] other) {
    long both = IntStream.of(one).filter(item -> Arrays.binarySearch(other, item) >= 0).count();
    return (double) both / (one.length + other.length - both);
  }
}
