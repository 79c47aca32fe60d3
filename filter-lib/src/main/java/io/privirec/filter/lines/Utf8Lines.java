package io.privirec.filter.lines;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Lines of strict UTF-8, each of at most so many bytes, in memory that does not depend on the
/// input. Lines end with a line feed; the last one need not. Not thread-safe.
public final class Utf8Lines {
  private final InputStream in;
  private final int maxLineBytes;
  private final String notUtf8;
  private final byte[] buffer = new byte[1 << 16];
  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
  private byte[] line;
  private int position;
  private int end;
  private long number;
  private boolean tooLong;

  /// Reads from a stream, which is not closed.
  ///
  /// @param maxLineBytes without the line feed
  public Utf8Lines(InputStream in, int maxLineBytes) {
    this(in, maxLineBytes, "is not UTF-8");
  }

  /// Reads from a stream, which is not closed.
  ///
  /// @param maxLineBytes without the line feed
  /// @param notUtf8 what messages say of a line that is not UTF-8
  public Utf8Lines(InputStream in, int maxLineBytes, String notUtf8) {
    this.in = in;
    this.maxLineBytes = maxLineBytes;
    this.notUtf8 = notUtf8;
    this.line = new byte[Math.min(maxLineBytes, 1 << 10)];
  }

  /// The next line without its end, or null after the last. After a broken line it is the one
  /// behind it.
  ///
  /// @throws BrokenLineException if it is too long or not UTF-8
  public @Nullable String next() throws IOException {
    number++;
    while (tooLong) {
      int c = read();
      tooLong = c >= 0 && c != '\n';
    }
    int c = read();
    if (c < 0) {
      return null;
    }
    int length = 0;
    for (; c >= 0 && c != '\n'; c = read()) {
      if (length == maxLineBytes) {
        tooLong = true;
        throw new BrokenLineException(number, "is longer than " + maxLineBytes + " bytes");
      }
      if (length == line.length) {
        line = Arrays.copyOf(line, (int) Math.min(maxLineBytes, 2L * length));
      }
      line[length++] = (byte) c;
    }
    try {
      return utf8.decode(ByteBuffer.wrap(line, 0, length)).toString();
    } catch (CharacterCodingException _) {
      throw new BrokenLineException(number, notUtf8);
    }
  }

  /// Number of the line that was read last, from 1.
  public long number() {
    return number;
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
