package io.privirec.serving.ranking;

import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.serving.scoring.History;
import io.privirec.serving.scoring.HistoryScorer;
import io.privirec.serving.scoring.PredictedRatings;
import io.privirec.serving.scoring.PredictedRatings.Predicted;
import io.privirec.serving.scoring.ScoringListener;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresAnswer.ItemScore;
import io.privirec.wire.ScoresRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What a history says about items that are named; of a model of popularity, the item degrees.
final class ItemScores {
  private final VerifiedRelease release;
  private final CatalogueIndex catalogue;
  private final long[] degrees;
  private final ScoringListener listener;

  ItemScores(
      VerifiedRelease release, CatalogueIndex catalogue, long[] degrees, ScoringListener listener) {
    this.release = release;
    this.catalogue = catalogue;
    this.degrees = degrees;
    this.listener = listener;
  }

  /// Scores the items asked for, in their order.
  ///
  /// @param scorer null: the model knows popularity alone
  /// @throws io.privirec.serving.scoring.RequestRefusal.InvalidValue if a value is outside its
  ///   range
  ScoresAnswer of(ScoresRequest request, @Nullable HistoryScorer scorer) {
    long start = System.nanoTime();
    History history = History.of(request.history(), request.context(), catalogue);
    Set<String> asked = new LinkedHashSet<>(request.items());
    List<String> unknown = asked.stream().filter(item -> catalogue.indexOf(item) < 0).toList();
    int[] items = asked.stream().mapToInt(catalogue::indexOf).filter(item -> item >= 0).toArray();
    boolean explain = Boolean.TRUE.equals(request.explain());
    if (explain) {
      Explanations.requireBounded(items.length, history);
    }
    float[] scores =
        scorer == null
            ? picked(items, item -> degrees[item])
            : scorer.score(history, listener, all -> picked(items, item -> all[item]));
    // Not while the scores are held, which others wait for.
    Explanations reasons = explain ? Explanations.of(scorer, history, catalogue) : null;
    PredictedRatings ratings = scorer == null ? null : scorer.ratings(history);
    List<ItemScore> scored =
        IntStream.range(0, items.length)
            .mapToObj(n -> itemScore(items[n], scores[n], ratings, reasons))
            .toList();
    return new ScoresAnswer(
        release.manifest().releaseId(),
        release.filterHash(),
        release.manifest().sessionId(),
        (System.nanoTime() - start) / 1_000,
        scored,
        unknown,
        history.unknown());
  }

  private ItemScore itemScore(
      int item, float score, @Nullable PredictedRatings ratings, @Nullable Explanations reasons) {
    Predicted predicted = ratings == null ? null : ratings.of(item, score);
    return new ItemScore(
        catalogue.id(item),
        score,
        predicted == null ? null : predicted.rating(),
        predicted == null ? null : predicted.base(),
        reasons == null ? null : reasons.of(item));
  }

  private static float[] picked(int[] items, Ranking.Score score) {
    float[] picked = new float[items.length];
    for (int n = 0; n < items.length; n++) {
      picked[n] = score.of(items[n]);
    }
    return picked;
  }
}
