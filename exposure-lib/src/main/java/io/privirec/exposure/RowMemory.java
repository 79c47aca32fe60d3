package io.privirec.exposure;

/// The bytes that the rows of a reconstruction may take.
///
/// A row contains only the numbers beside 0. Its size is unknown until the decoder solves the row,
/// so this class counts while the decoder works. Not safe for several threads.
final class RowMemory {
  private final Deadline deadline;
  private long left;

  /// @param bytes of all rows
  /// @param deadline ends when rows take more
  RowMemory(long bytes, Deadline deadline) {
    this.left = bytes;
    this.deadline = deadline;
  }

  /// Accounts for rows that became longer, or shorter if the number is negative.
  void take(long bytes) {
    left -= bytes;
    if (left < 0) {
      deadline.end();
    }
  }

  /// Returns whether some bytes are left for a computation.
  boolean allows(long bytes) {
    return bytes <= left;
  }

  /// Returns whether rows took more than the limit.
  boolean isExceeded() {
    return left < 0;
  }
}
