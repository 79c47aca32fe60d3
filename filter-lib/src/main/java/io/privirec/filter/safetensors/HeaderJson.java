package io.privirec.filter.safetensors;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The part of JSON that a safetensors header uses: one object of objects, strings and arrays of
/// non-negative integers. Anything else is refused: other values, deeper nesting, repeated keys,
/// text after the end (spaces are padding), invalid UTF-8.
final class HeaderJson {
  private final String text;
  private int at;

  private HeaderJson(String text) {
    this.text = text;
  }

  /// Values are `String`, `List<Long>` or `Map<String, Object>`.
  static Map<String, Object> parse(byte[] utf8) throws SafetensorsException {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new SafetensorsException("header is not UTF-8");
    }
    if (!text.startsWith("{")) {
      throw new SafetensorsException("header must start with {");
    }
    HeaderJson parser = new HeaderJson(text);
    Map<String, Object> object = parser.object(0);
    parser.skipSpace();
    if (parser.at != text.length()) {
      throw parser.unexpected();
    }
    return object;
  }

  static String quote(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20 || Character.isSurrogate(c)) {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  private Map<String, Object> object(int depth) throws SafetensorsException {
    if (depth > 1) {
      throw unexpected();
    }
    Map<String, Object> members = new LinkedHashMap<>();
    expect('{');
    if (next('}')) {
      return members;
    }
    do {
      skipSpace();
      String key = string();
      expect(':');
      if (members.put(key, value(depth)) != null) {
        throw new SafetensorsException("key %s is repeated in the header".formatted(key));
      }
    } while (next(','));
    expect('}');
    return members;
  }

  private Object value(int depth) throws SafetensorsException {
    skipSpace();
    return switch (peek()) {
      case '{' -> object(depth + 1);
      case '"' -> string();
      case '[' -> integers();
      default -> throw unexpected();
    };
  }

  private List<Long> integers() throws SafetensorsException {
    List<Long> values = new ArrayList<>();
    expect('[');
    if (next(']')) {
      return values;
    }
    do {
      values.add(integer());
    } while (next(','));
    expect(']');
    return values;
  }

  private long integer() throws SafetensorsException {
    skipSpace();
    int start = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    String digits = text.substring(start, at);
    if (digits.isEmpty()
        || digits.length() > 18
        || (digits.length() > 1 && digits.charAt(0) == '0')) {
      throw unexpected();
    }
    return Long.parseLong(digits);
  }

  private String string() throws SafetensorsException {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(at++);
      if (c < 0x20) {
        throw unexpected();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private char escaped() throws SafetensorsException {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hex();
      default -> throw unexpected();
    };
  }

  private char hex() throws SafetensorsException {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0) {
        throw unexpected();
      }
      value = value << 4 | digit;
      at++;
    }
    return (char) value;
  }

  private boolean next(char c) throws SafetensorsException {
    skipSpace();
    if (peek() == c) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char c) throws SafetensorsException {
    if (!next(c)) {
      throw unexpected();
    }
  }

  private char peek() throws SafetensorsException {
    if (at >= text.length()) {
      throw unexpected();
    }
    return text.charAt(at);
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private SafetensorsException unexpected() {
    return new SafetensorsException("header is not as expected at character " + at);
  }
}
