package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What items must be like, by their metadata. Applied before ranking.
///
/// @param category which categories
/// @param availableAt when they must be available; default now
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ItemFilter(
    @Valid @Nullable CategoryFilter category,
    @Schema(example = "2026-06-01T12:00:00Z") @Nullable Instant availableAt) {
  /// Conditions on the categories of an item; all that are given must hold. An item without
  /// metadata has no category.
  ///
  /// @param anyOf at least one of these, when not empty
  /// @param allOf every one of these
  /// @param noneOf not one of these
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CategoryFilter(
      @Size(max = 100)
          @Nullable List<@NotBlank @Size(max = ItemMetadata.MAX_CATEGORY) String> anyOf,
      @Size(max = 100)
          @Nullable List<@NotBlank @Size(max = ItemMetadata.MAX_CATEGORY) String> allOf,
      @Size(max = 100)
          @Nullable List<@NotBlank @Size(max = ItemMetadata.MAX_CATEGORY) String> noneOf) {
    public CategoryFilter {
      anyOf = anyOf == null || anyOf.isEmpty() ? null : List.copyOf(anyOf);
      allOf = allOf == null || allOf.isEmpty() ? null : List.copyOf(allOf);
      noneOf = noneOf == null || noneOf.isEmpty() ? null : List.copyOf(noneOf);
    }
  }
}
