package io.privirec.filter.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Entries of a group of rows in the order in which they came: the bits of the value, the column
/// and the row within the group in one long each, in chunks. Not safe for several threads.
///
/// Chunks are used again: entries wait for rows that come much later, and a collector would copy
/// all of them more than once.
final class RowEntries {
  private static final int ROWS = RowCandidates.ROWS_PER_TASK;
  private static final int ROW_BITS = Integer.numberOfTrailingZeros(ROWS);
  private static final int CHUNK = 512;

  private final List<long[]> chunks = new ArrayList<>();
  private final Pool pool;
  private long[] current = new long[0];
  private int used = CHUNK;

  /// Chunks that nobody uses; safe for several threads. As many as were in use at a time.
  static final class Pool {
    private final Queue<long[]> free = new ConcurrentLinkedQueue<>();

    private long[] take() {
      long[] chunk = free.poll();
      return chunk == null ? new long[CHUNK] : chunk;
    }
  }

  RowEntries(Pool pool) {
    this.pool = pool;
  }

  /// @param row within the group
  /// @param column below 2^27
  void add(int row, int column, float value) {
    if (used == CHUNK) {
      current = pool.take();
      chunks.add(current);
      used = 0;
    }
    long bits = (long) Float.floatToRawIntBits(value) << Integer.SIZE;
    current[used++] = bits | (long) column << ROW_BITS | row;
  }

  /// Takes all entries of several out, sorted by row; those of a row stay in their order.
  static Sorted sortByRow(List<RowEntries> parts) {
    int[] starts = new int[ROWS + 1];
    for (RowEntries part : parts) {
      for (int chunk = 0; chunk < part.chunks.size(); chunk++) {
        long[] entries = part.chunks.get(chunk);
        for (int n = 0; n < part.length(chunk); n++) {
          starts[row(entries[n]) + 1]++;
        }
      }
    }
    for (int row = 0; row < ROWS; row++) {
      starts[row + 1] += starts[row];
    }
    long[] sorted = new long[starts[ROWS]];
    int[] next = starts.clone();
    for (RowEntries part : parts) {
      for (int chunk = 0; chunk < part.chunks.size(); chunk++) {
        long[] entries = part.chunks.get(chunk);
        for (int n = 0; n < part.length(chunk); n++) {
          sorted[next[row(entries[n])]++] = entries[n];
        }
      }
      part.clear();
    }
    return new Sorted(sorted, starts);
  }

  private void clear() {
    pool.free.addAll(chunks);
    chunks.clear();
    used = CHUNK;
  }

  private int length(int chunk) {
    return chunk == chunks.size() - 1 ? used : CHUNK;
  }

  private static int row(long entry) {
    return (int) entry & (ROWS - 1);
  }

  /// Entries by row.
  static final class Sorted {
    private final long[] entries;
    private final int[] starts;

    private Sorted(long[] entries, int[] starts) {
      this.entries = entries;
      this.starts = starts;
    }

    /// Offers those of one row to a selector.
    void offer(int row, RowSelector selector) {
      for (int n = starts[row]; n < starts[row + 1]; n++) {
        selector.add((int) entries[n] >>> ROW_BITS, (int) (entries[n] >>> Integer.SIZE));
      }
    }
  }
}
