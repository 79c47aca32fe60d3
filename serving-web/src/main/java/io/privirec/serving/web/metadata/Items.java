package io.privirec.serving.web.metadata;

import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.StrictBodies;
import io.privirec.filter.lines.BrokenLineException;
import io.privirec.filter.lines.Utf8Lines;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.ItemMetadata;
import io.privirec.wire.ItemMetadataLine;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Takes metadata of items. When a call returns, this process answers by it.
record Items(ItemMetadataStore store, LiveMetadata live, StrictBodies bodies) {
  static final int MAX_LINES = 100_000;
  static final long MAX_BYTES = 32L << 20;

  /// What PostgreSQL, JSON and people write in four digits.
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  Optional<ItemMetadata> find(String item) {
    return live.get().of(item);
  }

  void put(String item, ItemMetadata metadata) {
    requireId(item);
    requireWindow(metadata);
    store.put(Map.of(item, metadata));
    live.refresh();
  }

  void remove(String item) {
    requireId(item);
    store.remove(item);
    live.refresh();
  }

  /// Takes one item per line, all or none; blank lines are skipped.
  ///
  /// @return how many items
  int putAll(InputStream ndjson) throws IOException {
    Utf8Lines lines = new Utf8Lines(ndjson, CatalogueItem.MAX_LINE_BYTES);
    Map<String, ItemMetadata> items = new LinkedHashMap<>();
    long characters = 0;
    for (String text = next(lines); text != null; text = next(lines)) {
      characters += text.length();
      if (characters > MAX_BYTES || items.size() == MAX_LINES) {
        throw new ProblemException(
            ProblemType.PAYLOAD_TOO_LARGE,
            "An upload has at most %s items and %s MB: send several"
                .formatted(MAX_LINES, MAX_BYTES >> 20));
      }
      if (!text.isBlank()) {
        ItemMetadataLine line = parse(text, lines.number());
        if (items.put(line.item(), line.metadata()) != null) {
          throw broken(lines.number(), "names the item of an earlier line");
        }
      }
    }
    if (items.isEmpty()) {
      throw new ProblemException(ProblemType.EMPTY_DATASET, "The upload has no item");
    }
    store.put(items);
    live.refresh();
    return items.size();
  }

  private static @Nullable String next(Utf8Lines lines) throws IOException {
    try {
      return lines.next();
    } catch (BrokenLineException e) {
      throw broken(lines.number(), e.getMessage());
    }
  }

  private ItemMetadataLine parse(String text, long number) {
    try {
      ItemMetadataLine line = bodies.read(text, ItemMetadataLine.class);
      requireWindow(line.metadata());
      return line;
    } catch (ProblemException e) {
      throw new ProblemException(
          ProblemType.BROKEN_LINE, "Line " + number + ": " + e.detail(), e.errors());
    }
  }

  private static ProblemException broken(long number, String why) {
    return new ProblemException(ProblemType.BROKEN_LINE, "Line " + number + " " + why);
  }

  private static void requireId(String item) {
    if (item.isBlank()
        || item.length() > CatalogueItem.MAX_ID_LENGTH
        || !item.matches(ItemMetadata.PRINTABLE)) {
      throw ProblemException.at(
          "/id",
          ProblemType.INVALID_VALUE,
          "must have 1 to %s characters, none of them a control character"
              .formatted(CatalogueItem.MAX_ID_LENGTH));
    }
  }

  private static void requireWindow(ItemMetadata metadata) {
    requireTime("/availableFrom", metadata.availableFrom());
    requireTime("/availableUntil", metadata.availableUntil());
    if (metadata.availableFrom() != null
        && metadata.availableUntil() != null
        && !metadata.availableFrom().isBefore(metadata.availableUntil())) {
      throw ProblemException.at(
          "/availableUntil", ProblemType.INVALID_VALUE, "must be after availableFrom");
    }
  }

  private static void requireTime(String pointer, @Nullable Instant time) {
    if (time != null && (time.isBefore(FIRST) || time.isAfter(LAST))) {
      throw ProblemException.at(
          pointer, ProblemType.INVALID_VALUE, "must be in the years 1 to 9999");
    }
  }
}
