package io.privirec.privacy.ledger;

import java.util.List;
import java.util.OptionalInt;

/// The linear equations that a sum without noise tells about each item. A *column* is a number for
/// each item; a sum of k columns tells k equations per item. Equations of all sums add up for life:
/// a new snapshot of the data does not reset them.
///
/// @param algorithm of the session; printable ASCII
/// @param cells of the roster that the sum is over, ascending
/// @param columns that the coordinator is told, from 0 on
/// @param columnsOfPeers columns that each of `told` is told, from 0 on
/// @param told participants that learn totals, without commas; empty if only the coordinator does
/// @param minSupport users that an item needs in the whole sum to be in it, from 1 on; empty in
///   entries of versions that did not state it
public record Equations(
    String algorithm,
    List<Integer> cells,
    long columns,
    long columnsOfPeers,
    List<String> told,
    OptionalInt minSupport) {
  /// Creates equations of a sum whose minimum support is unknown.
  public Equations(
      String algorithm, List<Integer> cells, long columns, long columnsOfPeers, List<String> told) {
    this(algorithm, cells, columns, columnsOfPeers, told, OptionalInt.empty());
  }

  public Equations {
    if (minSupport.isPresent() && minSupport.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "minimum support must be from 1 on. Provided value: " + minSupport.getAsInt());
    }
    cells = List.copyOf(cells);
    told = List.copyOf(told);
    requireText("algorithm", algorithm);
    told.forEach(participant -> requireText("participant", participant));
    if (told.stream().anyMatch(participant -> participant.contains(","))) {
      throw new IllegalArgumentException("participants that learn totals have no comma");
    }
    if (columns < 0 || columnsOfPeers < 0 || cells.stream().anyMatch(cell -> cell < 0)) {
      throw new IllegalArgumentException(
          "columns and cells must be from 0 on. Provided values: %s, %s, %s"
              .formatted(columns, columnsOfPeers, cells));
    }
  }

  private static void requireText(String what, String text) {
    if (!LedgerText.isPrintable(text) || text.equals(LedgerText.NONE)) {
      throw new IllegalArgumentException(what + " must be printable ASCII, not empty and not -");
    }
  }
}
