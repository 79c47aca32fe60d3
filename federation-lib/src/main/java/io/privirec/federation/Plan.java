package io.privirec.federation;

import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The coordinator's side of an algorithm: what to make of a round's sum, and what to publish.
///
/// A plan holds no state. What one step needs from an earlier one lies as files in the session's
/// working directory, each written to a temporary name and renamed; a step repeated after a crash
/// writes the same bytes again.
public interface Plan {
  /// Takes the sum of round `index` and says what follows.
  PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException;

  /// Whether a session that ends between its first sum and its last publishes popular items. Such a
  /// session has spent ε for the counts of its first sum.
  default boolean publishesCounts() {
    return false;
  }

  /// Makes [#writeRelease] write the most popular items by the noisy counts, although later sums
  /// are missing. If a step was [PlanStep.PublishPopular] before, its reason stays. A repeated call
  /// changes nothing.
  ///
  /// @return false if no counts are in the working directory: then the release stays impossible
  default boolean endEarly(PlanStep.PublishPopular why, Path workDirectory) throws IOException {
    return false;
  }

  /// Writes the model files of the release into a directory that holds nothing else.
  void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException;

  /// The model that [#writeRelease] writes, unless a step was [PlanStep.PublishPopular].
  Model model();

  /// Reads from the working directory which model [#writeRelease] writes there.
  default Model published(Path workDirectory) throws IOException {
    return model();
  }

  /// What a release says of its model.
  ///
  /// @param kind how it is scored, which decides what its files are: that of
  ///   [io.privirec.filter.graph.FoldedFilter]
  /// @param name of the recommender: `gf-cf`
  /// @param instead why these are popular items and no model of the algorithm itself; empty
  ///   otherwise
  record Model(String kind, String name, Optional<PlanStep.PublishPopular> instead) {
    /// The model of the algorithm itself.
    public Model(String kind, String name) {
      this(kind, name, Optional.empty());
    }
  }

  /// Most bytes of the files that steps leave in the working directory and that a release has,
  /// beside sums and broadcasts.
  long fileBytes();

  /// Largest number of bytes the steps of this plan are expected to hold in memory at once.
  long workingSetBytes();

  /// The same where sums turn out as small as can be: with less heap no step can work.
  default long leastWorkingSetBytes() {
    return workingSetBytes();
  }
}
