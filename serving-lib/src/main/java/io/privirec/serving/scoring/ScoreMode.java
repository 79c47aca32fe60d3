package io.privirec.serving.scoring;

/// What a model scores a history by.
public enum ScoreMode {
  /// The folded filter, the model that everybody scores to the same bits.
  FOLDED,
  /// The product that the filter was folded from, without rounding and pruning its entries.
  EXACT;

  /// As a request says it.
  public static ScoreMode of(boolean exact) {
    return exact ? EXACT : FOLDED;
  }
}
