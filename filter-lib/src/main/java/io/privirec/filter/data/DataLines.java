package io.privirec.filter.data;

import io.privirec.filter.lines.BrokenLineException;
import io.privirec.filter.lines.Utf8Lines;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// The lines of a data file, counted from 1: strict UTF-8, ended by LF or CRLF, with or without a
/// byte order mark. If the bytes begin as gzip data does (RFC 1952), [GzipText] unpacks them, under
/// any file name.
final class DataLines {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final BufferedInputStream in;
  private final int maxLineBytes;
  private final long maxUnpackedBytes;
  private boolean gzip;
  private boolean damaged;
  private @Nullable Utf8Lines lines;

  /// Reads from a stream, which is not closed.
  DataLines(InputStream in, int maxLineBytes) {
    this(in, maxLineBytes, GzipText.MAX_BYTES);
  }

  DataLines(InputStream in, int maxLineBytes, long maxUnpackedBytes) {
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
    this.maxLineBytes = maxLineBytes;
    this.maxUnpackedBytes = maxUnpackedBytes;
  }

  /// The next line without its end, or null after the last. A broken line is consumed: reading can
  /// go on.
  ///
  /// @throws TooMuchTextException if gzip data unpacks to too much
  @Nullable String next() throws IOException {
    if (damaged) {
      return null;
    }
    String line;
    try {
      if (lines == null) {
        lines = new Utf8Lines(unpacked(), maxLineBytes);
      }
      line = lines.next();
    } catch (ZipException | EOFException e) {
      if (!gzip) {
        throw e;
      }
      damaged = true;
      throw broken("gzip data is damaged");
    }
    if (line == null) {
      return null;
    }
    int from = number() == 1 && line.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    return line.substring(from, line.length() - (line.endsWith("\r") ? 1 : 0));
  }

  /// Number of the line that was returned or refused last, from 1.
  long number() {
    return lines == null ? 1 : lines.number();
  }

  BrokenLineException broken(String why) {
    return new BrokenLineException(number(), why);
  }

  private InputStream unpacked() throws IOException {
    in.mark(2);
    gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip ? GzipText.of(in, maxUnpackedBytes) : in;
  }
}
