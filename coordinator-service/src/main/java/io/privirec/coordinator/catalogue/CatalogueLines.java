package io.privirec.coordinator.catalogue;

import io.privirec.edge.problem.ProblemException;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.ProblemType;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads the NDJSON of an upload line by line. Any broken line ends the upload, named by its
/// number.
public final class CatalogueLines {
  private static final int MAX_LINE_BYTES = 1 << 14;
  private static final int MAX_ID = 256;
  private static final int MAX_TITLE = 1024;
  private static final int MAX_CATEGORY = 256;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final InputStream in;
  private long number;

  CatalogueLines(InputStream in) {
    this.in = in instanceof BufferedInputStream ? in : new BufferedInputStream(in, 1 << 16);
  }

  /// One item and its canonical line, without the newline.
  ///
  /// @param number line number, from 1
  public record Line(long number, String itemId, String json) {}

  /// The next item; blank lines are skipped. Empty at the end.
  public Optional<Line> next() throws IOException {
    for (byte[] line = readLine(); line != null; line = readLine()) {
      String text = decode(line);
      if (!text.isBlank()) {
        CatalogueItem item = parse(text);
        return Optional.of(new Line(number, item.id(), JSON.writeValueAsString(item)));
      }
    }
    return Optional.empty();
  }

  private byte @Nullable [] readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(128);
    number++;
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return line.size() == 0 ? null : line.toByteArray();
      }
      if (line.size() == MAX_LINE_BYTES) {
        throw broken("is longer than " + MAX_LINE_BYTES + " bytes");
      }
      line.write(b);
    }
    return line.toByteArray();
  }

  private String decode(byte[] line) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException _) {
      throw broken("is not UTF-8");
    }
  }

  private CatalogueItem parse(String text) {
    @Nullable CatalogueItem item;
    try {
      item = JSON.readValue(text, CatalogueItem.class);
    } catch (JacksonException _) {
      throw broken("is not a JSON object with id and, if known, title and category");
    }
    if (item == null) {
      throw broken("is not a JSON object");
    }
    @Nullable String id = item.id();
    if (id == null || id.isBlank() || id.length() > MAX_ID) {
      throw broken("needs an id of 1 to " + MAX_ID + " characters");
    }
    requirePrintable("an id", id);
    requireAtMost("title", item.title(), MAX_TITLE);
    requireAtMost("category", item.category(), MAX_CATEGORY);
    return item;
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
  }

  private ProblemException broken(String why) {
    return new ProblemException(ProblemType.BROKEN_LINE, "Line " + number + " " + why);
  }
}
