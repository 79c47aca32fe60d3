package io.privirec.filter.graph;

import io.privirec.filter.safetensors.SafetensorsDraft;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Writes the rows of a filter file, which appears whole under its name.
///
/// Every group of rows has its place in a draft, as if its rows had as many entries as they may: so
/// threads write their groups without waiting for each other. In the end groups behind shorter ones
/// are moved down.
final class FilterFileWriter implements Closeable {
  private static final short HALF_INFINITY = 0x7c00;
  private static final int GROUP = RowCandidates.ROWS_PER_TASK;

  private final Path file;
  private final Path draftFile;
  private final int limit;
  private final TensorType columnType;
  private final int[] counts;
  private final SafetensorsDraft draft;

  /// @param limit most entries of a row
  FilterFileWriter(Path file, int items, int limit) throws IOException {
    this.file = file;
    this.draftFile = file.resolveSibling(file.getFileName() + ".part");
    this.limit = limit;
    this.columnType = FoldedFilter.columnType(items);
    this.counts = new int[items];
    this.draft = SafetensorsDraft.create(draftFile, tensors((long) items * limit));
  }

  private List<TensorSpec> tensors(long entries) {
    return List.of(
        TensorSpec.of(FoldedFilter.ROW_OFFSETS, TensorType.I64, counts.length + 1L),
        TensorSpec.of(FoldedFilter.COLUMNS, columnType, entries),
        TensorSpec.of(FoldedFilter.VALUES, TensorType.F16, entries));
  }

  /// A group of rows on its way to the file: one thread's.
  final class Rows {
    private final int[] columns = new int[limit];
    private final short[] narrow = new short[columnType == TensorType.U16 ? limit : 0];
    private final short[] halves = new short[limit];
    private final ByteBuffer columnBytes = buffer(columnType);
    private final ByteBuffer valueBytes = buffer(TensorType.F16);

    /// Entries of the rows chosen so far.
    private int chosen;

    /// Chooses among the candidates of a row, the next one of its group.
    ///
    /// @throws ArithmeticException when an entry is too large for a half float
    void choose(int item, RowSelector selector) {
      int count = selector.choose(limit, columns, halves, 0);
      for (int n = 0; n < count; n++) {
        if ((halves[n] & 0x7fff) == HALF_INFINITY) {
          throw new ArithmeticException("an entry of F is too large for a half float");
        }
      }
      valueBytes.clear().asShortBuffer().put(chosen, halves, 0, count);
      if (columnType == TensorType.U16) {
        for (int n = 0; n < count; n++) {
          narrow[n] = (short) columns[n];
        }
        columnBytes.clear().asShortBuffer().put(chosen, narrow, 0, count);
      } else {
        columnBytes.clear().asIntBuffer().put(chosen, columns, 0, count);
      }
      counts[item] = count;
      chosen += count;
    }

    /// Writes the rows chosen, and begins a new group.
    ///
    /// @param firstItem the first of the group
    void write(int firstItem) throws IOException {
      draft.write(
          FoldedFilter.COLUMNS,
          place(firstItem),
          columnBytes.clear().limit(chosen * columnType.bytes()));
      draft.write(
          FoldedFilter.VALUES,
          place(firstItem),
          valueBytes.clear().limit(chosen * TensorType.F16.bytes()));
      chosen = 0;
    }
  }

  /// Where a group's entries begin in the draft.
  private long place(int firstItem) {
    return (long) firstItem * limit;
  }

  /// For a group of rows, in the file's byte order.
  private ByteBuffer buffer(TensorType type) {
    int elements = Math.multiplyExact(GROUP, limit);
    return ByteBuffer.allocateDirect(Math.multiplyExact(elements, type.bytes()))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Puts the file in its place and returns the number of entries. Every row is written.
  long finish() throws IOException {
    long[] offsets = new long[counts.length + 1];
    for (int row = 0; row < counts.length; row++) {
      offsets[row + 1] = offsets[row] + counts[row];
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(offsets.length, Long.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(offsets);
    draft.write(FoldedFilter.ROW_OFFSETS, 0, bytes);
    moveTogether(offsets);
    draft.finish(tensors(offsets[counts.length]));
    Files.move(
        draftFile, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return offsets[counts.length];
  }

  private void moveTogether(long[] offsets) throws IOException {
    for (int first = 0; first < counts.length; first += GROUP) {
      long to = offsets[first];
      long entries = offsets[Math.min(first + GROUP, counts.length)] - to;
      if (to < place(first) && entries > 0) {
        draft.moveDown(FoldedFilter.COLUMNS, place(first), to, entries);
        draft.moveDown(FoldedFilter.VALUES, place(first), to, entries);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (draft) {
      Files.deleteIfExists(draftFile);
    }
  }
}
