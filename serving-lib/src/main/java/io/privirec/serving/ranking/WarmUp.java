package io.privirec.serving.ranking;

import io.privirec.filter.ranking.Popularity;
import io.privirec.filter.ranking.TopK;
import io.privirec.serving.scoring.History;
import io.privirec.serving.scoring.HistoryScorer;
import io.privirec.serving.scoring.ScoringListener;
import java.util.stream.IntStream;

/// Scores made-up histories of popular items, so that the first real one finds warm code and pages.
///
/// @param items of the catalogue
record WarmUp(Popularity popularity, int items) {
  private static final int MAX_LENGTH = 32;
  private static final int RANKED = 20;

  /// Scores so many histories of different lengths.
  void score(HistoryScorer histories, int requests) {
    int[] popular = popularity.excluding(items, new int[0]);
    for (int n = 0; n < requests && items > 0; n++) {
      int length = Math.min(1 + n % MAX_LENGTH, items);
      int step = 1 + n;
      int[] chosen =
          IntStream.range(0, length)
              .map(i -> popular[(int) ((long) i * step % items)])
              .distinct()
              .toArray();
      History history = History.ofItems(chosen);
      histories.score(
          history, ScoringListener.NONE, scores -> TopK.excluding(scores, RANKED, history.items()));
    }
  }
}
