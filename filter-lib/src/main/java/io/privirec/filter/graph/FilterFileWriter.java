package io.privirec.filter.graph;

import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Writes rows of unknown length into a filter file: columns and values go to spool files beside
/// it, and when their number is known the file is put together and moved to its name.
final class FilterFileWriter implements Closeable {
  static final short HALF_INFINITY = 0x7c00;

  private static final int BUFFER_BYTES = 1 << 20;

  private final Path file;
  private final Path part;
  private final Spool columns;
  private final Spool values;
  private final TensorType columnType;
  private final long[] rowOffsets;
  private int rows;

  FilterFileWriter(Path file, int items) throws IOException {
    this.file = file;
    this.part = sibling(".part");
    this.columnType = FoldedFilter.columnType(items);
    this.rowOffsets = new long[items + 1];
    this.columns = new Spool(sibling(".columns"));
    this.values = new Spool(sibling(".values"));
  }

  private Path sibling(String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  void writeRow(int[] rowColumns, short[] halves, int from, int count) throws IOException {
    for (int n = from; n < from + count; n++) {
      if (columnType == TensorType.U16) {
        columns.room().putShort((short) rowColumns[n]);
      } else {
        columns.room().putInt(rowColumns[n]);
      }
      values.room().putShort(halves[n]);
    }
    rowOffsets[rows + 1] = rowOffsets[rows] + count;
    rows++;
  }

  /// Puts the file together and returns the number of entries.
  long finish() throws IOException {
    long entries = rowOffsets[rows];
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of(FoldedFilter.ROW_OFFSETS, TensorType.I64, rowOffsets.length),
            TensorSpec.of(FoldedFilter.COLUMNS, columnType, entries),
            TensorSpec.of(FoldedFilter.VALUES, TensorType.F16, entries));
    try (SafetensorsWriter writer = SafetensorsWriter.create(part, tensors, Map.of())) {
      writer.writeI64(FoldedFilter.ROW_OFFSETS, Arrays.copyOf(rowOffsets, rowOffsets.length));
      columns.copyTo(writer, FoldedFilter.COLUMNS);
      values.copyTo(writer, FoldedFilter.VALUES);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return entries;
  }

  @Override
  public void close() throws IOException {
    try (values;
        columns) {
      Files.deleteIfExists(part);
    }
  }

  /// One array on its way: a file that is gone when closed.
  private static final class Spool implements Closeable {
    private final FileChannel channel;
    private final ByteBuffer buffer =
        ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    Spool(Path file) throws IOException {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    }

    ByteBuffer room() throws IOException {
      if (buffer.remaining() < Long.BYTES) {
        flush();
      }
      return buffer;
    }

    void copyTo(SafetensorsWriter writer, String tensor) throws IOException {
      flush();
      channel.position(0);
      int read;
      do {
        read = channel.read(buffer);
        if (read < 0 || !buffer.hasRemaining()) {
          buffer.flip();
          if (buffer.hasRemaining()) {
            writer.writeBytes(tensor, buffer);
          }
          buffer.clear();
        }
      } while (read >= 0);
    }

    private void flush() throws IOException {
      buffer.flip();
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      buffer.clear();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
