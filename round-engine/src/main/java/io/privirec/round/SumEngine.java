package io.privirec.round;

import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.Unmasker;
import java.io.IOException;
import java.util.SortedSet;

/// Makes the sum of a round from the staged chunks of exactly its survivors, and keeps it.
/// Repeating anything, also after a crash, writes the same bytes.
public interface SumEngine {
  /// Sums staged chunks from `from` on and before `to`, and leaves the masks on; when it returns,
  /// these sums are durable.
  ///
  /// @param contributors everyone that masks its input: a windowed spool has no others
  void sumMasked(
      RoundId round, VectorSpec vector, SortedSet<ParticipantId> contributors, int from, int to)
      throws IOException, InterruptedException;

  /// Sums every chunk that is not summed yet and takes the masks off; when it returns, the whole
  /// sum is durable. Masked sums are deleted as they are used; where no masks are left on them,
  /// they are the sum.
  void sum(Order order) throws IOException, InterruptedException;

  /// The sums.
  Sums sums();

  /// The sums with their masks on.
  RoundBytes maskedSums();

  /// Whole sums.
  interface Sums extends RoundBytes {
    /// Opens one. Any thread may read any part of it.
    Aggregate open(RoundRecord round, SortedSet<ParticipantId> survivors);
  }

  /// What to sum.
  ///
  /// @param masked chunks, from the first on, whose sums lie here with their masks on
  /// @param unmasker removes the masks from a sum of exactly these survivors
  record Order(
      RoundId round,
      VectorSpec vector,
      SortedSet<ParticipantId> survivors,
      int masked,
      Unmasker unmasker) {}
}
