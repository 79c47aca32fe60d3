package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Pairs of (user, item) as they come from one file: 12 bytes each, identifiers kept once.
///
/// Users and items get provisional numbers by first appearance, shared between the files of one
/// data set, and their indices when everything is read.
final class Interactions {
  private final Path file;
  private final Map<String, Integer> users;
  private final Map<String, Integer> items;
  private long[] pairs = new long[1024];
  private int[] lines = new int[1024];
  private int count;

  Interactions(Path file) {
    this(file, new HashMap<>(), new HashMap<>());
  }

  private Interactions(Path file, Map<String, Integer> users, Map<String, Integer> items) {
    this.file = file;
    this.users = users;
    this.items = items;
  }

  /// Collects another file of the same data set.
  Interactions sibling(Path other) {
    return new Interactions(other, users, items);
  }

  Map<String, Integer> users() {
    return users;
  }

  Map<String, Integer> items() {
    return items;
  }

  void add(String user, String item, int line) {
    if (count == pairs.length) {
      pairs = Arrays.copyOf(pairs, 2 * count);
      lines = Arrays.copyOf(lines, 2 * count);
    }
    pairs[count] = pair(number(users, user), number(items, item));
    lines[count++] = line;
  }

  private static int number(Map<String, Integer> numbers, String id) {
    Integer next = numbers.size();
    Integer known = numbers.putIfAbsent(id, next);
    return known == null ? next : known;
  }

  /// The matrix with final indices.
  ///
  /// @param userIndex index of each provisional user number
  /// @param itemIndex index of each provisional item number
  /// @throws DatasetFormatException when a pair is there twice, or in `known`, too
  InteractionMatrix matrix(int[] userIndex, int[] itemIndex, InteractionMatrix known)
      throws DatasetFormatException {
    if (count == 0) {
      throw new DatasetFormatException(file, 0, "there are no interactions");
    }
    long[] sorted = new long[count];
    for (int p = 0; p < count; p++) {
      int user = userIndex[(int) (pairs[p] >>> 32)];
      int item = itemIndex[(int) pairs[p]];
      if (known.contains(user, item)) {
        throw new DatasetFormatException(file, lines[p], "interaction is in train, too");
      }
      sorted[p] = pair(user, item);
    }
    Arrays.sort(sorted);
    int[] offsets = new int[userIndex.length + 1];
    int[] columns = new int[count];
    for (int p = 0; p < count; p++) {
      if (p > 0 && sorted[p] == sorted[p - 1]) {
        throw repeated(userIndex, itemIndex, sorted[p]);
      }
      offsets[(int) (sorted[p] >>> 32) + 1]++;
      columns[p] = (int) sorted[p];
    }
    for (int user = 0; user < userIndex.length; user++) {
      offsets[user + 1] += offsets[user];
    }
    return InteractionMatrix.of(userIndex.length, itemIndex.length, offsets, columns);
  }

  private DatasetFormatException repeated(int[] userIndex, int[] itemIndex, long pair) {
    boolean before = false;
    for (int p = 0; p < count; p++) {
      if (pair(userIndex[(int) (pairs[p] >>> 32)], itemIndex[(int) pairs[p]]) == pair) {
        if (before) {
          return new DatasetFormatException(file, lines[p], "interaction is repeated");
        }
        before = true;
      }
    }
    throw new IllegalStateException("no pair is repeated");
  }

  private static long pair(int user, int item) {
    return (long) user << 32 | item;
  }
}
