package io.privirec.bench;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.random.CounterRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/// What kernels work on, as files that every program can read: little-endian numbers without any
/// header. `indptr.i32` and `indices.i32` are the interactions R in compressed rows; `x.f32` is a
/// dense matrix X, items × [#RANK], uniform in [−1, 1). The number of items follows from X.
///
/// @param interactions R
/// @param x X
record KernelInput(InteractionMatrix interactions, DenseMatrix x) {
  /// Columns of X.
  static final int RANK = 256;

  private static final long SEED = 21;

  static KernelInput of(InteractionMatrix interactions) {
    DenseMatrix x = DenseMatrix.zeros(interactions.items(), RANK);
    for (int n = 0; n < x.data().length; n++) {
      x.data()[n] = (float) (2 * CounterRandom.uniform(SEED, n) - 1);
    }
    return new KernelInput(interactions, x);
  }

  void write(Path directory) throws IOException {
    int users = interactions.users();
    byte[] offsets = new byte[Integer.BYTES * (users + 1)];
    IntBuffer rows = littleEndian(offsets).asIntBuffer();
    for (int user = 0; user < users; user++) {
      rows.put(interactions.rowStart(user));
    }
    rows.put(interactions.interactions());
    Files.write(directory.resolve("indptr.i32"), offsets);
    byte[] columns = new byte[Integer.BYTES * interactions.interactions()];
    IntBuffer items = littleEndian(columns).asIntBuffer();
    for (int n = 0; n < interactions.interactions(); n++) {
      items.put(interactions.column(n));
    }
    Files.write(directory.resolve("indices.i32"), columns);
    byte[] values = new byte[Math.multiplyExact(Float.BYTES, x.data().length)];
    littleEndian(values).asFloatBuffer().put(x.data());
    Files.write(directory.resolve("x.f32"), values);
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static KernelInput read(Path directory) throws IOException {
    int[] offsets = integers(directory.resolve("indptr.i32"));
    int[] columns = integers(directory.resolve("indices.i32"));
    ByteBuffer values = content(directory.resolve("x.f32"));
    float[] x = new float[values.remaining() / Float.BYTES];
    values.asFloatBuffer().get(x);
    int items = x.length / RANK;
    return new KernelInput(
        InteractionMatrix.of(offsets.length - 1, items, offsets, columns),
        DenseMatrix.of(items, RANK, x));
  }

  private static int[] integers(Path file) throws IOException {
    ByteBuffer content = content(file);
    int[] numbers = new int[content.remaining() / Integer.BYTES];
    content.asIntBuffer().get(numbers);
    return numbers;
  }

  private static ByteBuffer content(Path file) throws IOException {
    return littleEndian(Files.readAllBytes(file));
  }
}
