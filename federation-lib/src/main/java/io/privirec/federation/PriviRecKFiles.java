package io.privirec.federation;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import io.privirec.filter.spectral.SpectralFactors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tensors that pass between the two sides, and into the release, and the files they lie in.
///
/// - `item_degrees` V: I64, shape [items]
/// - `basis` X_ℓ, orthonormal columns: F32, shape [items, k]
/// - `lambda` Λ = |diag T_L|: F32, shape [k]
///
/// The broadcast of round 1 holds `item_degrees`, later ones `basis` too; the factors hold all
/// three.
final class PriviRecKFiles {
  static final String FACTORS = "factors.safetensors";
  static final String FILTER = "filter.safetensors";

  private static final String ITEM_DEGREES = "item_degrees";
  private static final String BASIS = "basis";
  private static final String LAMBDA = "lambda";

  private PriviRecKFiles() {}

  static long[] itemDegrees(SafetensorsReader tensors, int items) throws IOException {
    return tensors.i64(ITEM_DEGREES, items);
  }

  static DenseMatrix basis(SafetensorsReader tensors, int items, int k) throws IOException {
    return DenseMatrix.of(items, k, tensors.f32(BASIS, items, k));
  }

  static long[] itemDegrees(Path file, int items) throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      return itemDegrees(tensors, items);
    }
  }

  static SpectralFactors factors(Path file, PriviRecK algorithm) throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      return new SpectralFactors(
          basis(tensors, algorithm.items(), algorithm.k()),
          tensors.f32(LAMBDA, algorithm.k()),
          itemDegrees(tensors, algorithm.items()),
          algorithm.idealRank());
    }
  }

  /// Writes the tensors that are given, whole or not at all.
  static void write(
      Path file, long[] itemDegrees, @Nullable DenseMatrix basis, float @Nullable [] lambda)
      throws IOException {
    List<TensorSpec> tensors = new ArrayList<>();
    tensors.add(TensorSpec.of(ITEM_DEGREES, TensorType.I64, itemDegrees.length));
    if (basis != null) {
      tensors.add(TensorSpec.of(BASIS, TensorType.F32, basis.rows(), basis.columns()));
    }
    if (lambda != null) {
      tensors.add(TensorSpec.of(LAMBDA, TensorType.F32, lambda.length));
    }
    Path unfinished = file.resolveSibling(file.getFileName() + ".part");
    try (SafetensorsWriter writer = SafetensorsWriter.create(unfinished, tensors, Map.of())) {
      writer.writeI64(ITEM_DEGREES, itemDegrees);
      if (basis != null) {
        writer.writeF32(BASIS, basis.data());
      }
      if (lambda != null) {
        writer.writeF32(LAMBDA, lambda);
      }
    }
    Files.move(
        unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
