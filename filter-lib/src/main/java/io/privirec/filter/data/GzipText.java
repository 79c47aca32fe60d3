package io.privirec.filter.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// Unpacks gzip data (RFC 1952) to its last byte: all members, and nothing but members. Fails as
/// soon as the data unpacks to too much.
///
/// `GZIPInputStream` is not enough: it ends without an error where a member is followed by anything
/// that does not begin like another.
final class GzipText extends InputStream {
  /// The default for the unpacked bytes of a file.
  static final long MAX_BYTES = 8L << 30;

  /// Unpacked bytes per packed byte. Files of interactions reach 15. A file of equal lines reaches
  /// 400 to 1,030.
  static final int MAX_RATIO = 50;

  /// Unpacked bytes from which the ratio counts, so that small files of equal lines pass.
  static final int FREE_BYTES = 1 << 20;

  /// Small, because the bytes of the buffer count as packed already.
  private static final int BUFFER_BYTES = 1 << 12;

  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final InputStream packed;
  private final long maxBytes;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int end;
  private long taken;
  private long unpacked;
  private boolean inMember;
  private boolean ended;

  private GzipText(InputStream packed, long maxBytes) {
    this.packed = packed;
    this.maxBytes = maxBytes;
  }

  /// Reads from a stream that begins with gzip data.
  ///
  /// @param maxBytes unpacked bytes, at least 1
  static GzipText of(InputStream packed, long maxBytes) {
    return new GzipText(packed, maxBytes);
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  /// @throws TooMuchTextException if the data unpacks to too much
  /// @throws ZipException if the data is damaged, or other data follows it
  /// @throws EOFException if the data ends within a member
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = 0;
    while (read == 0 && length > 0 && !ended) {
      if (!inMember) {
        beginMember();
      } else {
        read = inflate(bytes, offset, length);
      }
    }
    count(read);
    return read > 0 || length == 0 ? read : -1;
  }

  @Override
  public void close() throws IOException {
    ended = true;
    inflater.end();
    packed.close();
  }

  private void count(int read) throws TooMuchTextException {
    unpacked += read;
    if (unpacked > maxBytes) {
      throw new TooMuchTextException(
          "gzip data unpacks to more than " + maxBytes + " bytes; split it");
    }
    if (unpacked > FREE_BYTES && unpacked > MAX_RATIO * taken) {
      throw new TooMuchTextException(
          ("gzip data unpacks to more than %s times its size (%s bytes of %s); send the text"
                  + " unpacked")
              .formatted(MAX_RATIO, unpacked, taken));
    }
  }

  private int inflate(byte[] bytes, int offset, int length) throws IOException {
    if (inflater.needsInput()) {
      fill();
      inflater.setInput(buffer, position, end - position);
    }
    int read;
    try {
      read = inflater.inflate(bytes, offset, length);
    } catch (DataFormatException e) {
      throw damaged();
    }
    position = end - inflater.getRemaining();
    crc.update(bytes, offset, read);
    if (inflater.finished()) {
      endMember();
    } else if (inflater.needsDictionary()) {
      throw damaged();
    }
    return read;
  }

  private void beginMember() throws IOException {
    if (position == end && !refill()) {
      ended = true;
      inflater.end();
      return;
    }
    crc.reset();
    if (next() != 0x1f || next() != 0x8b) {
      throw new ZipException("other data follows the gzip data");
    }
    int method = next();
    int flags = next();
    if (method != DEFLATE || (flags & RESERVED) != 0) {
      throw damaged();
    }
    skip(6); // time, level, system
    if ((flags & EXTRA) != 0) {
      skip(next() | next() << 8);
    }
    for (int text : new int[] {NAME, COMMENT}) {
      while ((flags & text) != 0 && next() != 0) {
        // ends with a zero
      }
    }
    int expected = (int) crc.getValue() & 0xffff;
    if ((flags & HEADER_CRC) != 0 && (next() | next() << 8) != expected) {
      throw damaged();
    }
    crc.reset();
    inflater.reset();
    inflater.setInput(buffer, position, end - position);
    inMember = true;
  }

  private void endMember() throws IOException {
    inMember = false;
    long sum = crc.getValue();
    if (littleEndian() != sum || littleEndian() != (inflater.getBytesWritten() & 0xffff_ffffL)) {
      throw damaged();
    }
  }

  private long littleEndian() throws IOException {
    return next() | next() << 8 | next() << 16 | (long) next() << 24;
  }

  private void skip(int count) throws IOException {
    for (int n = 0; n < count; n++) {
      next();
    }
  }

  private int next() throws IOException {
    if (position == end) {
      fill();
    }
    int next = buffer[position++] & 0xff;
    crc.update(next);
    return next;
  }

  private void fill() throws IOException {
    if (!refill()) {
      throw new EOFException("gzip data ends too early");
    }
  }

  private boolean refill() throws IOException {
    position = 0;
    end = Math.max(0, packed.read(buffer));
    taken += end;
    return end > 0;
  }

  private static ZipException damaged() {
    return new ZipException("gzip data is damaged");
  }
}
