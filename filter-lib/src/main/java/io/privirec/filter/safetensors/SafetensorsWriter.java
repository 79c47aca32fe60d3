package io.privirec.filter.safetensors;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes tensors as a stream, in the order declared at the start.
///
/// Each `write…` appends elements to the tensor named; a tensor may be written in any number of
/// pieces, and the next one can only begin when it is complete. Memory: one 64 KiB buffer. Not safe
/// for use by several threads. [#close()] fails when tensors are incomplete.
public final class SafetensorsWriter implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final WritableByteChannel channel;
  private final List<TensorSpec> tensors;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private int current;
  private long missingBytes;

  private SafetensorsWriter(WritableByteChannel channel, SafetensorsHeader header)
      throws IOException {
    this.channel = channel;
    this.tensors = header.tensors();
    byte[] json = header.encode();
    buffer.putLong(json.length);
    append(ByteBuffer.wrap(json));
    this.missingBytes = tensors.isEmpty() ? 0 : tensors.getFirst().byteSize();
  }

  /// Creates or replaces a file. It is synced to disk on close, but only whole once close returned:
  /// a reader that may run meanwhile needs a temporary name and a move.
  public static SafetensorsWriter create(
      Path file, List<TensorSpec> tensors, Map<String, String> metadata) throws IOException {
    SafetensorsHeader header = new SafetensorsHeader(tensors, new TreeMap<>(metadata));
    FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try {
      return new SafetensorsWriter(channel, header);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// Writes into a channel, which is closed with the writer.
  public static SafetensorsWriter to(
      WritableByteChannel channel, List<TensorSpec> tensors, Map<String, String> metadata)
      throws IOException {
    return new SafetensorsWriter(channel, new SafetensorsHeader(tensors, new TreeMap<>(metadata)));
  }

  /// Appends to an F32 tensor.
  public void writeF32(String tensor, float... values) throws IOException {
    writeF32(tensor, values, 0, values.length);
  }

  /// Appends a range of an array to an F32 tensor.
  public void writeF32(String tensor, float[] values, int from, int count) throws IOException {
    begin(tensor, TensorType.F32, count);
    for (int done = 0; done < count; ) {
      int part = room(4, count - done);
      buffer.asFloatBuffer().put(values, from + done, part);
      buffer.position(buffer.position() + 4 * part);
      done += part;
    }
  }

  /// Appends to an F64 tensor.
  public void writeF64(String tensor, double... values) throws IOException {
    begin(tensor, TensorType.F64, values.length);
    for (int done = 0; done < values.length; ) {
      int part = room(8, values.length - done);
      buffer.asDoubleBuffer().put(values, done, part);
      buffer.position(buffer.position() + 8 * part);
      done += part;
    }
  }

  /// Appends to an I64 tensor.
  public void writeI64(String tensor, long... values) throws IOException {
    begin(tensor, TensorType.I64, values.length);
    for (int done = 0; done < values.length; ) {
      int part = room(8, values.length - done);
      buffer.asLongBuffer().put(values, done, part);
      buffer.position(buffer.position() + 8 * part);
      done += part;
    }
  }

  /// Appends to an I32 or U32 tensor; U32 values are the bits of the ints.
  public void writeInts(String tensor, int... values) throws IOException {
    TensorType type = expected() == TensorType.U32 ? TensorType.U32 : TensorType.I32;
    begin(tensor, type, values.length);
    for (int done = 0; done < values.length; ) {
      int part = room(4, values.length - done);
      buffer.asIntBuffer().put(values, done, part);
      buffer.position(buffer.position() + 4 * part);
      done += part;
    }
  }

  /// Appends to an F16 or U16 tensor: the bits of half floats ([Float#floatToFloat16]) or of
  /// unsigned integers.
  public void writeShorts(String tensor, short... bits) throws IOException {
    TensorType type = expected() == TensorType.U16 ? TensorType.U16 : TensorType.F16;
    begin(tensor, type, bits.length);
    for (int done = 0; done < bits.length; ) {
      int part = room(2, bits.length - done);
      buffer.asShortBuffer().put(bits, done, part);
      buffer.position(buffer.position() + 2 * part);
      done += part;
    }
  }

  /// Appends to a U8 tensor.
  public void writeU8(String tensor, byte... values) throws IOException {
    begin(tensor, TensorType.U8, values.length);
    append(ByteBuffer.wrap(values));
  }

  /// Appends raw little-endian bytes, whole elements of the tensor's own type: everything between
  /// position and limit.
  public void writeBytes(String tensor, ByteBuffer bytes) throws IOException {
    TensorType type = expected();
    if (bytes.remaining() % type.bytes() != 0) {
      throw new IllegalArgumentException(
          "bytes must be whole elements of %s bytes. Provided: %s"
              .formatted(type.bytes(), bytes.remaining()));
    }
    begin(tensor, type, bytes.remaining() / type.bytes());
    append(bytes);
  }

  private TensorType expected() {
    advance();
    if (current == tensors.size()) {
      throw new IllegalStateException("every tensor is complete");
    }
    return tensors.get(current).type();
  }

  private void begin(String tensor, TensorType type, int count) {
    TensorType expected = expected();
    TensorSpec spec = tensors.get(current);
    if (!spec.name().equals(tensor) || type != expected) {
      throw new IllegalStateException(
          "tensor %s of %s must be written now. Provided: %s of %s"
              .formatted(spec.name(), expected, tensor, type));
    }
    long bytes = (long) count * type.bytes();
    if (bytes > missingBytes) {
      throw new IllegalStateException(
          "tensor %s misses %s bytes. Provided: %s".formatted(tensor, missingBytes, bytes));
    }
    missingBytes -= bytes;
  }

  private void advance() {
    while (missingBytes == 0 && current < tensors.size()) {
      current++;
      missingBytes = current < tensors.size() ? tensors.get(current).byteSize() : 0;
    }
  }

  private int room(int elementBytes, int wanted) throws IOException {
    if (buffer.remaining() < elementBytes) {
      flush();
    }
    return Math.min(wanted, buffer.remaining() / elementBytes);
  }

  private void append(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int part = room(1, bytes.remaining());
      buffer.put(bytes.slice(bytes.position(), part));
      bytes.position(bytes.position() + part);
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  /// Writes what is buffered and closes the file or channel.
  ///
  /// @throws IOException also when tensors were not written completely: the file is unusable then
  @Override
  public void close() throws IOException {
    try (channel) {
      if (!channel.isOpen()) {
        return;
      }
      flush();
      advance();
      if (current < tensors.size()) {
        throw new SafetensorsException(
            "tensor %s misses %s bytes".formatted(tensors.get(current).name(), missingBytes));
      }
      if (channel instanceof FileChannel file) {
        file.force(true);
      }
    }
  }
}
