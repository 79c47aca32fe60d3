package io.privirec.round;

import io.privirec.secagg.VectorSpec;
import java.util.Optional;

/// How much disk the contributions to one round may take. A full spool is chosen where it fits,
/// because it does without whoever is lost; else the widest window that does.
///
/// @param bytes for staged chunks and sums of one round
public record StagingBudget(long bytes) {
  /// Some times what a participant sends at once: a wider one would decouple nobody further.
  private static final int WIDEST_WINDOW = 32;

  /// Empty where not even the narrowest window fits.
  public Optional<Staging> choose(VectorSpec vector, int participants) {
    Staging full = new Staging.FullSpool();
    if (full.diskBytes(vector, participants) <= bytes) {
      return Optional.of(full);
    }
    if (vector.isOfCiphertexts()) {
      // Nothing is summed as it comes in.
      return Optional.empty();
    }
    long left = bytes - vector.totalBytes();
    long width = left / ((long) participants * vector.bytesInChunk(0));
    return width < 1
        ? Optional.empty()
        : Optional.of(new Staging.Window((int) Math.min(width, WIDEST_WINDOW)));
  }

  /// What a round takes at least, however little that leaves of a window.
  public static Staging narrowest(VectorSpec vector) {
    return vector.isOfCiphertexts() ? new Staging.FullSpool() : new Staging.Window(1);
  }
}
