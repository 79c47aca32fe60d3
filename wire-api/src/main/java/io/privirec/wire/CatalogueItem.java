package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One line of a catalogue, known to everybody. The line's position (from 0) is the item's index
/// for ever.
///
/// @param categories that models may be fitted to, of any order; one named twice counts once. A
///   single one may be written as `"category": "film"`
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CatalogueItem(
    @NotBlank @Size(max = CatalogueItem.MAX_ID_LENGTH) String id,
    @Size(max = 1024) @Nullable String title,
    @JsonAlias("category")
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Size(max = ItemMetadata.MAX_CATEGORIES)
        @Nullable List<@NotBlank @Size(max = ItemMetadata.MAX_CATEGORY) String> categories) {
  /// Characters of an id.
  public static final int MAX_ID_LENGTH = 256;

  /// Bytes of a line, without its end.
  public static final int MAX_LINE_BYTES = 1 << 14;

  public CatalogueItem {
    categories = categories == null ? List.of() : categories.stream().distinct().toList();
  }

  /// An item of which nothing more is known.
  public static CatalogueItem of(String id) {
    return new CatalogueItem(id, null, null);
  }

  /// Never absent once made.
  @Override
  public List<String> categories() {
    return categories == null ? List.of() : categories;
  }
}
