package io.privirec.filter.graph;

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

/// `factored-filter.safetensors`: `left` and `right`, F32 [items, depth] each. The filter is F =
/// left · rightᵀ; whoever reads the file computes the same scores to the bit as whoever wrote it,
/// and needs to know neither the model nor its parameters.
public final class FactorFilterFile {
  private static final String LEFT = "left";
  private static final String RIGHT = "right";

  private FactorFilterFile() {}

  /// Creates or replaces a file.
  public static void write(Path file, FactorFilter filter) throws IOException {
    int depth = filter.left().columns();
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of(LEFT, TensorType.F32, filter.items(), depth),
            TensorSpec.of(RIGHT, TensorType.F32, filter.items(), depth));
    try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, Map.of())) {
      writer.writeF32(LEFT, filter.left().data());
      for (int item = 0; item < filter.items(); item++) {
        writer.writeF32(RIGHT, filter.right().row(item));
      }
    }
  }

  /// Reads a file.
  ///
  /// @throws SafetensorsException when it is not a factored filter, or an element is not finite
  public static FactorFilter read(Path file) throws IOException {
    try (SafetensorsReader reader = SafetensorsReader.open(file)) {
      List<Long> shape = reader.spec(LEFT, TensorType.F32, -1, -1).shape();
      return new FactorFilter(matrix(reader, LEFT, shape), matrix(reader, RIGHT, shape));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new SafetensorsException("the factored filter is not valid: " + e.getMessage());
    }
  }

  private static DenseMatrix matrix(SafetensorsReader reader, String name, List<Long> shape)
      throws IOException {
    float[] data = reader.f32(name, shape.get(0), shape.get(1));
    for (float value : data) {
      if (!Float.isFinite(value)) {
        throw new SafetensorsException(name + " must be finite");
      }
    }
    return DenseMatrix.of(Math.toIntExact(shape.get(0)), Math.toIntExact(shape.get(1)), data);
  }
}
