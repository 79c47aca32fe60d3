package io.privirec.federation.dpals;

import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.FileDraft;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.FrequentItems;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the coordinator sends to everyone before a step, as a safetensors file: what noisy sums
/// told.
///
/// - `item_degrees`: I64, shape [items], at least 0
/// - `mean`: F64, shape [1]; 0 where nobody is centred by it
/// - `factors` of the frequent items, most frequent first: F32, shape [frequent, rank]; absent
///   before the first step, which starts from the public seed
///
/// @param mean of all
/// @param vectors shape [frequent items × rank]
record DpalsBroadcast(FrequentItems items, double mean, DenseMatrix vectors) {
  private static final String COUNTS = "item_degrees";
  private static final String MEAN = "mean";
  private static final String FACTORS = "factors";

  /// Of the tensors.
  static long bytes(int items, int frequent, int rank) {
    return (long) Long.BYTES * items + Double.BYTES + (long) Float.BYTES * frequent * rank;
  }

  /// Reads a broadcast. Sums keep their bounds whatever counts, mean and vectors it has; what
  /// cannot be computed with is refused.
  ///
  /// @param items m
  /// @param startsFromSeed whether the vectors follow from the public seed
  static DpalsBroadcast read(Path file, int items, BoundedAls als, boolean startsFromSeed)
      throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      long[] counts = tensors.i64(COUNTS, items);
      double mean = tensors.f64(MEAN, 1)[0];
      if (!Double.isFinite(mean) || Arrays.stream(counts).anyMatch(count -> count < 0)) {
        throw new ContributionRefusedException(
            "the broadcast must have counts of at least 0 and a finite mean");
      }
      FrequentItems frequent = FrequentItems.of(counts, als.frequent(items));
      if (startsFromSeed) {
        return new DpalsBroadcast(frequent, mean, als.start(frequent));
      }
      int rank = als.rank();
      float[] factors = tensors.f32(FACTORS, frequent.count(), rank);
      for (float each : factors) {
        if (!Float.isFinite(each)) {
          throw new ContributionRefusedException("the broadcast has a vector that is not finite");
        }
      }
      return new DpalsBroadcast(frequent, mean, DenseMatrix.of(frequent.count(), rank, factors));
    }
  }

  /// Writes a broadcast, whole or not at all.
  static void write(Path file, long[] counts, double mean, @Nullable DenseMatrix vectors)
      throws IOException {
    List<TensorSpec> tensors = new ArrayList<>();
    tensors.add(TensorSpec.of(COUNTS, TensorType.I64, counts.length));
    tensors.add(TensorSpec.of(MEAN, TensorType.F64, 1));
    if (vectors != null) {
      tensors.add(TensorSpec.of(FACTORS, TensorType.F32, vectors.rows(), vectors.columns()));
    }
    FileDraft.write(
        file,
        draft -> {
          try (SafetensorsWriter writer = SafetensorsWriter.create(draft, tensors, Map.of())) {
            writer.writeI64(COUNTS, counts);
            writer.writeF64(MEAN, mean);
            if (vectors != null) {
              writer.writeF32(FACTORS, vectors.data());
            }
          }
        });
  }
}
