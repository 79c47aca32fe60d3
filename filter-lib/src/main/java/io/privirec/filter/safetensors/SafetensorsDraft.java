package io.privirec.filter.safetensors;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// A file whose tensors are written in any order: each part at its place, by as many threads as
/// there are; and whose tensors may turn out to be shorter than there was room for.
///
/// Memory: 1 MiB. Disk: what is written; and what was moved, a second time, until [#finish], where
/// the file system leaves out what nobody has written, as all usual ones do.
///
/// Not checked: that every part is written, and only once. What is not written is zero.
public final class SafetensorsDraft implements Closeable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final FileChannel channel;
  private final int headerBytes;
  private final List<TensorSpec> tensors;
  private final Map<String, Long> starts;
  private final ByteBuffer moving = ByteBuffer.allocateDirect(BUFFER_BYTES);

  private SafetensorsDraft(FileChannel channel, List<TensorSpec> tensors, int headerBytes) {
    this.channel = channel;
    this.headerBytes = headerBytes;
    this.tensors = List.copyOf(tensors);
    this.starts = starts(headerBytes, tensors);
  }

  private static SafetensorsHeader header(List<TensorSpec> tensors) {
    return new SafetensorsHeader(tensors, new TreeMap<>());
  }

  /// Where the bytes of each tensor begin in the file.
  private static Map<String, Long> starts(int headerBytes, List<TensorSpec> all) {
    Map<String, Long> found = new HashMap<>();
    long start = Long.BYTES + (long) headerBytes;
    for (TensorSpec tensor : all) {
      found.put(tensor.name(), start);
      start += tensor.byteSize();
    }
    return found;
  }

  /// Creates or replaces a file. It is not whole before [#finish].
  ///
  /// @param tensors with as many elements as there may be
  public static SafetensorsDraft create(Path file, List<TensorSpec> tensors) throws IOException {
    int headerBytes = header(tensors).encode().length;
    return new SafetensorsDraft(
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.SPARSE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE),
        tensors,
        headerBytes);
  }

  /// Writes some elements of a tensor. Safe for several threads.
  ///
  /// @param element the first of them
  /// @param bytes whole elements, little-endian: everything between position and limit
  public void write(String tensor, long element, ByteBuffer bytes) throws IOException {
    writeAt(position(tensor, element, bytes.remaining()), bytes);
  }

  /// Moves elements that are written to a lower place of their tensor. By one thread at a time.
  ///
  /// @param from the first of them
  /// @param to where it goes, at most `from`
  public void moveDown(String tensor, long from, long to, long count) throws IOException {
    int width = spec(tensor).type().bytes();
    if (to < 0 || to > from || from + count > spec(tensor).elements()) {
      throw new IllegalArgumentException(
          "elements of %s must move down. Provided: %s from %s to %s"
              .formatted(tensor, count, from, to));
    }
    long start = start(tensor);
    moveBytesDown(start + from * width, start + to * width, count * width);
  }

  /// Makes the file whole: drops what the tensors have less than there was room for, and waits
  /// until everything is on the disk.
  ///
  /// @param now the tensors in the same order, each at most as long as before
  public void finish(List<TensorSpec> now) throws IOException {
    if (now.size() != tensors.size()) {
      throw new IllegalArgumentException(
          "there is room for %s tensors. Provided: %s".formatted(tensors.size(), now.size()));
    }
    Map<String, Long> after = starts(headerBytes, now);
    long end = Long.BYTES + (long) headerBytes;
    for (int n = 0; n < tensors.size(); n++) {
      TensorSpec before = tensors.get(n);
      TensorSpec tensor = now.get(n);
      if (!tensor.name().equals(before.name())
          || tensor.type() != before.type()
          || tensor.elements() > before.elements()) {
        throw new IllegalArgumentException(
            "there is room for %s. Provided: %s".formatted(before, tensor));
      }
      moveBytesDown(
          start(tensor.name()),
          Objects.requireNonNull(after.get(tensor.name())),
          tensor.byteSize());
      end += tensor.byteSize();
    }
    channel.truncate(end);
    byte[] json = header(now).encode(headerBytes);
    ByteBuffer front = ByteBuffer.allocate(Long.BYTES + json.length).order(ByteOrder.LITTLE_ENDIAN);
    writeAt(0, front.putLong(json.length).put(json).flip());
    channel.force(true);
  }

  private void moveBytesDown(long from, long to, long bytes) throws IOException {
    if (from == to) {
      return;
    }
    for (long moved = 0; moved < bytes; moved += moving.limit()) {
      moving.clear().limit((int) Math.min(BUFFER_BYTES, bytes - moved));
      while (moving.hasRemaining()) {
        if (channel.read(moving, from + moved + moving.position()) < 0) {
          throw new EOFException("there are no elements that far");
        }
      }
      writeAt(to + moved, moving.flip());
    }
  }

  private TensorSpec spec(String tensor) {
    return tensors.stream()
        .filter(each -> each.name().equals(tensor))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no tensor " + tensor));
  }

  private long start(String tensor) {
    return Objects.requireNonNull(starts.get(spec(tensor).name()));
  }

  private long position(String tensor, long element, int bytes) {
    TensorSpec spec = spec(tensor);
    int width = spec.type().bytes();
    if (bytes % width != 0 || element < 0 || element > spec.elements() - bytes / width) {
      throw new IllegalArgumentException(
          "tensor %s has %s elements of %s bytes. Provided: %s bytes at element %s"
              .formatted(tensor, spec.elements(), width, bytes, element));
    }
    return start(tensor) + element * width;
  }

  private void writeAt(long position, ByteBuffer bytes) throws IOException {
    for (long at = position; bytes.hasRemaining(); ) {
      at += channel.write(bytes, at);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
