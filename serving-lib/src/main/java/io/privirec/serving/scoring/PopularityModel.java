package io.privirec.serving.scoring;

import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.wire.ReleaseManifest;
import org.jspecify.annotations.Nullable;

/// Nothing but item degrees: everyone gets popular items, and no two items are alike.
record PopularityModel(int items) implements ReleasedModel {
  static final Kind KIND =
      new Kind(
          Popularity.KIND,
          false,
          ReleaseManifest.DEGREES,
          false,
          null,
          (file, _, _) -> new PopularityModel(ItemDegreesFile.read(file).length));

  @Override
  public boolean has(ScoreMode mode) {
    return mode == ScoreMode.FOLDED;
  }

  @Override
  public @Nullable HistoryScorer histories(ScoreMode mode) {
    if (!has(mode)) {
      throw new RequestRefusal.NoExactForm();
    }
    return null;
  }

  @Override
  public float contribution(int source, int item) {
    return 0;
  }

  @Override
  public float largestContribution(int source) {
    return 0;
  }

  @Override
  public void close() {}
}
