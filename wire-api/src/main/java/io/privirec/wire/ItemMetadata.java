package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of an item beside interactions. The item need not be in the catalogue.
///
/// @param categories of any order; one named twice counts once
/// @param availableFrom from when it may be recommended, inclusive; absent: since ever
/// @param availableUntil until when, exclusive; absent: for ever
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ItemMetadata(
    @Schema(example = "[\"film\", \"classic\"]") @Size(max = ItemMetadata.MAX_CATEGORIES)
        @Nullable
            List<
                @NotBlank @Size(max = ItemMetadata.MAX_CATEGORY)
                @Pattern(regexp = ItemMetadata.PRINTABLE, message = ItemMetadata.NOT_PRINTABLE)
                String>
            categories,
    @Schema(example = "2026-01-01T00:00:00Z") @Nullable Instant availableFrom,
    @Schema(example = "2027-01-01T00:00:00Z") @Nullable Instant availableUntil) {
  /// Neither control characters nor halves of characters.
  public static final String PRINTABLE = "[^\\p{Cc}\\p{Cs}]*";

  /// What is said of other text.
  public static final String NOT_PRINTABLE = "must not have control characters";

  /// Categories of one item.
  public static final int MAX_CATEGORIES = 32;

  /// Characters of a category.
  public static final int MAX_CATEGORY = 100;

  public ItemMetadata {
    categories = categories == null ? List.of() : categories.stream().distinct().toList();
  }

  /// Never absent once made.
  @Override
  public List<String> categories() {
    return categories == null ? List.of() : categories;
  }
}
