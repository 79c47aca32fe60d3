package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/// One line of a catalogue. The line's position (from 0) is the item's index for ever.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CatalogueItem(
    @NotBlank @Size(max = CatalogueItem.MAX_ID_LENGTH) String id,
    @Size(max = 1024) @Nullable String title,
    @Size(max = 256) @Nullable String category) {
  /// Characters of an id.
  public static final int MAX_ID_LENGTH = 256;

  /// Bytes of a line, without its end.
  public static final int MAX_LINE_BYTES = 1 << 14;
}
