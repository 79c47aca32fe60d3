package io.privirec.wire;

import java.time.Instant;
import java.util.List;

/** A loaded model: where it comes from and what protects it. */
public record ModelView(
    String modelVersion,
    boolean active,
    String model,
    String algorithm,
    @ByAlgorithm AlgorithmParameters parameters,
    String sessionId,
    String filterHash,
    int items,
    int cohortSize,
    List<String> survivors,
    ReleaseManifest.Privacy privacy,
    Instant createdAt,
    Instant loadedAt) {
  public ModelView {
    survivors = List.copyOf(survivors);
  }
}
