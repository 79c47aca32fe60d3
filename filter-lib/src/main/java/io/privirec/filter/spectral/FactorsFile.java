package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// `factors.safetensors`: `basis` F32 [items, k], `lambda` F32 [k], `item_degrees` I64 [items], and
/// `ideal_rank` as decimal text in the metadata.
public final class FactorsFile {
  /// In a session's working directory and in its release.
  public static final String NAME = "factors.safetensors";

  private static final String IDEAL_RANK = "ideal_rank";

  private FactorsFile() {}

  /// Creates or replaces a file.
  public static void write(Path file, SpectralFactors factors) throws IOException {
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of("basis", TensorType.F32, factors.items(), factors.rank()),
            TensorSpec.of("lambda", TensorType.F32, factors.rank()),
            TensorSpec.of("item_degrees", TensorType.I64, factors.items()));
    Map<String, String> metadata = Map.of(IDEAL_RANK, Integer.toString(factors.idealRank()));
    try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, metadata)) {
      writer.writeF32("basis", factors.basis().data());
      writer.writeF32("lambda", factors.lambda());
      writer.writeI64("item_degrees", factors.itemDegrees());
    }
  }

  /// Reads a file.
  ///
  /// @throws SafetensorsException when it is not a factors file
  public static SpectralFactors read(Path file) throws IOException {
    try (SafetensorsReader reader = SafetensorsReader.open(file)) {
      List<Long> shape = reader.spec("basis", TensorType.F32, -1, -1).shape();
      float[] basis = reader.f32("basis", -1, -1);
      return new SpectralFactors(
          DenseMatrix.of(Math.toIntExact(shape.get(0)), Math.toIntExact(shape.get(1)), basis),
          reader.f32("lambda", shape.get(1)),
          reader.i64("item_degrees", shape.get(0)),
          Integer.parseInt(reader.metadata().getOrDefault(IDEAL_RANK, "")));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new SafetensorsException("factors are not valid: " + e.getMessage());
    }
  }
}
