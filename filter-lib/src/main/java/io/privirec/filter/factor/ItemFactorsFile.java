package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `item-factors.safetensors`: `factors` F32 [items, rank], `mean` F64 [1], where there are some
/// `biases` F32 [items], and the objective: either `explicit` F64 [3] (λ, lowest and highest
/// rating) or `implicit` F64 [2] (λ and λ₀).
public final class ItemFactorsFile {
  /// Of the file in a release.
  public static final String NAME = "item-factors.safetensors";

  private static final String FACTORS = "factors";
  private static final String MEAN = "mean";
  private static final String BIASES = "biases";
  private static final String EXPLICIT = "explicit";
  private static final String IMPLICIT = "implicit";

  private ItemFactorsFile() {}

  /// Creates or replaces a file.
  public static void write(Path file, ItemFactors model) throws IOException {
    String kind = model.objective().readsRatings() ? EXPLICIT : IMPLICIT;
    double[] settings =
        switch (model.objective()) {
          case LeastSquares.Explicit(int _, double lambda, double low, double high) ->
              new double[] {lambda, low, high};
          case LeastSquares.Implicit(int _, double lambda, double unseenWeight) ->
              new double[] {lambda, unseenWeight};
        };
    List<TensorSpec> tensors =
        new ArrayList<>(
            List.of(
                TensorSpec.of(FACTORS, TensorType.F32, model.items(), model.rank()),
                TensorSpec.of(MEAN, TensorType.F64, 1),
                TensorSpec.of(kind, TensorType.F64, settings.length)));
    if (model.hasBiases()) {
      tensors.add(TensorSpec.of(BIASES, TensorType.F32, model.items()));
    }
    try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, Map.of())) {
      writer.writeF32(FACTORS, model.factors().data());
      writer.writeF64(MEAN, model.mean());
      writer.writeF64(kind, settings);
      if (model.hasBiases()) {
        writer.writeF32(BIASES, model.biases());
      }
    }
  }

  /// Reads a file.
  ///
  /// @throws SafetensorsException when it is no file of item factors
  public static ItemFactors read(Path file) throws IOException {
    try (SafetensorsReader reader = SafetensorsReader.open(file)) {
      List<Long> shape = reader.spec(FACTORS, TensorType.F32, -1, -1).shape();
      int items = Math.toIntExact(shape.get(0));
      int rank = Math.toIntExact(shape.get(1));
      float[] factors = requireFinite(reader.f32(FACTORS, items, rank));
      return new ItemFactors(
          objective(reader, rank),
          reader.f64(MEAN, 1)[0],
          has(reader, BIASES) ? requireFinite(reader.f32(BIASES, items)) : new float[0],
          DenseMatrix.of(items, rank, factors));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new SafetensorsException("item factors are not valid: " + e.getMessage());
    }
  }

  private static float[] requireFinite(float[] values) throws SafetensorsException {
    for (float each : values) {
      if (!Float.isFinite(each)) {
        throw new SafetensorsException("item factors must be finite");
      }
    }
    return values;
  }

  private static boolean has(SafetensorsReader reader, String name) {
    return reader.tensors().stream().anyMatch(tensor -> tensor.name().equals(name));
  }

  private static LeastSquares objective(SafetensorsReader reader, int rank) throws IOException {
    if (has(reader, EXPLICIT)) {
      double[] settings = reader.f64(EXPLICIT, 3);
      return new LeastSquares.Explicit(rank, settings[0], settings[1], settings[2]);
    }
    double[] settings = reader.f64(IMPLICIT, 2);
    return new LeastSquares.Implicit(rank, settings[0], settings[1]);
  }
}
