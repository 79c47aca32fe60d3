package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The loaded models, and which of them answers.
///
/// @param policy `newest`: a newer release becomes active by itself; `pinned`: the active model
///   stays until somebody changes it
/// @param accept `private`: no release without noise becomes active; `any`: all releases may
/// @param active version of the model that answers; absent while there is none
/// @param standsInFor version of the model that was chosen to answer and is not loaded, because its
///   files are damaged or gone: `active` answers in its place until it is back; absent where the
///   chosen one answers
/// @param previous version that a rollback would make active; absent where there is none
/// @param warning the active model is of a kind that `accept` does not admit; absent otherwise
/// @param limit how many may be loaded at once
/// @param models newest release first
/// @param inactive releases that arrived since the start and did not become active, the last one
///   first
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelList(
    String policy,
    String accept,
    @Nullable String active,
    @Nullable String standsInFor,
    @Nullable String previous,
    @Nullable String warning,
    int limit,
    List<ModelView> models,
    List<InactiveRelease> inactive) {
  public ModelList {
    models = List.copyOf(models);
    // Recommenders of earlier versions have none.
    inactive = List.copyOf(Objects.requireNonNullElse(inactive, List.of()));
  }
}
