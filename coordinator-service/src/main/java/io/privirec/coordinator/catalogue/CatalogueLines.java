package io.privirec.coordinator.catalogue;

import io.privirec.coordinator.catalogue.CatalogueRefusal.Reason;
import io.privirec.filter.data.EntityId;
import io.privirec.filter.lines.BrokenLineException;
import io.privirec.filter.lines.Utf8Lines;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.ItemMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads the NDJSON of an upload line by line. Any broken line ends the upload, named by its
/// number.
final class CatalogueLines {
  private static final int MAX_TITLE = 1024;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Utf8Lines lines;

  CatalogueLines(InputStream in) {
    this.lines = new Utf8Lines(in, CatalogueItem.MAX_LINE_BYTES);
  }

  /// One item and its canonical line, without the newline.
  ///
  /// @param number line number, from 1
  record Line(long number, CatalogueItem item, String json) {}

  /// The next item; blank lines are skipped. Empty at the end.
  Optional<Line> next() throws IOException {
    for (String text = nextLine(); text != null; text = nextLine()) {
      if (!text.isBlank()) {
        CatalogueItem item = parse(text);
        return Optional.of(new Line(lines.number(), item, JSON.writeValueAsString(item)));
      }
    }
    return Optional.empty();
  }

  private @Nullable String nextLine() throws IOException {
    try {
      return lines.next();
    } catch (BrokenLineException e) {
      throw broken(e.getMessage());
    }
  }

  private CatalogueItem parse(String text) {
    @Nullable CatalogueItem item;
    try {
      item = JSON.readValue(text, CatalogueItem.class);
    } catch (JacksonException _) {
      throw broken("is not a JSON object with id and, if known, title and categories");
    }
    if (item == null) {
      throw broken("is not a JSON object");
    }
    @Nullable String id = item.id();
    Optional<String> fault = EntityId.fault(id == null ? "" : id);
    if (fault.isPresent()) {
      throw broken("has an id that cannot be used: it " + fault.get());
    }
    requireAtMost("title", item.title(), MAX_TITLE);
    requireCategories(item.categories());
    return item;
  }

  private void requireCategories(List<@Nullable String> categories) {
    if (categories.size() > ItemMetadata.MAX_CATEGORIES) {
      throw broken("has more than %s categories".formatted(ItemMetadata.MAX_CATEGORIES));
    }
    for (String category : categories) {
      if (category == null || category.isBlank()) {
        throw broken("has a category without a name");
      }
      requireAtMost("category", category, ItemMetadata.MAX_CATEGORY);
    }
  }

  private void requireAtMost(String name, @Nullable String value, int length) {
    if (value == null) {
      return;
    }
    if (value.length() > length) {
      throw broken("has a " + name + " of more than " + length + " characters");
    }
    requirePrintable("a " + name, value);
  }

  /// Line ends would break CSV and logs, and PostgreSQL takes no U+0000.
  private void requirePrintable(String what, String value) {
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw broken("has " + what + " with a control character");
    }
    if (value.codePoints().anyMatch(each -> Character.getType(each) == Character.SURROGATE)) {
      throw broken("has " + what + " with half of a surrogate pair");
    }
  }

  private CatalogueRefusal broken(String why) {
    return new CatalogueRefusal(Reason.BROKEN_LINE, "Line " + lines.number() + " " + why);
  }
}
