package io.privirec.filter.data;

import io.privirec.filter.lines.BrokenLineException;
import io.privirec.filter.lines.Utf8Lines;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// The lines of a data file, counted from 1, ended by LF or CRLF. If the bytes begin as gzip data
/// does (RFC 1952), [GzipText] unpacks them, under any file name.
///
/// A byte order mark decides the encoding. Without a mark it is the encoding that was named, else
/// UTF-8. Text is decoded strictly.
final class DataLines {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final BufferedInputStream in;
  private final int maxLineBytes;
  private final long maxUnpackedBytes;
  private final Charset named;
  private boolean gzip;
  private boolean damaged;
  private @Nullable Utf8Lines lines;

  /// Reads UTF-8 from a stream, which is not closed.
  DataLines(InputStream in, int maxLineBytes) {
    this(in, maxLineBytes, GzipText.MAX_BYTES, StandardCharsets.UTF_8);
  }

  /// @param named the encoding of text without a byte order mark
  DataLines(InputStream in, int maxLineBytes, Charset named) {
    this(in, maxLineBytes, GzipText.MAX_BYTES, named);
  }

  DataLines(InputStream in, int maxLineBytes, long maxUnpackedBytes, Charset named) {
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
    this.maxLineBytes = maxLineBytes;
    this.maxUnpackedBytes = maxUnpackedBytes;
    this.named = named;
  }

  /// The next line without its end, or null after the last. A broken line is consumed: reading can
  /// go on unless the data [#isDamaged].
  ///
  /// @throws TooMuchTextException if gzip data unpacks to too much
  @Nullable String next() throws IOException {
    if (damaged) {
      return null;
    }
    String line;
    try {
      if (lines == null) {
        lines = open();
      }
      line = lines.next();
    } catch (ZipException | EOFException e) {
      if (!gzip) {
        throw e;
      }
      damaged = true;
      throw broken(String.valueOf(e.getMessage()));
    }
    if (line == null) {
      return null;
    }
    // Also where a file with a mark was appended to another.
    int from = line.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    return line.substring(from, line.length() - (line.endsWith("\r") ? 1 : 0));
  }

  /// Whether what follows the last line cannot be read.
  boolean isDamaged() {
    return damaged;
  }

  /// Number of the line that was returned or refused last, from 1.
  long number() {
    return lines == null ? 1 : lines.number();
  }

  BrokenLineException broken(String why) {
    return new BrokenLineException(number(), why);
  }

  private Utf8Lines open() throws IOException {
    in.mark(2);
    gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    InputStream bytes = in;
    if (gzip) {
      bytes = new BufferedInputStream(GzipText.of(in, maxUnpackedBytes), BUFFER_BYTES);
    }
    Charset charset = marked(bytes);
    boolean isUtf8 = charset.equals(StandardCharsets.UTF_8);
    return new Utf8Lines(
        isUtf8 ? bytes : new AsUtf8(bytes, charset),
        maxLineBytes,
        "is not %s: name the encoding with the option charset=NAME, such as windows-1252"
            .formatted(charset.name()));
  }

  private Charset marked(InputStream bytes) throws IOException {
    bytes.mark(4);
    byte[] first = bytes.readNBytes(4);
    bytes.reset();
    int mark = 0;
    for (int n = 0; n < 4; n++) {
      mark = mark << 8 | (n < first.length ? first[n] & 0xff : 1);
    }
    if (mark == 0xfffe0000) {
      return Charset.forName("UTF-32LE");
    }
    if (mark == 0x0000feff) {
      return Charset.forName("UTF-32BE");
    }
    return switch (mark >>> 16) {
      case 0xfffe -> StandardCharsets.UTF_16LE;
      case 0xfeff -> StandardCharsets.UTF_16BE;
      default -> mark >>> 8 == 0xefbbbf ? StandardCharsets.UTF_8 : named;
    };
  }
}
