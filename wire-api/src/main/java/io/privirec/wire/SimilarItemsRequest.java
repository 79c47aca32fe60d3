package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks for the items that several items recommend most, together.
///
/// @param items of any order; one named twice counts once
/// @param filter what items must be like
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SimilarItemsRequest(
    @NotNull @NotEmpty @Size(max = 1_000) List<@NotBlank String> items,
    @Schema(defaultValue = "20") @Min(1) @Max(500) @Nullable Integer k,
    @Schema(defaultValue = "0") @Min(0) @Max(999) @Nullable Integer offset,
    @Valid @Nullable ItemFilter filter) {
  /// Hides the items: they may be somebody's basket.
  @Override
  public String toString() {
    return "SimilarItemsRequest[k=" + k + ", offset=" + offset + "]";
  }
}
