package io.privirec.privacy.ledger;

import java.util.List;

/// The linear equations that a sum without noise tells about each item. A *column* is a number for
/// each item; a sum of k columns tells k equations per item. Equations of all sums add up for life:
/// a new snapshot of the data does not reset them.
///
/// @param algorithm of the session; printable ASCII
/// @param cells of the roster that the sum is over, ascending
/// @param columns that the coordinator is told, from 0 on
/// @param columnsOfPeers columns that each of `told` is told, from 0 on
/// @param told participants that learn totals, without commas; empty if only the coordinator does
public record Equations(
    String algorithm, List<Integer> cells, long columns, long columnsOfPeers, List<String> told) {
  public Equations {
    cells = List.copyOf(cells);
    told = List.copyOf(told);
    requireText("algorithm", algorithm);
    told.forEach(participant -> requireText("participant", participant));
    if (told.stream().anyMatch(participant -> participant.contains(","))) {
      throw new IllegalArgumentException("participants that learn totals have no comma");
    }
    if (columns < 0 || columnsOfPeers < 0 || cells.stream().anyMatch(cell -> cell < 0)) {
      throw new IllegalArgumentException(
          "columns and cells must be from 0 on. Provided values: %d, %d, %s"
              .formatted(columns, columnsOfPeers, cells));
    }
  }

  private static void requireText(String what, String text) {
    if (!LedgerLine.PRINTABLE.matcher(text).matches() || text.equals(LedgerLine.NONE)) {
      throw new IllegalArgumentException(what + " must be printable ASCII, not empty and not -");
    }
  }
}
