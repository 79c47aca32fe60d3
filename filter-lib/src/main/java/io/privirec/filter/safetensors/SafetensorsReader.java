package io.privirec.filter.safetensors;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A safetensors file, memory-mapped and checked: header length, JSON, types, shapes, and tensors
/// that cover the rest of the file without gap or overlap. Values are not checked.
///
/// Segments are read-only, live until [#close()], and may be read by several threads.
public final class SafetensorsReader implements Closeable {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Arena arena;
  private final SafetensorsHeader header;
  private final SortedMap<String, MemorySegment> segments = new TreeMap<>();

  private SafetensorsReader(Arena arena, MemorySegment file) throws SafetensorsException {
    this.arena = arena;
    if (file.byteSize() < 8) {
      throw new SafetensorsException("file is shorter than 8 bytes");
    }
    long headerBytes = file.get(LONG, 0);
    if (headerBytes < 2
        || headerBytes > SafetensorsHeader.MAX_BYTES
        || headerBytes > file.byteSize() - 8) {
      throw new SafetensorsException(
          "header length must be in [2, %s]. Provided: %s"
              .formatted(Math.min(SafetensorsHeader.MAX_BYTES, file.byteSize() - 8), headerBytes));
    }
    MemorySegment data = file.asSlice(8 + headerBytes);
    byte[] json = file.asSlice(8, headerBytes).toArray(ValueLayout.JAVA_BYTE);
    this.header = SafetensorsHeader.decode(json, data.byteSize());
    long offset = 0;
    for (TensorSpec tensor : header.tensors()) {
      segments.put(tensor.name(), data.asSlice(offset, tensor.byteSize()));
      offset += tensor.byteSize();
    }
  }

  /// Maps and checks a file.
  ///
  /// @throws SafetensorsException when the file is not a valid safetensors file
  public static SafetensorsReader open(Path file) throws IOException {
    Arena arena = Arena.ofShared();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new SafetensorsReader(
          arena, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /// Checks bytes held in memory, which are not copied.
  public static SafetensorsReader of(byte[] bytes) throws SafetensorsException {
    return new SafetensorsReader(Arena.ofShared(), MemorySegment.ofArray(bytes).asReadOnly());
  }

  /// The tensors in the order of their bytes.
  public List<TensorSpec> tensors() {
    return header.tensors();
  }

  /// The free text values of the header.
  public Map<String, String> metadata() {
    return header.metadata();
  }

  /// The little-endian bytes of a tensor, which must be there with this type and shape.
  ///
  /// @param shape extents; −1 stands for any extent
  /// @throws SafetensorsException when it is absent or different
  public MemorySegment segment(String name, TensorType type, long... shape)
      throws SafetensorsException {
    spec(name, type, shape);
    MemorySegment segment = segments.get(name);
    if (segment == null) {
      throw new SafetensorsException("tensor %s is missing".formatted(name));
    }
    return segment;
  }

  /// Name, type and shape of a tensor, which must be there with this type and shape.
  ///
  /// @param shape extents; −1 stands for any extent
  /// @throws SafetensorsException when it is absent or different
  public TensorSpec spec(String name, TensorType type, long... shape) throws SafetensorsException {
    TensorSpec spec =
        header.tensors().stream()
            .filter(tensor -> tensor.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new SafetensorsException("tensor %s is missing".formatted(name)));
    boolean same = spec.type() == type && spec.shape().size() == shape.length;
    for (int d = 0; same && d < shape.length; d++) {
      same = shape[d] == -1 || spec.shape().get(d) == shape[d];
    }
    if (!same) {
      throw new SafetensorsException(
          "tensor %s must be %s %s. Provided: %s %s"
              .formatted(name, type, Arrays.toString(shape), spec.type(), spec.shape()));
    }
    return spec;
  }

  /// A copy of an F32 tensor.
  public float[] f32(String name, long... shape) throws SafetensorsException {
    return segment(name, TensorType.F32, shape)
        .toArray(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));
  }

  /// A copy of an F64 tensor.
  public double[] f64(String name, long... shape) throws SafetensorsException {
    return segment(name, TensorType.F64, shape)
        .toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));
  }

  /// A copy of an I64 tensor.
  public long[] i64(String name, long... shape) throws SafetensorsException {
    return segment(name, TensorType.I64, shape).toArray(LONG);
  }

  /// A copy of an I32 tensor.
  public int[] i32(String name, long... shape) throws SafetensorsException {
    return segment(name, TensorType.I32, shape)
        .toArray(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));
  }

  /// Unmaps the file. Segments must not be used afterwards.
  @Override
  public void close() {
    arena.close();
  }
}
