package io.privirec.federation.items;

import io.privirec.federation.FileDraft;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the coordinator sends to everyone before a round, as a safetensors file.
///
/// - `item_degrees` V: I64, shape [items]
/// - `users`, their number: I64, shape [1]
/// - `basis` X_ℓ, orthonormal columns: F32, shape [items, p]; absent before the first product,
///   which starts from the public seed
public final class FactorBroadcast {
  private static final String ITEM_DEGREES = "item_degrees";
  private static final String USERS = "users";
  private static final String BASIS = "basis";

  private FactorBroadcast() {}

  /// Of the tensors.
  ///
  /// @param columns of the basis; 0 without one
  public static long bytes(int items, int columns) {
    return Long.BYTES * (items + 1L) + (long) Float.BYTES * items * columns;
  }

  public static Degrees degrees(SafetensorsReader tensors, int items) throws IOException {
    return new Degrees(tensors.i64(USERS, 1)[0], tensors.i64(ITEM_DEGREES, items));
  }

  public static DenseMatrix basis(SafetensorsReader tensors, int items, int k) throws IOException {
    return DenseMatrix.of(items, k, tensors.f32(BASIS, items, k));
  }

  public static Degrees degrees(Path file, int items) throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      return degrees(tensors, items);
    }
  }

  public static DenseMatrix basis(Path file, int items, int k) throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      return basis(tensors, items, k);
    }
  }

  /// Writes a broadcast, whole or not at all.
  public static void write(Path file, Degrees degrees, @Nullable DenseMatrix basis)
      throws IOException {
    List<TensorSpec> tensors = new ArrayList<>();
    tensors.add(TensorSpec.of(ITEM_DEGREES, TensorType.I64, degrees.items().length));
    tensors.add(TensorSpec.of(USERS, TensorType.I64, 1));
    if (basis != null) {
      tensors.add(TensorSpec.of(BASIS, TensorType.F32, basis.rows(), basis.columns()));
    }
    FileDraft.write(
        file,
        draft -> {
          try (SafetensorsWriter writer = SafetensorsWriter.create(draft, tensors, Map.of())) {
            writer.writeI64(ITEM_DEGREES, degrees.items());
            writer.writeI64(USERS, new long[] {degrees.users()});
            if (basis != null) {
              writer.writeF32(BASIS, basis.data());
            }
          }
        });
  }
}
