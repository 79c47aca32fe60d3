package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// [ItemMetadata] with the item that has it: a line of an upload, or an answer.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ItemMetadataLine(
    @Schema(example = "film-1")
        @NotBlank
        @Size(max = CatalogueItem.MAX_ID_LENGTH)
        @Pattern(regexp = ItemMetadata.PRINTABLE, message = ItemMetadata.NOT_PRINTABLE)
        String item,
    @Schema(example = "[\"film\", \"classic\"]") @Size(max = ItemMetadata.MAX_CATEGORIES)
        @Nullable
            List<
                @NotBlank @Size(max = ItemMetadata.MAX_CATEGORY)
                @Pattern(regexp = ItemMetadata.PRINTABLE, message = ItemMetadata.NOT_PRINTABLE)
                String>
            categories,
    @Schema(example = "2026-01-01T00:00:00Z") @Nullable Instant availableFrom,
    @Schema(example = "2027-01-01T00:00:00Z") @Nullable Instant availableUntil) {
  public ItemMetadataLine {
    categories = categories == null || categories.isEmpty() ? null : categories;
  }

  /// Of an item.
  public static ItemMetadataLine of(String item, ItemMetadata metadata) {
    return new ItemMetadataLine(
        item, metadata.categories(), metadata.availableFrom(), metadata.availableUntil());
  }

  /// Without the item.
  public ItemMetadata metadata() {
    return new ItemMetadata(categories, availableFrom, availableUntil);
  }
}
