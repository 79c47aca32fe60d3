package io.privirec.federation;

import io.privirec.secagg.VectorSpec;

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

  /// The sum is opened over whole cells of the roster or not at all: wherever contributions depend
  /// on data and carry no noise.
  record ClosedSum(int index, String name, VectorSpec vector, long broadcastBytes)
      implements RoundSpec {
    public ClosedSum {
      requireRanges(index, broadcastBytes);
    }
  }

  /// The sum is opened over whoever stays to the end.
  record TolerantSum(int index, String name, VectorSpec vector, long broadcastBytes)
      implements RoundSpec {
    public TolerantSum {
      requireRanges(index, broadcastBytes);
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
