package io.privirec.recommender.batch;

import org.jspecify.annotations.Nullable;

/// Which models a batch asks; subjects are the lines' own.
///
/// @param model version of a loaded model; null: by the lines' subjects, or the active one
/// @param experiment whose arms are meant; null: the one that began first
/// @param exact whether to score by the factors that the filter was folded from
record BatchChoice(@Nullable String model, @Nullable String experiment, boolean exact) {
  /// What its parameters are called in the API's description.
  static final String MODEL =
      "version of a loaded model for all lines; default: by `subject` of each line, or the active"
          + " one";

  static final String EXPERIMENT =
      "experiment whose arms decide the model of each line, which needs a `subject` then; default:"
          + " the oldest one, for lines with a `subject`";

  static final String EXACT =
      "score by the factors that the filter was folded from, where the service keeps them";

  boolean isNamed() {
    return model != null || experiment != null;
  }
}
