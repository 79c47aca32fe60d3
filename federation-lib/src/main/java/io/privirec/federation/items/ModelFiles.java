package io.privirec.federation.items;

import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.spectral.FactorsFile;

/// Names of the files that plans make, the same in a session's working directory and in its
/// release.
public final class ModelFiles {
  /// V, of every algorithm on interactions.
  public static final String DEGREES = ItemDegreesFile.NAME;

  /// P̃.
  public static final String GRAM = "gram.safetensors";

  /// S, Λ and V.
  public static final String FACTORS = FactorsFile.NAME;

  /// F, folded, only in the release.
  public static final String FILTER = "filter.safetensors";

  /// F as a product, where it is one, only in the release.
  public static final String FACTORED_FILTER = "factored-filter.safetensors";

  private ModelFiles() {}

  /// Of a folded filter: columns in 16 or 32 bits, values in 16.
  public static long filterBytes(int items, int topN) {
    long entries = (long) items * Math.min(topN, items);
    return 8L * (items + 1) + entries * (items <= 65_535 ? 4 : 6);
  }

  /// Of a factored filter.
  public static long factoredFilterBytes(int items, int depth) {
    return 2L * Float.BYTES * items * depth;
  }
}
