package io.privirec.serving;

import io.privirec.filter.ranking.TopK;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.SimilarItemsRequest;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The items that some items recommend most, by the sum of their rows of the filter as far as it is
 * positive.
 *
 * @param scorer null: the model knows popularity alone, and finds nothing similar
 */
record SimilarItems(
    @Nullable HistoryScorer scorer,
    CatalogueIndex catalogue,
    CurrentMetadata metadata,
    RankedAnswers answers) {
  /** Empty when the catalogue has none of the items asked for. */
  Optional<RecommendationAnswer> of(SimilarItemsRequest request, Moment moment) {
    long start = System.nanoTime();
    Page page = Page.of(request.k(), request.offset());
    Set<Integer> known = new TreeSet<>();
    Set<String> unknown = new LinkedHashSet<>();
    for (String id : request.items()) {
      int item = catalogue.indexOf(id);
      if (item < 0) {
        unknown.add(id);
      } else {
        known.add(item);
      }
    }
    if (known.isEmpty()) {
      return Optional.empty();
    }
    History sources = History.of(known);
    Candidates candidates =
        Candidates.without(
            sources.items(), catalogue, metadata.eligibility(request.filter(), moment));
    Ranking ranking =
        scorer == null ? Ranking.EMPTY : alike(scorer, sources, candidates.items(), page.end());
    return Optional.of(
        answers.of(ranking, page, null, List.copyOf(unknown), candidates.filtered(), start));
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
