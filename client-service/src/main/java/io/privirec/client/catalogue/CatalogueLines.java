package io.privirec.client.catalogue;

import io.privirec.wire.CatalogueItem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Reads NDJSON items in strict UTF-8, a line at a time in bounded memory.
final class CatalogueLines {
  /// As long as a line may be that the coordinator takes.
  static final int MAX_LINE_BYTES = 1 << 14;

  private static final int MAX_ID_LENGTH = 256;
  private static final JsonMapper JSON = JsonMapper.shared();

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private final byte[] line = new byte[MAX_LINE_BYTES];
  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
  private int position;
  private int end;
  private long number;

  CatalogueLines(InputStream in) {
    this.in = in;
  }

  /// The id in the next line, or null after the last.
  ///
  /// @throws IOException if the line is no item
  @Nullable String nextId() throws IOException {
    int length = nextLine();
    if (length < 0) {
      return null;
    }
    @Nullable CatalogueItem item;
    try {
      String text = utf8.decode(ByteBuffer.wrap(line, 0, length)).toString();
      item = JSON.readValue(text, CatalogueItem.class);
    } catch (CharacterCodingException e) {
      throw new IOException("catalogue line " + number + " is not UTF-8", e);
    } catch (JacksonException e) {
      throw new IOException("catalogue line " + number + " is not a JSON item", e);
    }
    @Nullable String id = item == null ? null : item.id();
    if (id == null || id.isBlank() || id.length() > MAX_ID_LENGTH) {
      throw new IOException(
          "catalogue line %d needs an id of 1 to %d characters".formatted(number, MAX_ID_LENGTH));
    }
    return id;
  }

  /// Bytes of the next line without its end, or −1 after the last.
  private int nextLine() throws IOException {
    number++;
    int length = 0;
    int c = read();
    if (c < 0) {
      return -1;
    }
    for (; c >= 0 && c != '\n'; c = read()) {
      if (length == MAX_LINE_BYTES) {
        throw new IOException(
            "catalogue line " + number + " is longer than " + MAX_LINE_BYTES + " bytes");
      }
      line[length++] = (byte) c;
    }
    return length;
  }

  private int read() throws IOException {
    if (position == end) {
      end = Math.max(0, in.read(buffer));
      position = 0;
      if (end == 0) {
        return -1;
      }
    }
    return buffer[position++] & 0xFF;
  }
}
