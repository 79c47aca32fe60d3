package io.privirec.serving.ranking;

import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.Filtered;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes answers of rankings, in the ids of the catalogue.
record RankedAnswers(VerifiedRelease release, CatalogueIndex catalogue) {
  /// One page of a ranking.
  ///
  /// @param reasons null: none are asked for
  /// @param start in nanoseconds, when the request began
  RecommendationAnswer of(
      Ranking ranking,
      PageRange page,
      @Nullable Explanations reasons,
      List<String> ignored,
      Filtered filtered,
      long start) {
    List<RankedItem> items = new ArrayList<>();
    for (int n = page.offset(); n < ranking.length(); n++) {
      int item = ranking.item(n);
      items.add(
          new RankedItem(
              catalogue.id(item),
              catalogue.title(item),
              n + 1,
              ranking.score(n),
              reasons == null ? null : reasons.of(item)));
    }
    return new RecommendationAnswer(
        release.manifest().releaseId(),
        release.filterHash(),
        release.manifest().sessionId(),
        ranking.strategy(),
        (System.nanoTime() - start) / 1_000,
        items,
        ignored,
        filtered,
        page.next(ranking.available()),
        null,
        null);
  }
}
