package io.privirec.serving.scoring;

/// Told how long the parts of scoring took. Implementations must be fast and thread-safe.
@FunctionalInterface
public interface ScoringListener {
  /// Listens to nothing.
  ScoringListener NONE = (phase, nanos) -> {};

  /// One part of one request is done.
  void scored(Phase phase, long nanos);

  /// So many exact requests were scored by one product.
  default void batched(int requests) {}

  /// Parts of scoring one request.
  enum Phase {
    /// Adding up the rows of the history.
    GATHER,
    /// Of an exact request, instead: waiting for the product with the factors, and making it.
    LOWRANK,
    /// Filtering and finding the best.
    TOPK
  }
}
