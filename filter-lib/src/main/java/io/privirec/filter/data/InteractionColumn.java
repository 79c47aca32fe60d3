package io.privirec.filter.data;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What a field of an interaction file can be, in the order of files without a header, and the
/// names it may have in one. Names are compared without case, spaces, `_` and `-`.
enum InteractionColumn {
  USER("user", "userid", "uid", "username", "customer", "customerid"),
  ITEM("item", "itemid", "iid", "movie", "movieid", "product", "productid", "book", "bookid"),
  RATING("rating", "ratings", "stars", "score", "value", "preference"),
  TIMESTAMP("timestamp", "timestamps", "time", "ts", "datetime", "unixtime", "occurredat");

  @SuppressWarnings("ImmutableEnumChecker") // a Set.of
  private final Set<String> names;

  InteractionColumn(String... names) {
    this.names = Set.of(names);
  }

  static Optional<InteractionColumn> named(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[ _-]", "");
    for (InteractionColumn column : values()) {
      if (column.names.contains(plain)) {
        return Optional.of(column);
      }
    }
    return Optional.empty();
  }

  /// The word for messages.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
