package io.privirec.serving.ranking;

import io.privirec.filter.ranking.TopK;
import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.serving.metadata.CurrentMetadata;
import io.privirec.serving.metadata.Eligibility;
import io.privirec.serving.metadata.RequestContext;
import io.privirec.serving.scoring.History;
import io.privirec.serving.scoring.HistoryScorer;
import io.privirec.serving.scoring.ScoringListener;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.Filtered;
import io.privirec.wire.SimilarItemsRequest;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The items that some items recommend most, by the sum of their rows of the filter as far as it is
/// positive.
///
/// @param scorer null: the model knows popularity alone, and finds nothing similar
record SimilarItems(
    @Nullable HistoryScorer scorer,
    CatalogueIndex catalogue,
    CurrentMetadata metadata,
    Bitmaps bitmaps,
    RankedAnswers answers) {
  /// Empty when the catalogue has none of the items asked for.
  Optional<RecommendationAnswer> of(SimilarItemsRequest request, RequestContext context) {
    long start = System.nanoTime();
    PageRange page = PageRange.of(request.k(), request.offset());
    List<String> unknown =
        request.items().stream().filter(id -> catalogue.indexOf(id) < 0).distinct().toList();
    int[] known =
        request.items().stream()
            .mapToInt(catalogue::indexOf)
            .filter(item -> item >= 0)
            .distinct()
            .toArray();
    if (known.length == 0) {
      return Optional.empty();
    }
    History sources = History.ofItems(known);
    Eligibility eligibility = metadata.eligibility(request.filter(), context);
    return Optional.of(
        bitmaps.with(bitmap -> {
          Candidates candidates =
              Candidates.without(bitmap, sources.items(), catalogue, eligibility);
          Filtered filtered = candidates.filtered();
          Ranking ranking =
              scorer == null ? Ranking.EMPTY : alike(scorer, sources, bitmap, page.end());
          return answers.of(ranking, page, null, unknown, filtered, start);
        }));
  }

  private static Ranking alike(HistoryScorer scorer, History sources, BitSet candidates, int end) {
    return scorer.score(
        sources,
        ScoringListener.NONE,
        scores -> {
          for (int item = candidates.nextSetBit(0);
              item >= 0;
              item = candidates.nextSetBit(item + 1)) {
            candidates.set(item, scores[item] > 0);
          }
          int[] best = TopK.among(scores, end, candidates);
          return new Ranking(
              best, item -> scores[item], Ranking.PERSONALIZED, candidates.cardinality());
        });
  }
}
