package io.privirec.client;

import java.nio.charset.StandardCharsets;

/// Items `i0`, `i1` … as NDJSON.
final class TestCatalogues {
  private TestCatalogues() {}

  static byte[] of(int count) {
    return lines(count).getBytes(StandardCharsets.UTF_8);
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
