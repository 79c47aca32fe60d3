package io.privirec.wire.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The query of a request, and parts of paths.
final class Query {
  private final StringBuilder text = new StringBuilder();

  /// Adds a parameter, unless there is no value.
  Query with(String name, @Nullable String value) {
    if (value != null) {
      text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(encoded(value));
    }
    return this;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// As a segment of a path; one or two dots would mean another path.
  static String segment(String value) {
    return value.equals(".") || value.equals("..") ? value.replace(".", "%2E") : encoded(value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
