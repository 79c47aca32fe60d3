package io.privirec.serving.scoring;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A kind of model: what is known of a release from its manifest alone.
///
/// @param name as the manifest says it
/// @param readsHistories whether a history changes the answer; else everyone gets popular items
/// @param file the model, whose hash stands for it in answers
/// @param isMapped whether the file stays on the disk and its pages are mapped; else it is read
///   into the heap
/// @param exactFile what exact scores are made from, in releases that list it; null: the kind has
///   no exact scores of its own
public record ModelKind(
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
