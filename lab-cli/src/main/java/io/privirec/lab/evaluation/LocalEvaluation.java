package io.privirec.lab.evaluation;

import io.privirec.filter.factor.ItemFactorScores;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.ranking.RankingMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Evaluates in this process what needs no service: popularity, and filters.
///
/// @param progress hears how many users have their lists
public record LocalEvaluation(TestUsers users, IntConsumer progress) {
  /// 256 × 41,000 scores are 42 MB.
  private static final int BATCH = 256;

  public LocalEvaluation(TestUsers users) {
    this(users, scored -> {});
  }

  /// The most popular items that a user has not seen.
  public Quality popularity() {
    return Quality.of(rankedByPopularity());
  }

  public RankingMetrics rankedByPopularity() {
    return users.metrics(RankedItems.items(popularItems()));
  }

  /// The most popular items that each user has not seen.
  public RankedItems[] popularItems() {
    return IntStream.range(0, users.count()).mapToObj(users::popular).toArray(RankedItems[]::new);
  }

  /// Scores with all of a filter.
  public Quality exact(ItemFilter filter) {
    return Quality.of(ranked(filter));
  }

  /// Every metric of a filter.
  ///
  /// @param filter null for popularity
  public RankingMetrics ranked(@Nullable ItemFilter filter) {
    return filter == null ? rankedByPopularity() : metrics(lists(filter));
  }

  public RankingMetrics metrics(int[][] lists) {
    return users.metrics(lists);
  }

  /// The best items of each user, by all of a filter.
  public int[][] lists(ItemFilter filter) {
    int[][] ranked = new int[users.count()][];
    for (int from = 0; from < ranked.length; from += BATCH) {
      int first = from;
      int[][] histories =
          IntStream.range(from, Math.min(from + BATCH, ranked.length))
              .mapToObj(users::history)
              .toArray(int[][]::new);
      DenseMatrix scores = filter.scoreBatch(histories);
      BitSet unscored = filter.unscored();
      IntStream.range(0, histories.length)
          .parallel()
          .forEach(row ->
              ranked[first + row] = users.best(first + row, row(scores, row), unscored).items());
      progress.accept(from + histories.length);
    }
    return ranked;
  }

  /// Scores with the filter folded as the coordinator folds it.
  ///
  /// @param scratch file to fold into
  public Quality folded(ItemFilter filter, int topN, Path scratch) throws IOException {
    FilterFolder.fold(filter, topN, scratch);
    return Quality.of(metrics(foldedLists(scratch)));
  }

  /// The best items of each user, by a folded filter.
  ///
  /// @param file `filter.safetensors`
  public int[][] foldedLists(Path file) throws IOException {
    return RankedItems.items(foldedItems(file));
  }

  /// The best items of each user with their scores, by a folded filter.
  ///
  /// @param file `filter.safetensors`
  public RankedItems[] foldedItems(Path file) throws IOException {
    try (FoldedFilter folded = FoldedFilter.open(file)) {
      return IntStream.range(0, users.count())
          .parallel()
          .mapToObj(n -> {
            float[] scores = new float[folded.items()];
            folded.score(users.history(n), scores);
            return users.best(n, scores, new BitSet());
          })
          .toArray(RankedItems[]::new);
    }
  }

  /// The best items of each user with their scores, by items' vectors and what users rated.
  public RankedItems[] factorItems(ItemFactorScores factors) {
    BitSet unscored = factors.unscored();
    return IntStream.range(0, users.count())
        .parallel()
        .mapToObj(n -> users.best(n, factors.of(users.history(n), users.ratings(n)), unscored))
        .toArray(RankedItems[]::new);
  }

  private static float[] row(DenseMatrix scores, int row) {
    int columns = scores.columns();
    return Arrays.copyOfRange(scores.data(), row * columns, (row + 1) * columns);
  }
}
