package io.privirec.coordinator.draft;

import io.privirec.round.Staging;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.StagingView;

/// How staging is shown.
public final class StagingViews {
  private StagingViews() {}

  /// Returns the view of the staging of one round.
  public static StagingView of(Staging staging, VectorSpec vector, int participants) {
    long bytes = staging.diskBytes(vector, participants);
    return switch (staging) {
      case Staging.FullSpool _ -> new StagingView("full-spool", null, bytes);
      case Staging.Window(int chunks) -> new StagingView("windowed", chunks, bytes);
    };
  }
}
