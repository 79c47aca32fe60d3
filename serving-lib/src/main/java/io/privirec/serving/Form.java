package io.privirec.serving;

/** In which form a model scores a history. */
public enum Form {
  /** By the folded filter, the model that everybody scores to the same bits. */
  FOLDED,
  /** By the factors that the filter was folded from, without rounding and pruning its entries. */
  EXACT;

  /** As a request says it. */
  public static Form of(boolean exact) {
    return exact ? EXACT : FOLDED;
  }
}
