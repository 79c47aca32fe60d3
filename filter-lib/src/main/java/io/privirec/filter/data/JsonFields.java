package io.privirec.filter.data;

import static io.privirec.filter.data.InteractionColumn.ITEM;
import static io.privirec.filter.data.InteractionColumn.RATING;
import static io.privirec.filter.data.InteractionColumn.TIME;
import static io.privirec.filter.data.InteractionColumn.USER;

import io.privirec.filter.data.InteractionColumn.Meaning;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/// JSON Lines: an object per line, whose own texts and numbers are the fields. A key means the same
/// column in all lines.
final class JsonFields implements LineFields {
  private static final int MOST_IGNORED = 20;
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final FileFormat format;
  private final Map<InteractionColumn, String> keys = new EnumMap<>(InteractionColumn.class);
  private final Set<String> ignored = new LinkedHashSet<>();

  JsonFields(FileFormat format) {
    this.format = format;
  }

  /// Whether a first line begins an object.
  static boolean begins(String line) {
    String text = line.strip();
    String inside = text.isEmpty() ? "" : text.substring(1).strip();
    return text.startsWith("{") && (inside.startsWith("\"") || inside.startsWith("}"));
  }

  @Override
  public boolean isWhole(String text) {
    return true;
  }

  @Override
  public boolean hasQuotedBreaks() {
    return false;
  }

  @Override
  public boolean fits(String line) {
    return true;
  }

  @Override
  public boolean hasHeader() {
    return false;
  }

  @Override
  public List<String> ignored() {
    return List.copyOf(ignored);
  }

  @Override
  public Values values(String line) throws LineFault {
    Map<InteractionColumn, String> found = new EnumMap<>(InteractionColumn.class);
    Map<InteractionColumn, String> values = new EnumMap<>(InteractionColumn.class);
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw notAnObject();
      }
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String key = json.currentName();
        JsonToken value = json.nextToken();
        InteractionColumn column = column(key, found);
        if (value == JsonToken.START_OBJECT || value == JsonToken.START_ARRAY) {
          json.skipChildren();
          if (column != null) {
            throw LineFault.ofLine(LineFault.quoted(key) + " is neither a text nor a number");
          }
        } else if (column != null) {
          values.put(column, value == JsonToken.VALUE_NULL ? "" : String.valueOf(json.getString()));
        }
      }
      if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
        throw notAnObject();
      }
    } catch (JacksonException e) {
      throw notAnObject();
    }
    requireTheSameKeys(found);
    return new Values(
        values.getOrDefault(USER, ""),
        values.getOrDefault(ITEM, ""),
        values.getOrDefault(RATING, ""),
        values.getOrDefault(TIME, ""));
  }

  /// The column whose value the key has now, or null.
  private @Nullable InteractionColumn column(String key, Map<InteractionColumn, String> found)
      throws LineFault {
    for (InteractionColumn column : InteractionColumn.values()) {
      if (format.column(column).filter(key::equals).isPresent()) {
        found.put(column, key);
        return column;
      }
    }
    Meaning meaning = InteractionColumn.named(key).orElse(null);
    if (meaning != null && format.column(meaning.column()).isEmpty()) {
      InteractionColumn column = meaning.column();
      String other = found.get(column);
      if (other == null) {
        found.put(column, key);
        return column;
      }
      boolean isOtherSecond = InteractionColumn.named(other).map(Meaning::isSecond).orElse(false);
      if (isOtherSecond == meaning.isSecond()) {
        throw LineFault.ofFile(
            "%s and %s may both be the %s: name it with the option %s=NAME"
                .formatted(
                    LineFault.quoted(other), LineFault.quoted(key), column.word(), column.word()));
      }
      if (isOtherSecond) {
        ignore(other);
        found.put(column, key);
        return column;
      }
    }
    ignore(key);
    return null;
  }

  private void ignore(String key) {
    if (ignored.size() < MOST_IGNORED) {
      ignored.add(key);
    }
  }

  private void requireTheSameKeys(Map<InteractionColumn, String> found) throws LineFault {
    for (InteractionColumn needed : List.of(USER, ITEM)) {
      if (!found.containsKey(needed)) {
        throw LineFault.ofLine(
            "no key is known as the %s among %s: name it with the option %s=NAME"
                .formatted(
                    needed.word(),
                    ignored.stream().map(LineFault::quoted).collect(Collectors.joining(", ")),
                    needed.word()));
      }
    }
    for (Map.Entry<InteractionColumn, String> one : found.entrySet()) {
      String before = keys.putIfAbsent(one.getKey(), one.getValue());
      if (before != null && !before.equals(one.getValue())) {
        throw LineFault.ofFile(
            "the %s is %s here and %s above: name it with the option %s=NAME"
                .formatted(
                    one.getKey().word(),
                    LineFault.quoted(one.getValue()),
                    LineFault.quoted(before),
                    one.getKey().word()));
      }
    }
  }

  private static LineFault notAnObject() {
    return LineFault.ofLine("is not a JSON object with each key once");
  }
}
