package io.privirec.lab.attack;

import io.privirec.federation.Algorithm;
import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.stage.process.RunDirectory;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Two sessions of item degrees, one over a cohort of participants with one user each, and one over
/// the cohort without somebody: what they differ in is somebody's.
///
/// @param cellSize participants of a cell, where there are cells
/// @param random for the sessions' keys and noise
record Differencing(SparseUsers users, int cellSize, SecureRandom random) {
  /// With sums over any set that the coordinator likes.
  Histories.Score ofAnySets(Algorithm itemDegrees) throws IOException {
    List<int[]> guesses = new ArrayList<>();
    for (int[] cohort : users.cohortsOfPersons()) {
      long[] all = sum(itemDegrees, cohort);
      for (int victim : cohort) {
        guesses.add(guess(all, sum(itemDegrees, without(cohort, new int[] {victim}))));
      }
    }
    return targets().score(guesses);
  }

  /// With sums over whole cells: the smallest difference is the victim's cell.
  Histories.Score ofCells(Algorithm itemDegrees) throws IOException {
    List<int[]> guesses = new ArrayList<>();
    for (int[] cohort : users.cohortsOfPersons()) {
      long[] all = sum(itemDegrees, cohort);
      for (int[] cell : cells(cohort)) {
        int[] guess = guess(all, sum(itemDegrees, without(cohort, cell)));
        guesses.addAll(List.of(guess));
      }
    }
    return targets().score(guesses);
  }

  /// How participants in cells answer a coordinator that asks for a sum without one of them, each
  /// in turn.
  ///
  /// @return reasons of refusals, with how many refused; `joined` for who takes part
  Map<String, Integer> answersWithoutOne() {
    Map<String, Integer> answers = new TreeMap<>();
    var round = new ItemDegrees(users.data().items()).algorithm().specs().getFirst();
    for (int[] cohort : users.cohortsOfPersons()) {
      WholeCells participants =
          new WholeCells(
              cells(cohort).stream()
                  .map(cell -> Arrays.stream(cell).mapToObj(SparseUsers::person).toList())
                  .toList(),
              random);
      for (int victim : cohort) {
        participants
            .answersWithout(SparseUsers.person(victim), round)
            .forEach((answer, count) -> answers.merge(answer, count, Integer::sum));
      }
    }
    return answers;
  }

  private Histories targets() {
    int[] all = users.cohortsOfPersons().stream().flatMapToInt(Arrays::stream).toArray();
    return new Histories(users.data().rows(all));
  }

  private List<int[]> cells(int[] cohort) {
    return IntStream.range(0, cohort.length / cellSize)
        .mapToObj(cell -> Arrays.copyOfRange(cohort, cell * cellSize, (cell + 1) * cellSize))
        .toList();
  }

  private static int[] without(int[] cohort, int[] some) {
    return Arrays.stream(cohort)
        .filter(user -> Arrays.stream(some).noneMatch(one -> one == user))
        .toArray();
  }

  private long[] sum(Algorithm itemDegrees, int[] cohort) throws IOException {
    SortedMap<ParticipantId, RatingMatrix> persons = users.persons(cohort);
    try (RunDirectory work = RunDirectory.temporary()) {
      return ObservedSession.run(itemDegrees, persons, random, work.path()).getFirst();
    }
  }

  /// An item is there if the difference is nearer to 1 than to 0.
  private int[] guess(long[] all, long[] others) {
    return IntStream.range(0, users.data().items())
        .filter(item -> all[item] - others[item] > 0)
        .toArray();
  }
}
