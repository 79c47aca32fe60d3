package io.privirec.exposure;

import io.privirec.exposure.RowSystem.Row;
import org.jspecify.annotations.Nullable;

/// The bytes that the rows of a reconstruction may take.
///
/// A row contains only the numbers beside 0. Its size is unknown until the decoder solves the row,
/// so this class counts while the decoder works. Not safe for several threads.
final class RowMemory {
  private static final long BYTES_OF_NUMBER = 2L * Double.BYTES + Integer.BYTES;

  /// A record and its three arrays.
  private static final long BYTES_OF_ROW = 96;

  private final Deadline deadline;
  private long left;

  /// @param bytes of all rows
  /// @param deadline ends when rows take more
  RowMemory(long bytes, Deadline deadline) {
    this.left = bytes;
    this.deadline = deadline;
  }

  /// Accounts for a row that takes the place of another row.
  void replace(@Nullable Row before, @Nullable Row after) {
    left += bytes(before) - bytes(after);
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

  private static long bytes(@Nullable Row row) {
    return row == null ? 0 : BYTES_OF_ROW + BYTES_OF_NUMBER * row.items().length;
  }
}
