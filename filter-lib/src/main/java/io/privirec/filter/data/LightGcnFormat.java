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
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// `user item item …` with integers from 0, one line per user, train and test apart.
///
/// Indices are the file's own; identifiers are their decimal text. A user may have no items (`13647
/// `). A user without a line has none either.
final class LightGcnFormat {
  static final int MAX_INDEX = (1 << 24) - 1;
  static final int MAX_LINE_BYTES = 1 << 24;

  /// How many indices may lie between those that occur: the index of a user or item is memory, and
  /// a file of one line must not ask for gigabytes.
  private static final int SPARE_INDICES = 1 << 16;

  private static final int INDICES_PER_NUMBER = 64;
  private static final int[] NO_ITEMS = new int[0];

  private final Map<Integer, int[]> rows = new HashMap<>();
  private int users;
  private int items;
  private long numbers;

  private LightGcnFormat() {}

  static Dataset read(String name, Path train, Path test) throws IOException {
    LightGcnFormat known = new LightGcnFormat();
    known.readFile(train, new LightGcnFormat());
    LightGcnFormat heldOut = new LightGcnFormat();
    heldOut.readFile(test, known);
    int users = Math.max(known.users, heldOut.users);
    int items = Math.max(known.items, heldOut.items);
    if (known.items == 0) {
      throw new DatasetFormatException(train, 0, "there are no interactions");
    }
    long numbers = known.numbers + heldOut.numbers;
    if (Math.max(users, items) > SPARE_INDICES + INDICES_PER_NUMBER * numbers) {
      throw new DatasetFormatException(
          known.users == users || known.items == items ? train : test,
          0,
          "indices must not leave so much out: the largest is %s in %s numbers"
              .formatted(Math.max(users, items) - 1, numbers));
    }
    return Dataset.of(
        name,
        indices(users),
        indices(items),
        RatingMatrix.of(known.matrix(users, items)),
        RatingMatrix.of(heldOut.matrix(users, items)));
  }

  private static List<String> indices(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }

  private InteractionMatrix matrix(int allUsers, int allItems) {
    int[] offsets = new int[allUsers + 1];
    for (int user = 0; user < allUsers; user++) {
      offsets[user + 1] = offsets[user] + row(user).length;
    }
    int[] columns = new int[offsets[allUsers]];
    for (int user = 0; user < allUsers; user++) {
      System.arraycopy(row(user), 0, columns, offsets[user], row(user).length);
    }
    return InteractionMatrix.of(allUsers, allItems, offsets, columns);
  }

  private int[] row(int user) {
    return rows.getOrDefault(user, NO_ITEMS);
  }

  private void readFile(Path file, LightGcnFormat known) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      DataLines lines = new DataLines(in, MAX_LINE_BYTES);
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (line.isEmpty()) {
          throw lines.broken("line is empty");
        }
        int[] inLine = integers(lines, line);
        int user = inLine[0];
        int[] row = Arrays.copyOfRange(inLine, 1, inLine.length);
        Arrays.sort(row);
        if (rows.put(user, row) != null) {
          throw lines.broken("user %s has two lines".formatted(user));
        }
        checkRow(lines, row, known.row(user));
        users = Math.max(users, user + 1);
        numbers += inLine.length;
        items = row.length == 0 ? items : Math.max(items, row[row.length - 1] + 1);
      }
    } catch (BrokenLineException e) {
      throw new DatasetFormatException(file, e.line(), e.getMessage());
    }
  }

  private static void checkRow(DataLines lines, int[] row, int[] known) throws BrokenLineException {
    for (int p = 0; p < row.length; p++) {
      if (p > 0 && row[p] == row[p - 1]) {
        throw lines.broken("item %s is repeated".formatted(row[p]));
      }
      if (Arrays.binarySearch(known, row[p]) >= 0) {
        throw lines.broken("item %s is in train, too".formatted(row[p]));
      }
    }
  }

  private static int[] integers(DataLines lines, String line) throws BrokenLineException {
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
      throws BrokenLineException {
    int value = 0;
    for (int i = from; i < to && value <= MAX_INDEX; i++) {
      int digit = line.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw lines.broken(
            "expected integers in [0, %s] separated by single spaces".formatted(MAX_INDEX));
      }
      value = 10 * value + digit;
    }
    if (from == to || value > MAX_INDEX) {
      throw lines.broken(
          "expected integers in [0, %s] separated by single spaces".formatted(MAX_INDEX));
    }
    return value;
  }
}
