package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks what a history says about items. Nothing is filtered: seen items have a score, too.
///
/// @param history what the user interacted with, in any order; an item twice counts once
/// @param context what is at hand, such as a basket: counted to the history
/// @param items whose scores are asked for
/// @param explain whether each score carries the contributions that sum to it
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ScoresRequest(
    @NotNull @Size(max = 20_000) List<@Valid @NotNull HistoryItem> history,
    @Size(max = 20_000) @Nullable List<@Valid @NotNull HistoryItem> context,
    @NotNull @Size(max = 10_000) List<@NotBlank String> items,
    @Schema(defaultValue = "false") @Nullable Boolean explain) {
  public ScoresRequest {
    context = context == null || context.isEmpty() ? null : context;
  }

  /// Hides the history: it is somebody's.
  @Override
  public String toString() {
    return "ScoresRequest[explain=" + explain + "]";
  }
}
