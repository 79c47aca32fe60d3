package io.privirec.federation;

import io.privirec.secagg.VectorSpec;

/// One round of a session: which vector is summed, and how large a broadcast comes before it.
///
/// @param index position in the session, from 0
/// @param name stable name, shown to people: `item-degrees`, `power-iteration-1`
/// @param broadcastBytes approximate size of what every participant downloads first; 0 for none
public record RoundSpec(int index, String name, VectorSpec vector, long broadcastBytes) {
  public RoundSpec {
    if (index < 0 || broadcastBytes < 0) {
      throw new IllegalArgumentException("index and broadcastBytes must not be negative");
    }
  }

  /// Whether participants need a broadcast before they can contribute.
  public boolean hasBroadcast() {
    return broadcastBytes > 0;
  }

  /// Name of the broadcast's file in the plan's working directory.
  public String broadcastFile() {
    return "broadcast-" + index + ".safetensors";
  }
}
