package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A [RecommendationRequest] for a user whose history is stored where it is asked.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UserRecommendationRequest(
    @Schema(defaultValue = "20") @Min(1) @Max(500) @Nullable Integer k,
    @Schema(defaultValue = "0") @Min(0) @Max(999) @Nullable Integer offset,
    @Size(max = 100_000) @Nullable List<@NotBlank String> exclude,
    @Size(max = 100_000) @Nullable List<@NotBlank String> include,
    @Schema(defaultValue = "true") @Nullable Boolean excludeSeen,
    @Schema(defaultValue = "false") @Nullable Boolean explain,
    @Schema(defaultValue = "popular") @Pattern(regexp = FALLBACK) @Nullable String fallback,
    @Size(max = 20_000) @Nullable List<@Valid @NotNull HistoryItem> context,
    @Valid @Nullable ItemFilter filter,
    @Valid @Nullable Diversity diversity) {
  public UserRecommendationRequest {
    exclude = exclude == null || exclude.isEmpty() ? null : exclude;
    include = include == null || include.isEmpty() ? null : include;
    context = context == null || context.isEmpty() ? null : context;
  }

  /// What a fallback may be.
  public static final String FALLBACK = "popular|none";

  /// The same with the history.
  public RecommendationRequest with(List<HistoryItem> history) {
    return new RecommendationRequest(
        history,
        k,
        offset,
        exclude,
        include,
        excludeSeen,
        explain,
        fallback,
        context,
        filter,
        diversity);
  }

  /// Hides the context: it is somebody's.
  @Override
  public String toString() {
    return "UserRecommendationRequest[k=" + k + ", offset=" + offset + "]";
  }
}
