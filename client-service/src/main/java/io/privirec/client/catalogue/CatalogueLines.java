package io.privirec.client.catalogue;

import io.privirec.filter.data.EntityId;
import io.privirec.filter.lines.BrokenLineException;
import io.privirec.filter.lines.Utf8Lines;
import io.privirec.wire.CatalogueItem;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Reads the items of a catalogue file, a line each.
final class CatalogueLines {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Utf8Lines lines;

  CatalogueLines(InputStream in) {
    this.lines = new Utf8Lines(in, CatalogueItem.MAX_LINE_BYTES);
  }

  /// The id in the next line, or null after the last.
  ///
  /// @throws IOException if the line is no item
  @Nullable String nextId() throws IOException {
    @Nullable CatalogueItem item;
    try {
      @Nullable String line = lines.next();
      if (line == null) {
        return null;
      }
      item = JSON.readValue(line, CatalogueItem.class);
    } catch (BrokenLineException e) {
      throw new IOException("catalogue line " + lines.number() + " " + e.getMessage(), e);
    } catch (JacksonException e) {
      throw new IOException("catalogue line " + lines.number() + " is not a JSON item", e);
    }
    @Nullable String id = item == null ? null : item.id();
    // Catalogues only grow. Those of earlier versions may have ids that EntityId refuses now.
    if (id == null || id.isBlank() || id.length() > EntityId.MAX_LENGTH) {
      throw new IOException(
          "catalogue line %s needs an id of 1 to %s characters"
              .formatted(lines.number(), EntityId.MAX_LENGTH));
    }
    return id;
  }
}
