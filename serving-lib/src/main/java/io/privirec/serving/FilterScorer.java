package io.privirec.serving;

import io.privirec.filter.graph.FilterRow;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;

/** Every graph filter that is linear in the history, folded: GF-CF, Turbo-CF, BSPM, spectral. */
record FilterScorer(FoldedFilter filter) implements Scorer.Personal {
  static FilterScorer open(VerifiedRelease release) throws IOException {
    return new FilterScorer(FoldedFilter.open(release.file(ReleaseManifest.FILTER)));
  }

  @Override
  public String kind() {
    return "folded-filter";
  }

  @Override
  public int items() {
    return filter.items();
  }

  @Override
  public void score(int[] history, float[] weights, float[] scores) {
    filter.score(history, weights, scores);
  }

  @Override
  public float[] contributions(int[] history, float[] weights, int item) {
    float[] contributions = new float[history.length];
    for (int n = 0; n < history.length; n++) {
      contributions[n] = weights[n] * filter.contribution(history[n], item);
    }
    return contributions;
  }

  @Override
  public float contribution(int source, int item) {
    return filter.contribution(source, item);
  }

  @Override
  public FilterRow alike(int item) {
    return filter.row(item);
  }

  /** Unmaps the file. */
  @Override
  public void close() {
    filter.close();
  }
}
