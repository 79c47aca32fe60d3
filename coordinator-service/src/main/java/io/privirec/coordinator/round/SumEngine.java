package io.privirec.coordinator.round;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.Unmasker;
import java.io.IOException;
import java.util.SortedSet;

/// Makes the sum of a round from the staged chunks of exactly its survivors.
interface SumEngine {
  /// Sums every chunk that is not summed yet; when it returns, the whole sum is durable. Repeating
  /// it, also after a crash, writes the same bytes.
  void sum(Order order) throws IOException, InterruptedException;

  /// What to sum.
  ///
  /// @param unmasker removes the masks from a sum of exactly these survivors
  record Order(
      RoundId round, VectorSpec vector, SortedSet<ParticipantId> survivors, Unmasker unmasker) {}
}
