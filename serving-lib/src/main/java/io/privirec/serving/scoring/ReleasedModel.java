package io.privirec.serving.scoring;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The open model of a release: one implementation per kind, which alone knows the kind's files and
/// how they score a history. Which items may appear, in which order, and what fills up is the same
/// for all kinds, and the [io.privirec.serving.ranking.Recommender]'s. Thread-safe.
///
/// A new kind is one more class, named in the two lists here.
public sealed interface ReleasedModel extends AutoCloseable
    permits FoldedFilterModel, ItemFactorsModel, PopularityModel {
  /// The kind of that name; empty: it is not known here.
  static Optional<Kind> kind(String name) {
    return Stream.of(FoldedFilterModel.KIND, ItemFactorsModel.KIND, PopularityModel.KIND)
        .filter(kind -> kind.name().equals(name))
        .findFirst();
  }

  /// How many items the model has.
  int items();

  /// Whether the model scores in that mode.
  boolean has(ScoreMode mode);

  /// What scores histories in a mode; null: the model knows popularity alone.
  ///
  /// @throws RequestRefusal.NoExactForm if the model does not score in that mode
  @Nullable HistoryScorer histories(ScoreMode mode);

  /// Items of which the model says nothing, whatever the history: they score 0 and rank after all
  /// others, since 0 need not be less than what the others score.
  default BitSet unscored() {
    return new BitSet();
  }

  /// What scores items by how alike they are to those of a history; null: no two are alike.
  default @Nullable HistoryScorer alike() {
    return histories(ScoreMode.FOLDED);
  }

  /// What one history item of weight 1 adds to the score of an item, to tell how alike they are.
  float contribution(int source, int item);

  /// The largest contribution of an item to any other item; at least 0.
  float largestContribution(int source);

  /// Releases files and threads. Nobody may be asking any more.
  @Override
  void close();

  /// A kind of model: what is known of a release from its manifest alone.
  ///
  /// @param name as the manifest says it
  /// @param readsHistories whether a history changes the answer; else everyone gets popular items
  /// @param file the model, whose hash stands for it in answers
  /// @param isMapped whether the file stays on the disk and its pages are mapped; else it is read
  ///   into the heap
  /// @param exactFile what exact scores are made from, in releases that list it; null: the kind has
  ///   no exact scores of its own
  record Kind(
      String name,
      boolean readsHistories,
      String file,
      boolean isMapped,
      @Nullable String exactFile,
      Opener opener) {
    /// Opens the files of a verified release.
    @FunctionalInterface
    public interface Opener {
      /// Opens a model.
      ///
      /// @param exactFile null: exact scores are not wanted, or the release has none
      /// @param batches told how many exact requests are scored together
      ReleasedModel open(Path file, @Nullable Path exactFile, ScoringListener batches)
          throws IOException;
    }
  }
}
