package io.privirec.filter.data;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/// Unpacks gzip data (RFC 1952), and fails as soon as the data unpacks to too much.
final class GzipText extends FilterInputStream {
  /// The default for the unpacked bytes of a file.
  static final long MAX_BYTES = 8L << 30;

  /// Unpacked bytes per packed byte. Files of interactions reach 15. A file of equal lines reaches
  /// 400 to 1,030.
  static final int MAX_RATIO = 50;

  /// Unpacked bytes from which the ratio counts, so that small files of equal lines pass.
  static final int FREE_BYTES = 1 << 20;

  /// Small, because the bytes of the buffer count as unpacked already.
  private static final int BUFFER_BYTES = 1 << 12;

  private final Counted packed;
  private final long maxBytes;
  private long unpacked;

  private GzipText(Counted packed, long maxBytes) throws IOException {
    super(new GZIPInputStream(packed, BUFFER_BYTES));
    this.packed = packed;
    this.maxBytes = maxBytes;
  }

  /// Reads from a stream that begins with gzip data.
  ///
  /// @param maxBytes unpacked bytes, at least 1
  static GzipText of(InputStream packed, long maxBytes) throws IOException {
    return new GzipText(new Counted(packed), maxBytes);
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  /// @throws TooMuchTextException if the data unpacks to too much
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    unpacked += Math.max(0, read);
    if (unpacked > maxBytes) {
      throw new TooMuchTextException(
          "gzip data unpacks to more than %d bytes; split it".formatted(maxBytes));
    }
    if (unpacked > FREE_BYTES && unpacked > MAX_RATIO * packed.bytes) {
      throw new TooMuchTextException(
          "gzip data unpacks to more than %d times its size (%d bytes of %d); send the text unpacked"
              .formatted(MAX_RATIO, unpacked, packed.bytes));
    }
    return read;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  /// A stream that counts the bytes that were read from it.
  private static final class Counted extends FilterInputStream {
    private long bytes;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int next = super.read();
      bytes += next < 0 ? 0 : 1;
      return next;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      bytes += Math.max(0, read);
      return read;
    }
  }
}
