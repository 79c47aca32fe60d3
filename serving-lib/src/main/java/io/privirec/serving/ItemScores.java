package io.privirec.serving;

import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresAnswer.ItemScore;
import io.privirec.wire.ScoresRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a history says about items that are named; of a model of popularity, the item degrees. */
final class ItemScores {
  private final VerifiedRelease release;
  private final CatalogueIndex catalogue;
  private final long[] degrees;

  ItemScores(VerifiedRelease release, CatalogueIndex catalogue, long[] degrees) {
    this.release = release;
    this.catalogue = catalogue;
    this.degrees = degrees;
  }

  /**
   * Scores the items asked for, in their order.
   *
   * @param scorer null: the model knows popularity alone
   */
  ScoresAnswer of(ScoresRequest request, @Nullable HistoryScorer scorer) {
    long start = System.nanoTime();
    History history = History.of(request.history(), request.context(), catalogue);
    Set<String> asked = new LinkedHashSet<>(request.items());
    List<String> unknown = asked.stream().filter(item -> catalogue.indexOf(item) < 0).toList();
    Reasons reasons =
        Boolean.TRUE.equals(request.explain()) ? new Reasons(scorer, history, catalogue) : null;
    List<ItemScore> scored =
        scorer == null
            ? scored(asked, item -> degrees[item], reasons)
            : scorer.score(
                history,
                ScoringListener.NONE,
                scores -> scored(asked, item -> scores[item], reasons));
    return new ScoresAnswer(
        release.manifest().releaseId(),
        release.filterHash(),
        release.manifest().sessionId(),
        (System.nanoTime() - start) / 1_000,
        scored,
        unknown,
        history.unknown());
  }

  private List<ItemScore> scored(
      Set<String> asked, Ranking.Score score, @Nullable Reasons reasons) {
    return asked.stream()
        .filter(id -> catalogue.indexOf(id) >= 0)
        .map(id -> {
          int item = catalogue.indexOf(id);
          return new ItemScore(id, score.of(item), reasons == null ? null : reasons.of(item));
        })
        .toList();
  }
}
