package io.privirec.operator.option;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Known names that resemble a mistyped name. The measure is the number of edits: a missing, wrong
/// or surplus letter, or two neighbours in the wrong order (optimal string alignment).
public final class Suggestions {
  private static final int LETTERS_PER_EDIT = 3;

  private Suggestions() {}

  /// Returns a question to append to a message, such as `. Did you mean privirec-k?`. Returns an
  /// empty text if no name is similar.
  public static String question(String mistyped, Collection<String> names) {
    List<String> similar = similar(mistyped, names);
    return similar.isEmpty() ? "" : ". Did you mean %s?".formatted(String.join(" or ", similar));
  }

  /// Returns the names with the fewest edits. Edits are at most a third of the mistyped letters. A
  /// name that begins with the mistyped letters counts as a single edit.
  static List<String> similar(String mistyped, Collection<String> names) {
    TreeMap<Integer, List<String>> byEdits = new TreeMap<>();
    names.stream()
        .filter(name -> !name.isBlank())
        .distinct()
        .forEach(name ->
            byEdits.merge(
                edits(mistyped.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT)),
                List.of(name),
                Suggestions::joined));
    Map.Entry<Integer, List<String>> nearest = byEdits.firstEntry();
    return nearest != null && nearest.getKey() <= Math.max(1, mistyped.length() / LETTERS_PER_EDIT)
        ? nearest.getValue()
        : List.of();
  }

  private static List<String> joined(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private static int edits(String from, String to) {
    if (from.length() >= LETTERS_PER_EDIT && to.startsWith(from)) {
      return Math.min(1, to.length() - from.length());
    }
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int row = 0; row <= from.length(); row++) {
      for (int column = 0; column <= to.length(); column++) {
        edits[row][column] =
            row == 0 || column == 0 ? row + column : fewest(edits, from, row, to, column);
      }
    }
    return edits[from.length()][to.length()];
  }

  private static int fewest(int[][] edits, String from, int row, String to, int column) {
    int wrong = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
    int fewest =
        Math.min(
            edits[row - 1][column - 1] + wrong,
            1 + Math.min(edits[row - 1][column], edits[row][column - 1]));
    boolean isSwapped =
        row > 1
            && column > 1
            && from.charAt(row - 1) == to.charAt(column - 2)
            && from.charAt(row - 2) == to.charAt(column - 1);
    return isSwapped ? Math.min(fewest, edits[row - 2][column - 2] + 1) : fewest;
  }
}
