package io.privirec.wire.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The query of a request, and parts of paths. */
final class Query {
  private final StringBuilder text = new StringBuilder();

  /** Adds a parameter, unless there is no value. */
  Query with(String name, @Nullable String value) {
    if (value != null) {
      text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(encoded(value));
    }
    return this;
  }

  /** As a segment of a path, or a value of a query. */
  static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
