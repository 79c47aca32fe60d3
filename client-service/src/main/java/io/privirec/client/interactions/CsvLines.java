package io.privirec.client.interactions;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Lines of strict UTF-8 in bounded memory, counted from 1, ended by LF or CRLF.
final class CsvLines {
  static final int MAX_LINE_BYTES = 8192;
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private final byte[] line = new byte[MAX_LINE_BYTES];
  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
  private int position;
  private int end;
  private long number;

  CsvLines(InputStream in) {
    this.in = in;
  }

  /// Number of the line that [#next()] returned or refused last.
  long number() {
    return number;
  }

  /// The next line without its end, or null after the last. A broken line is consumed: reading can
  /// go on.
  @Nullable String next() throws IOException, BrokenLineException {
    int length = 0;
    boolean any = false;
    for (int c = read(); c >= 0; c = read()) {
      any = true;
      if (c == '\n') {
        break;
      }
      if (length < MAX_LINE_BYTES) {
        line[length] = (byte) c;
      }
      length++;
    }
    if (!any) {
      return null;
    }
    number++;
    if (length > MAX_LINE_BYTES) {
      throw new BrokenLineException("longer than " + MAX_LINE_BYTES + " bytes");
    }
    if (length > 0 && line[length - 1] == '\r') {
      length--;
    }
    String text = decode(length);
    return number == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK
        ? text.substring(1)
        : text;
  }

  private String decode(int length) throws BrokenLineException {
    try {
      return utf8.decode(ByteBuffer.wrap(line, 0, length)).toString();
    } catch (CharacterCodingException e) {
      throw new BrokenLineException("not UTF-8");
    }
  }

  private int read() throws IOException {
    if (position == end) {
      end = in.read(buffer);
      position = 0;
      if (end <= 0) {
        end = 0;
        return -1;
      }
    }
    return buffer[position++] & 0xFF;
  }
}
