package io.privirec.serving.catalogue;

import io.privirec.wire.CatalogueItem;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Item ids and indices of one catalogue version. Immutable.
public final class CatalogueIndex {
  private final List<CatalogueItem> items;
  private final Map<String, Integer> indices;

  private CatalogueIndex(List<CatalogueItem> items, Map<String, Integer> indices) {
    this.items = items;
    this.indices = indices;
  }

  /// Reads `catalogue.ndjson`.
  ///
  /// @throws IllegalArgumentException naming the line, if it is none
  public static CatalogueIndex read(Path ndjson) throws IOException {
    List<CatalogueItem> items = new ArrayList<>();
    Map<String, Integer> indices = new HashMap<>();
    try (BufferedReader lines = Files.newBufferedReader(ndjson)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        CatalogueItem item = item(line, items.size() + 1);
        if (indices.put(item.id(), items.size()) != null) {
          throw broken(items.size() + 1, "has the id of an earlier line", null);
        }
        items.add(item);
      }
    }
    return new CatalogueIndex(List.copyOf(items), indices);
  }

  public int size() {
    return items.size();
  }

  public CatalogueItem item(int index) {
    return items.get(index);
  }

  public String id(int index) {
    return items.get(index).id();
  }

  public @Nullable String title(int index) {
    return items.get(index).title();
  }

  /// The index of an item, -1 for a stranger.
  public int indexOf(String id) {
    Integer index = indices.get(id);
    return index == null ? -1 : index;
  }

  @SuppressWarnings("ConstantValue") // Jackson leaves absent components null
  private static CatalogueItem item(String line, int number) {
    try {
      CatalogueItem item = JsonMapper.shared().readValue(line, CatalogueItem.class);
      if (item == null || item.id() == null) {
        throw broken(number, "has no id", null);
      }
      return item;
    } catch (JacksonException e) {
      throw broken(number, "cannot be read", e);
    }
  }

  private static IllegalArgumentException broken(int line, String why, @Nullable Throwable cause) {
    return new IllegalArgumentException("line " + line + " of the catalogue " + why, cause);
  }
}
