package io.privirec.federation;

import io.privirec.secagg.VectorSpec;
import java.util.Optional;

/// One round of a session: which vector is summed, over whom the sum may be opened, and how large a
/// broadcast comes before it.
public sealed interface RoundSpec {
  /// Position in the session, from 0.
  int index();

  /// Stable name, shown to people: `item-degrees`, `power-iteration-1`.
  String name();

  /// What every participant masks and sends.
  VectorSpec vector();

  /// Approximate size of what every participant downloads first; 0 for none.
  long broadcastBytes();

  /// Of which every participant adds a share to its vector; empty where sums are exact.
  Optional<RoundNoise> noise();

  /// The numbers per item that a sum without noise tells of data. Each is one linear equation on
  /// the item's row of the Gram matrix. 0 for sums with noise, which ε counts, and for sums that do
  /// not depend on data.
  int columns();

  /// The sum is opened over whole cells of the roster or not at all: wherever contributions depend
  /// on data and carry no noise, and where noise is to be least.
  record ClosedSum(
      int index,
      String name,
      VectorSpec vector,
      long broadcastBytes,
      Optional<RoundNoise> noise,
      int columns)
      implements RoundSpec {
    public ClosedSum {
      requireRanges(index, broadcastBytes);
      if (columns < 0 || (columns > 0 && noise.isPresent())) {
        throw new IllegalArgumentException(
            "columns must be from 0 on, and 0 with noise. Provided value: " + columns);
      }
    }

    /// A sum without noise.
    ///
    /// @param columns numbers per item that it tells of data
    public ClosedSum(int index, String name, VectorSpec vector, long broadcastBytes, int columns) {
      this(index, name, vector, broadcastBytes, Optional.empty(), columns);
    }

    /// A sum with noise.
    public ClosedSum(
        int index, String name, VectorSpec vector, long broadcastBytes, RoundNoise noise) {
      this(index, name, vector, broadcastBytes, Optional.of(noise), 0);
    }
  }

  /// The sum is opened over whoever stays to the end: of values that are nobody's data, or that
  /// carry noise.
  record TolerantSum(
      int index, String name, VectorSpec vector, long broadcastBytes, Optional<RoundNoise> noise)
      implements RoundSpec {
    public TolerantSum {
      requireRanges(index, broadcastBytes);
    }

    /// A sum without noise.
    public TolerantSum(int index, String name, VectorSpec vector, long broadcastBytes) {
      this(index, name, vector, broadcastBytes, Optional.empty());
    }

    /// Sums over data without noise are closed.
    @Override
    public int columns() {
      return 0;
    }
  }

  /// Whether participants need a broadcast before they can contribute.
  default boolean hasBroadcast() {
    return broadcastBytes() > 0;
  }

  /// Name of the broadcast's file in the plan's working directory.
  default String broadcastFile() {
    return "broadcast-" + index() + ".safetensors";
  }

  private static void requireRanges(int index, long broadcastBytes) {
    if (index < 0 || broadcastBytes < 0) {
      throw new IllegalArgumentException("index and broadcastBytes must not be negative");
    }
  }
}
