package io.privirec.federation.factors;

import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.FileDraft;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What the coordinator sends to everyone before a product, as a safetensors file. Its numbers of
/// the first sum are those of `privirec-k`, of which the first round is; after it, the basis is in
/// doubles.
///
/// - `item_degrees` V: I64, shape [items]
/// - `users`, their number: I64, shape [1]
/// - `basis` Z, orthonormal columns: F64, shape [items, r]; absent before the first product, which
///   starts from the public seed
///
/// @param itemDegrees V
/// @param basis Z
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FedPowerBroadcast(long users, long[] itemDegrees, TallMatrix basis) {
  public static final String ITEM_DEGREES = "item_degrees";
  public static final String USERS = "users";
  private static final String BASIS = "basis";

  /// Most difference of ZᵀZ from the identity, and so what it may add to the bound of a sum.
  private static final double ORTHONORMAL_WITHIN = 0x1p-20;

  /// Of the tensors.
  ///
  /// @param columns of the basis; 0 without one
  public static long bytes(int items, int columns) {
    return Long.BYTES * (items + 1L) + (long) Double.BYTES * items * columns;
  }

  /// Reads the numbers of the first sum, and the basis that is in the file or follows from the
  /// seed.
  ///
  /// @param startsFromSeed whether the basis follows from the public seed
  public static FedPowerBroadcast read(Path file, FedPowerTerms algorithm, boolean startsFromSeed)
      throws IOException {
    int items = algorithm.items();
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      int width = algorithm.width();
      return new FedPowerBroadcast(
          tensors.i64(USERS, 1)[0],
          tensors.i64(ITEM_DEGREES, items),
          startsFromSeed
              ? algorithm.start()
              : TallMatrix.of(items, width, tensors.f64(BASIS, items, width)));
    }
  }

  /// Refuses what no honest coordinator sends: degrees outside [0, users] or below the minimum
  /// support, and a basis that is not orthonormal, which could take sums out of their bound.
  public FedPowerBroadcast checked(int minSupport) {
    for (long degree : itemDegrees) {
      if (degree < 0 || degree > users) {
        throw new ContributionRefusedException(
            "the broadcast has an item degree outside [0, " + users + "], the users");
      }
      if (degree > 0 && degree < minSupport) {
        throw new ContributionRefusedException(
            "the broadcast has an item of fewer than minSupport = %s users".formatted(minSupport));
      }
    }
    if (!basis.isOrthonormal(ORTHONORMAL_WITHIN)) {
      throw new ContributionRefusedException(
          "the columns of the broadcast basis are not orthonormal");
    }
    return this;
  }

  /// The next one, whole or not at all.
  public void write(Path file) throws IOException {
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of(ITEM_DEGREES, TensorType.I64, itemDegrees.length),
            TensorSpec.of(USERS, TensorType.I64, 1),
            TensorSpec.of(BASIS, TensorType.F64, basis.rows(), basis.columns()));
    FileDraft.write(
        file,
        draft -> {
          try (SafetensorsWriter writer = SafetensorsWriter.create(draft, tensors, Map.of())) {
            writer.writeI64(ITEM_DEGREES, itemDegrees);
            writer.writeI64(USERS, users);
            writer.writeF64(BASIS, basis.data());
          }
        });
  }

  /// The same numbers with another basis.
  public FedPowerBroadcast with(TallMatrix other) {
    return new FedPowerBroadcast(users, itemDegrees, other);
  }
}
