package io.privirec.client;

import io.privirec.wire.CatalogueItem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// Items `i0`, `i1` … as NDJSON, and others after them.
final class TestCatalogues {
  private TestCatalogues() {}

  static byte[] of(int count, List<String> more) {
    StringBuilder lines = new StringBuilder(lines(count));
    for (String id : more) {
      lines.append(JsonMapper.shared().writeValueAsString(CatalogueItem.of(id))).append('\n');
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /// The first two items in each other's places.
  static byte[] swapped(int count) {
    return lines(count)
        .replace("\"i0\"", "\"x\"")
        .replace("\"i1\"", "\"i0\"")
        .replace("\"x\"", "\"i1\"")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String lines(int count) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append("{\"id\":\"i").append(i).append("\"}\n");
    }
    return lines.toString();
  }
}
