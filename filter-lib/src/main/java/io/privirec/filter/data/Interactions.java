package io.privirec.filter.data;

import io.privirec.filter.lines.BrokenLineException;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// The interactions of one file: 16 bytes each, identifiers kept once.
///
/// Users and items get provisional numbers by first appearance, shared between the files of one
/// data set, and their indices when everything is read.
final class Interactions {
  private final Path file;
  private final Map<String, Integer> users;
  private final Map<String, Integer> items;
  private long[] pairs = new long[1024];
  private float[] ratings = new float[1024];
  private int[] lines = new int[1024];
  private int count;

  private Interactions(Path file, Map<String, Integer> users, Map<String, Integer> items) {
    this.file = file;
    this.users = users;
    this.items = items;
  }

  /// Reads the first or only file of a data set.
  static Interactions read(Path file, FileFormat format, Consumer<ReadingReport> reports)
      throws IOException {
    Interactions interactions = new Interactions(file, new HashMap<>(), new HashMap<>());
    interactions.read(format, reports);
    return interactions;
  }

  /// Reads another file of the same data set.
  Interactions readSibling(Path other, FileFormat format, Consumer<ReadingReport> reports)
      throws IOException {
    Interactions sibling = new Interactions(other, users, items);
    sibling.read(format, reports);
    return sibling;
  }

  private void read(FileFormat format, Consumer<ReadingReport> reports) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      InteractionReader reader = new InteractionReader(in, format);
      for (Interaction next = reader.next(); next != null; next = reader.next()) {
        if (count == pairs.length) {
          pairs = Arrays.copyOf(pairs, 2 * count);
          ratings = Arrays.copyOf(ratings, 2 * count);
          lines = Arrays.copyOf(lines, 2 * count);
        }
        pairs[count] = (long) number(users, next.user()) << 32 | number(items, next.item());
        ratings[count] = next.rating();
        lines[count++] = (int) reader.line();
      }
      reports.accept(reader.report());
    } catch (BrokenLineException e) {
      throw new DatasetFormatException(file, e.line(), e.getMessage());
    }
    if (count == 0) {
      throw new DatasetFormatException(file, 0, "there are no interactions");
    }
  }

  private static int number(Map<String, Integer> numbers, String id) {
    Integer next = numbers.size();
    Integer known = numbers.putIfAbsent(id, next);
    return known == null ? next : known;
  }

  Map<String, Integer> users() {
    return users;
  }

  Map<String, Integer> items() {
    return items;
  }

  /// Lines whose pair a later line repeats.
  ///
  /// @param matrix of these interactions
  long duplicates(RatingMatrix matrix) {
    return (long) count - matrix.pattern().interactions();
  }

  /// The matrix with final indices. The last line of a pair counts.
  ///
  /// @throws DatasetFormatException when a pair is in `known`, too
  RatingMatrix matrix(IdOrder userOrder, IdOrder itemOrder, InteractionMatrix known)
      throws DatasetFormatException {
    int[] userIndex = userOrder.indexOfNumber();
    int[] itemIndex = itemOrder.indexOfNumber();
    int[] starts = new int[userIndex.length + 1];
    for (int p = 0; p < count; p++) {
      int user = userIndex[(int) (pairs[p] >>> 32)];
      if (known.contains(user, itemIndex[(int) pairs[p]])) {
        throw new DatasetFormatException(file, lines[p], "interaction is in train, too");
      }
      starts[user + 1]++;
    }
    for (int user = 0; user < userIndex.length; user++) {
      starts[user + 1] += starts[user];
    }
    // Per user: item above, place in the file below.
    long[] rows = new long[count];
    int[] next = Arrays.copyOf(starts, userIndex.length);
    for (int p = 0; p < count; p++) {
      rows[next[userIndex[(int) (pairs[p] >>> 32)]]++] = (long) itemIndex[(int) pairs[p]] << 32 | p;
    }
    int[] offsets = new int[userIndex.length + 1];
    int[] columns = new int[count];
    float[] values = new float[count];
    int kept = 0;
    for (int user = 0; user < userIndex.length; user++) {
      Arrays.sort(rows, starts[user], starts[user + 1]);
      for (int p = starts[user]; p < starts[user + 1]; p++) {
        if (p + 1 < starts[user + 1] && rows[p] >> 32 == rows[p + 1] >> 32) {
          continue;
        }
        columns[kept] = (int) (rows[p] >> 32);
        values[kept++] = ratings[(int) rows[p]];
      }
      offsets[user + 1] = kept;
    }
    return RatingMatrix.of(
        InteractionMatrix.of(
            userIndex.length, itemIndex.length, offsets, Arrays.copyOf(columns, kept)),
        Arrays.copyOf(values, kept));
  }
}
