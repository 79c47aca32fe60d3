package io.privirec.federation.als;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.FileDraft;
import io.privirec.filter.factor.AlternatingLeastSquares;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.RatingTotals;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The broadcast before a step, as a safetensors file. It has the totals of the first sum, the same
/// in every step, and the items' vectors of the step before.
///
/// - `raters` of each item: I64, shape [items]
/// - `users` that rated any: I64, shape [1]
/// - `rating_sum`: F64, shape [1]
/// - `factors`: F32, shape [items, rank], where items have biases with these, over their constant,
///   as the first column; absent before the first step, which starts from the public seed
///
/// @param model that users' vectors are made with
record AlsBroadcast(RatingTotals totals, ItemFactors model) {
  private static final String RATERS = "raters";
  private static final String USERS = "users";
  private static final String SUM = "rating_sum";
  private static final String FACTORS = "factors";

  /// Of the tensors.
  static long bytes(int items, int rank) {
    return Long.BYTES * (items + 1L) + Double.BYTES + (long) Float.BYTES * items * rank;
  }

  static RatingTotals totals(Path file, int items) throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      return totals(tensors, items);
    }
  }

  private static RatingTotals totals(SafetensorsReader tensors, int items) throws IOException {
    return new RatingTotals(
        tensors.i64(RATERS, items), tensors.i64(USERS, 1)[0], tensors.f64(SUM, 1)[0]);
  }

  /// Of a session's constants, which every broadcast must repeat.
  static Digest digest(RatingTotals totals) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * (totals.raters().length + 2));
    for (long raters : totals.raters()) {
      bytes.putLong(raters);
    }
    return Digest.of(bytes.putLong(totals.users()).putDouble(totals.sum()).array());
  }

  /// Reads a broadcast and checks it as a participant must: totals and biases that can be, and
  /// vectors only for the items that have enough raters. Other vectors than an honest coordinator's
  /// keep every bound of the sums; what they show of people is in docs/threat-model.md.
  ///
  /// @param startsFromSeed whether the vectors follow from the public seed
  static AlsBroadcast read(Path file, AlsTerms terms, boolean startsFromSeed) throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      RatingTotals totals = totals(tensors, terms.items());
      requirePossible(totals, terms);
      if (startsFromSeed) {
        return of(
            totals,
            terms,
            AlternatingLeastSquares.start(
                terms.objective(), totals, terms.minSupport(), terms.seed()));
      }
      int rank = terms.objective().rank();
      float[] factors = tensors.f32(FACTORS, terms.items(), rank);
      for (int n = 0; n < factors.length; n++) {
        if (!Float.isFinite(factors[n])) {
          throw new ContributionRefusedException("the broadcast has a vector that is not finite");
        }
        if (factors[n] != 0 && totals.raters()[n / rank] < terms.minSupport()) {
          throw new ContributionRefusedException(
              "the broadcast has a vector for an item of fewer than minSupport raters");
        }
      }
      AlsBroadcast broadcast = of(totals, terms, DenseMatrix.of(terms.items(), rank, factors));
      for (int item = 0; item < terms.items(); item++) {
        if (!terms.objective().holds(broadcast.model().base(item))) {
          throw new ContributionRefusedException(
              "the broadcast has a bias that takes an item out of the range of ratings");
        }
      }
      return broadcast;
    }
  }

  private static AlsBroadcast of(RatingTotals totals, AlsTerms terms, DenseMatrix vectors) {
    return new AlsBroadcast(
        totals,
        AlternatingLeastSquares.forUsers(
            terms.objective(totals), totals, terms.minSupport(), vectors));
  }

  private static void requirePossible(RatingTotals totals, AlsTerms terms) {
    if (!totals.isPossible(terms.objective())) {
      throw new ContributionRefusedException(
          "the broadcast has totals that no ratings have: raters outside [0, users], or a mean"
              + " outside the range of ratings");
    }
  }

  /// Writes a broadcast, whole or not at all.
  static void write(Path file, RatingTotals totals, @Nullable DenseMatrix factors)
      throws IOException {
    List<TensorSpec> tensors = new ArrayList<>();
    tensors.add(TensorSpec.of(RATERS, TensorType.I64, totals.raters().length));
    tensors.add(TensorSpec.of(USERS, TensorType.I64, 1));
    tensors.add(TensorSpec.of(SUM, TensorType.F64, 1));
    if (factors != null) {
      tensors.add(TensorSpec.of(FACTORS, TensorType.F32, factors.rows(), factors.columns()));
    }
    FileDraft.write(
        file,
        draft -> {
          try (SafetensorsWriter writer = SafetensorsWriter.create(draft, tensors, Map.of())) {
            writer.writeI64(RATERS, totals.raters());
            writer.writeI64(USERS, totals.users());
            writer.writeF64(SUM, totals.sum());
            if (factors != null) {
              writer.writeF32(FACTORS, factors.data());
            }
          }
        });
  }
}
