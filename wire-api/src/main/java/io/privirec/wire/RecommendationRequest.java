package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
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

/// Asks for the top k items for a history.
///
/// @param history what the user interacted with, in any order; an item twice counts once
/// @param exclude items never to answer with
/// @param include when not empty, the only items to answer with
/// @param excludeSeen whether items of the history are left out; default true
/// @param explain whether each item carries the contributions that sum to its score
/// @param fallback `popular` (default) or `none`: what an empty or unknown history gets
/// @param context what is at hand, such as a basket: counted to the history, and never answered
///   with
/// @param filter what items must be like
/// @param diversity how unlike each other the answered items shall be
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RecommendationRequest(
    @NotNull @Size(max = 20_000) List<@Valid @NotNull HistoryItem> history,
    @Schema(defaultValue = "20") @Min(1) @Max(500) @Nullable Integer k,
    @Schema(defaultValue = "0") @Min(0) @Max(999) @Nullable Integer offset,
    @Size(max = 100_000) @Nullable List<@NotBlank String> exclude,
    @Size(max = 100_000) @Nullable List<@NotBlank String> include,
    @Schema(defaultValue = "true") @Nullable Boolean excludeSeen,
    @Schema(defaultValue = "false") @Nullable Boolean explain,
    @Schema(defaultValue = "popular") @Pattern(regexp = "popular|none") @Nullable String fallback,
    @Size(max = 20_000) @Nullable List<@Valid @NotNull HistoryItem> context,
    @Valid @Nullable ItemFilter filter,
    @Valid @Nullable Diversity diversity) {
  public RecommendationRequest {
    exclude = exclude == null || exclude.isEmpty() ? null : List.copyOf(exclude);
    include = include == null || include.isEmpty() ? null : List.copyOf(include);
    context = context == null || context.isEmpty() ? null : context;
  }

  /// The top k for a history, and defaults.
  public static RecommendationRequest of(List<HistoryItem> history, @Nullable Integer k) {
    return new RecommendationRequest(
        history, k, null, null, null, null, null, null, null, null, null);
  }

  /// One item of a history.
  ///
  /// @param weight how much the item counts; finite and positive, default 1
  /// @param rating what the user gave; models of ratings take an item without one for liked most,
  ///   others do not read it
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record HistoryItem(
      @NotBlank String item, @Nullable Double weight, @Nullable Double rating) {
    /// An item without a rating.
    public HistoryItem(String item, @Nullable Double weight) {
      this(item, weight, null);
    }

    /// Hides the item: it is of somebody's history.
    @Override
    public String toString() {
      return "HistoryItem[weight=" + weight + "]";
    }
  }

  /// Hides the history: it is somebody's.
  @Override
  public String toString() {
    return "RecommendationRequest[k=" + k + ", offset=" + offset + "]";
  }
}
