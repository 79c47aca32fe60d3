package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// `user item item …` with integers from 0, one line per user, train and test apart.
///
/// Indices are the file's own; identifiers are their decimal text. A user may have no items in test
/// (`13647 `), not in train; a user without a line has none in either.
final class LightGcnFormat {
  static final int MAX_INDEX = (1 << 24) - 1;

  private final List<int[]> rows = new ArrayList<>();
  private int items;

  private LightGcnFormat() {}

  static Dataset read(String name, Path train, Path test) throws IOException {
    LightGcnFormat known = new LightGcnFormat();
    known.readFile(train, false, new LightGcnFormat());
    LightGcnFormat heldOut = new LightGcnFormat();
    heldOut.readFile(test, true, known);
    int users = Math.max(known.rows.size(), heldOut.rows.size());
    int items = Math.max(known.items, heldOut.items);
    if (known.rows.isEmpty()) {
      throw new DatasetFormatException(train, 0, "there are no interactions");
    }
    return Dataset.of(
        name,
        indices(users),
        indices(items),
        known.matrix(users, items),
        heldOut.matrix(users, items));
  }

  private static List<String> indices(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }

  private InteractionMatrix matrix(int users, int items) {
    int[] offsets = new int[users + 1];
    for (int user = 0; user < users; user++) {
      offsets[user + 1] = offsets[user] + (user < rows.size() ? rows.get(user).length : 0);
    }
    int[] columns = new int[offsets[users]];
    for (int user = 0; user < rows.size(); user++) {
      System.arraycopy(rows.get(user), 0, columns, offsets[user], rows.get(user).length);
    }
    return InteractionMatrix.of(users, items, offsets, columns);
  }

  private void readFile(Path file, boolean mayBeEmpty, LightGcnFormat known) throws IOException {
    boolean[] seen = new boolean[16];
    try (DataLines lines = DataLines.open(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        int[] numbers = integers(lines, line);
        int user = numbers[0];
        int[] row = Arrays.copyOfRange(numbers, 1, numbers.length);
        if (row.length == 0 && !mayBeEmpty) {
          throw lines.broken("user has no items");
        }
        if (user >= seen.length) {
          seen = Arrays.copyOf(seen, Math.max(user + 1, 2 * seen.length));
        }
        if (seen[user]) {
          throw lines.broken("user %d has two lines".formatted(user));
        }
        seen[user] = true;
        Arrays.sort(row);
        checkRow(lines, row, user < known.rows.size() ? known.rows.get(user) : new int[0]);
        while (rows.size() <= user) {
          rows.add(new int[0]);
        }
        rows.set(user, row);
        items = row.length == 0 ? items : Math.max(items, row[row.length - 1] + 1);
      }
    }
  }

  private static void checkRow(DataLines lines, int[] row, int[] known)
      throws DatasetFormatException {
    for (int p = 0; p < row.length; p++) {
      if (p > 0 && row[p] == row[p - 1]) {
        throw lines.broken("item %d is repeated".formatted(row[p]));
      }
      if (Arrays.binarySearch(known, row[p]) >= 0) {
        throw lines.broken("item %d is in train, too".formatted(row[p]));
      }
    }
  }

  private static int[] integers(DataLines lines, String line) throws DatasetFormatException {
    int[] numbers = new int[8];
    int count = 0;
    int at = 0;
    while (at < line.length()) {
      int end = line.indexOf(' ', at);
      end = end < 0 ? line.length() : end;
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * count);
      }
      numbers[count++] = integer(lines, line, at, end);
      at = end + 1;
    }
    return Arrays.copyOf(numbers, count);
  }

  private static int integer(DataLines lines, String line, int from, int to)
      throws DatasetFormatException {
    int value = 0;
    for (int i = from; i < to && value <= MAX_INDEX; i++) {
      int digit = line.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw lines.broken(
            "expected integers in [0, %d] separated by single spaces".formatted(MAX_INDEX));
      }
      value = 10 * value + digit;
    }
    if (from == to || value > MAX_INDEX) {
      throw lines.broken(
          "expected integers in [0, %d] separated by single spaces".formatted(MAX_INDEX));
    }
    return value;
  }
}
