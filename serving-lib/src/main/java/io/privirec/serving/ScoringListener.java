package io.privirec.serving;

/** Told how long the parts of scoring took. Implementations must be fast and thread-safe. */
@FunctionalInterface
public interface ScoringListener {
  /** Listens to nothing. */
  ScoringListener NONE = (phase, nanos) -> {};

  /** One part of one request is done. */
  void scored(Phase phase, long nanos);

  /** Parts of scoring one request. */
  enum Phase {
    /** Adding up the rows of the history. */
    GATHER,
    /** Filtering and finding the best. */
    TOPK
  }
}
