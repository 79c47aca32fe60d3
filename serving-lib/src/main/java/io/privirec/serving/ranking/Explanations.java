package io.privirec.serving.ranking;

import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.serving.scoring.History;
import io.privirec.serving.scoring.HistoryScorer;
import io.privirec.serving.scoring.RequestRefusal;
import io.privirec.wire.RecommendationAnswer.Contribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Why an item has its score: what each history item adds, the largest first, where it is not zero.
///
/// @param parts of the scores, by item; null where they are of popularity, which has no reasons
record Explanations(
    @Nullable IntFunction<float[]> parts, History history, CatalogueIndex catalogue) {
  /// Contributions of one answer: what it says why with must fit into memory, many at a time.
  private static final int MOST = 50_000;

  static Explanations of(
      @Nullable HistoryScorer scorer, History history, CatalogueIndex catalogue) {
    return new Explanations(
        scorer == null ? null : scorer.contributions(history), history, catalogue);
  }

  /// Refuses to explain so many items.
  ///
  /// @throws io.privirec.serving.scoring.RequestRefusal.InvalidValue if items times history are too
  ///   many
  static void requireBounded(int items, History history) {
    if ((long) items * history.items().length > MOST) {
      throw new RequestRefusal.InvalidValue(
          "/explain",
          "must be false where items times known history are more than "
              + MOST
              + ": ask for fewer");
    }
  }

  List<Contribution> of(int item) {
    List<Contribution> contributions = new ArrayList<>();
    if (parts != null) {
      float[] added = parts.apply(item);
      for (int n = 0; n < added.length; n++) {
        if (added[n] != 0) {
          contributions.add(new Contribution(catalogue.id(history.items()[n]), added[n]));
        }
      }
    }
    contributions.sort(Comparator.comparingDouble(Contribution::contribution).reversed());
    return contributions;
  }
}
