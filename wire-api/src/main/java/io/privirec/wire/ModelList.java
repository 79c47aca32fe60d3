package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The loaded models, and which of them answers.
///
/// @param policy `newest`: a newer release becomes active by itself; `pinned`: the active model
///   stays until somebody changes it
/// @param active version of the model that answers; absent while there is none
/// @param standsInFor version of the model that was chosen to answer and is not loaded, because its
///   files are damaged or gone: `active` answers in its place until it is back; absent where the
///   chosen one answers
/// @param previous version that a rollback would make active; absent where there is none
/// @param limit how many may be loaded at once
/// @param models newest release first
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelList(
    String policy,
    @Nullable String active,
    @Nullable String standsInFor,
    @Nullable String previous,
    int limit,
    List<ModelView> models) {
  public ModelList {
    models = List.copyOf(models);
  }
}
