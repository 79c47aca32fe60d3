package io.privirec.federation.ddppm;

import io.privirec.federation.FileDraft;
import io.privirec.filter.power.RitzPairs;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What a participant has found with the others, as a safetensors file.
///
/// - `vectors`, orthonormal columns: F64, shape [items, r]
/// - `values`, what P̃ stretches them by, largest first: F64, shape [r]
final class PeerFactors {
  private static final String VECTORS = "vectors";
  private static final String VALUES = "values";

  private PeerFactors() {}

  static void write(Path file, RitzPairs found) throws IOException {
    TallMatrix vectors = found.vectors();
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of(VECTORS, TensorType.F64, vectors.rows(), vectors.columns()),
            TensorSpec.of(VALUES, TensorType.F64, found.values().length));
    FileDraft.write(
        file,
        draft -> {
          try (SafetensorsWriter writer = SafetensorsWriter.create(draft, tensors, Map.of())) {
            writer.writeF64(VECTORS, vectors.data());
            writer.writeF64(VALUES, found.values());
          }
        });
  }

  static RitzPairs read(Path file, int items, int rank) throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      return new RitzPairs(
          TallMatrix.of(items, rank, tensors.f64(VECTORS, items, rank)), tensors.f64(VALUES, rank));
    }
  }
}
