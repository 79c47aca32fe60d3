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
/// Every row has its place in a draft, as if it had as many entries as it may: so threads write
/// their rows without waiting for each other. In the end rows behind shorter ones are moved down.
final class FilterFileWriter implements Closeable {
  private static final short HALF_INFINITY = 0x7c00;

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

  /// Rows that follow each other, on their way to the file: one thread's.
  final class Rows {
    private final int[] columns = new int[limit];
    private final short[] narrow = new short[columnType == TensorType.U16 ? limit : 0];
    private final short[] halves = new short[limit];
    private final ByteBuffer columnBytes = buffer(columnType);
    private final ByteBuffer valueBytes = buffer(TensorType.F16);

    /// Chooses among the candidates of a row.
    ///
    /// @param place of the row among these
    /// @throws ArithmeticException when an entry is too large for a half float
    void choose(int item, int place, RowSelector selector) {
      int count = selector.choose(limit, columns, halves, 0);
      for (int n = 0; n < count; n++) {
        if ((halves[n] & 0x7fff) == HALF_INFINITY) {
          throw new ArithmeticException("an entry of F is too large for a half float");
        }
      }
      valueBytes.clear().asShortBuffer().put(place * limit, halves, 0, count);
      if (columnType == TensorType.U16) {
        for (int n = 0; n < count; n++) {
          narrow[n] = (short) columns[n];
        }
        columnBytes.clear().asShortBuffer().put(place * limit, narrow, 0, count);
      } else {
        columnBytes.clear().asIntBuffer().put(place * limit, columns, 0, count);
      }
      counts[item] = count;
    }

    /// Writes the rows chosen.
    ///
    /// @param firstItem of the row whose place is 0
    /// @param rows how many
    void write(int firstItem, int rows) throws IOException {
      long element = (long) firstItem * limit;
      columnBytes.clear().limit(rows * limit * columnType.bytes());
      draft.write(FoldedFilter.COLUMNS, element, columnBytes);
      valueBytes.clear().limit(rows * limit * TensorType.F16.bytes());
      draft.write(FoldedFilter.VALUES, element, valueBytes);
    }
  }

  /// For the rows of one task, in the file's byte order.
  private ByteBuffer buffer(TensorType type) {
    int elements = Math.multiplyExact(RowCandidates.ROWS_PER_TASK, limit);
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

  /// Run by run: rows that follow each other are moved at once, the last one of them may be short.
  private void moveTogether(long[] offsets) throws IOException {
    for (int row = 0; row < counts.length; ) {
      int first = row;
      while (row < counts.length - 1 && counts[row] == limit) {
        row++;
      }
      row++;
      long from = (long) first * limit;
      if (from > offsets[first] && offsets[row] > offsets[first]) {
        long count = offsets[row] - offsets[first];
        draft.moveDown(FoldedFilter.COLUMNS, from, offsets[first], count);
        draft.moveDown(FoldedFilter.VALUES, from, offsets[first], count);
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
