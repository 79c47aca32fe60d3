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

/// A [ScoresRequest] for a user whose history is stored where it is asked.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UserScoresRequest(
    @Size(max = 20_000) @Nullable List<@Valid @NotNull HistoryItem> context,
    @NotNull @Size(max = 10_000) List<@NotBlank String> items,
    @Schema(defaultValue = "false") @Nullable Boolean explain) {
  public UserScoresRequest {
    context = context == null || context.isEmpty() ? null : context;
  }

  /// The same with the history.
  public ScoresRequest with(List<HistoryItem> history) {
    return new ScoresRequest(history, context, items, explain);
  }

  /// Hides the context: it is somebody's.
  @Override
  public String toString() {
    return "UserScoresRequest[explain=" + explain + "]";
  }
}
