package io.privirec.federation;

import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/// The release of a session.
///
/// With `popularItems` the first sum is of noisy counts, which lie in the working directory. Such a
/// session has spent ε for them: if it can publish nothing else, it publishes the most popular
/// items by these counts.
///
/// @param own the model of the algorithm itself
/// @param writing of its files
/// @param ownBytes most bytes of the files that rounds leave in the working directory and that a
///   release has, beside sums and broadcasts
/// @param popularItems whether a session that ends between its first sum and its last publishes
///   popular items
public record Publication(Model own, Writing writing, long ownBytes, boolean popularItems) {
  /// The publication of a session that ends without a release.
  public static final Publication NOTHING =
      new Publication(
          new Model("none", "none"),
          (_, _) -> {
            throw new UnsupportedOperationException("the session ends without a release");
          },
          0);

  /// The reason for popular items, in two lines: code and detail.
  private static final String REASON = "popular-instead.txt";

  /// The code of a computation that fails on the noisy numbers.
  private static final String NOT_COMPUTABLE = "noisy-sums-not-computable";

  private static final int REASON_BYTES = 4096;

  /// The description of a model in a release.
  ///
  /// @param kind decides how the model is scored and which files it has, as the kind of
  ///   [io.privirec.filter.graph.FoldedFilter]
  /// @param name of the recommender: `gf-cf`
  /// @param instead why these are popular items and no model of the algorithm itself; empty
  ///   otherwise
  public record Model(String kind, String name, Optional<PlanStep.PublishPopular> instead) {
    /// The model of the algorithm itself.
    public Model(String kind, String name) {
      this(kind, name, Optional.empty());
    }
  }

  /// Writes a model.
  @FunctionalInterface
  public interface Writing {
    /// Writes the files into a directory that holds nothing else.
    void write(Path workDirectory, Path releaseDirectory) throws IOException;

    /// Copies files that lie in the working directory.
    static Writing copying(String... names) {
      return (workDirectory, releaseDirectory) -> {
        for (String name : names) {
          Files.copy(
              workDirectory.resolve(name),
              releaseDirectory.resolve(name),
              StandardCopyOption.REPLACE_EXISTING);
        }
      };
    }
  }

  /// A publication without popular items.
  public Publication(Model own, Writing writing, long ownBytes) {
    this(own, writing, ownBytes, false);
  }

  /// The same with popular items in place of a model that cannot be made.
  public Publication orPopularItems() {
    return new Publication(own, writing, ownBytes, true);
  }

  /// The rounds of a session that publishes this. With popular items, a failure before the counts
  /// are there is one of the session. A later one depends on noisy numbers alone, and becomes
  /// [PlanStep.PublishPopular]. If the counts are out of range, a participant sent wrong numbers,
  /// and the session fails.
  List<Round> completing(List<Round> rounds) {
    return popularItems
        ? rounds.stream()
            .map(round -> round.withCompletion((sum, work) -> completeOrKeep(round, sum, work)))
            .toList()
        : rounds;
  }

  private static PlanStep completeOrKeep(Round round, Aggregate sum, Path workDirectory)
      throws IOException {
    PlanStep step;
    try {
      step = round.complete(sum, workDirectory);
    } catch (ArithmeticException | IllegalArgumentException notComputable) {
      step = new PlanStep.Fail(NOT_COMPUTABLE, String.valueOf(notComputable.getMessage()));
    }
    return step instanceof PlanStep.Fail(var code, var detail) && hasCounts(workDirectory)
        ? keep(new PlanStep.PublishPopular(code, detail), workDirectory)
        : step;
  }

  private static boolean hasCounts(Path workDirectory) {
    return Files.exists(workDirectory.resolve(ItemDegreesFile.NAME));
  }

  /// Makes [#write] write the most popular items by the noisy counts, although later sums are
  /// missing. If a step was [PlanStep.PublishPopular] before, its reason stays. A repeated call
  /// changes nothing.
  ///
  /// @return false if no counts are in the working directory: then the release stays impossible
  public boolean endEarly(PlanStep.PublishPopular why, Path workDirectory) throws IOException {
    if (!popularItems || !hasCounts(workDirectory)) {
      return false;
    }
    if (reason(workDirectory).isEmpty()) {
      keep(why, workDirectory);
    }
    return true;
  }

  /// Keeps the reason, in one line.
  private static PlanStep keep(PlanStep.PublishPopular why, Path workDirectory) throws IOException {
    String detail = why.detail().replaceAll("\\R", " ");
    FileDraft.write(
        workDirectory.resolve(REASON), file -> Files.write(file, List.of(why.code(), detail)));
    return new PlanStep.PublishPopular(why.code(), detail);
  }

  private static Optional<PlanStep.PublishPopular> reason(Path workDirectory) throws IOException {
    Path file = workDirectory.resolve(REASON);
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    return Optional.of(new PlanStep.PublishPopular(lines.getFirst(), lines.get(1)));
  }

  /// Writes the model files of the release into a directory that holds nothing else.
  public void write(Path workDirectory, Path releaseDirectory) throws IOException {
    Writing files =
        popularItems && reason(workDirectory).isPresent()
            ? Writing.copying(ItemDegreesFile.NAME)
            : writing;
    files.write(workDirectory, releaseDirectory);
  }

  /// Reads from the working directory which model [#write] writes there.
  public Model model(Path workDirectory) throws IOException {
    Optional<PlanStep.PublishPopular> reason =
        popularItems ? reason(workDirectory) : Optional.empty();
    return reason.isPresent() ? new Model(Popularity.KIND, Popularity.KIND, reason) : own;
  }

  /// Most bytes of the files that rounds leave in the working directory and that a release has,
  /// beside sums and broadcasts.
  public long bytes() {
    return ownBytes + (popularItems ? REASON_BYTES : 0);
  }
}
