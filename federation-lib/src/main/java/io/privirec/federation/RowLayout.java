package io.privirec.federation;

/// A vector that is a head and then one row of numbers for each item.
///
/// @param head numbers before the first row
/// @param row numbers of a row, at least 1
public record RowLayout(int head, int row) {
  /// What [Piece] gets instead of a row's number for a piece of the head.
  public static final int HEAD = -1;

  /// Consecutive numbers of one row, or of the head.
  @FunctionalInterface
  public interface Piece {
    /// Takes `count` numbers: those from `from` in the row, which are those from `at` in the block.
    void accept(int row, int from, int at, int count);
  }

  /// Numbers of the whole vector.
  public long length(int rows) {
    return head + (long) rows * row;
  }

  /// The pieces of one block of the vector, in order.
  ///
  /// @param offset of the block in the vector
  public void forEach(long offset, int length, Piece piece) {
    int at = Math.clamp(head - offset, 0, length);
    if (at > 0) {
      piece.accept(HEAD, Math.toIntExact(offset), 0, at);
    }
    while (at < length) {
      long inRows = offset + at - head;
      int from = (int) (inRows % row);
      int count = Math.min(row - from, length - at);
      piece.accept(Math.toIntExact(inRows / row), from, at, count);
      at += count;
    }
  }
}
