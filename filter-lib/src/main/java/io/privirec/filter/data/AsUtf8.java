package io.privirec.filter.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Text of another encoding as UTF-8. Bytes that are no text become a byte that is not UTF-8, so
/// that the line with them is refused, and no other.
final class AsUtf8 extends InputStream {
  private static final int BUFFER = 1 << 13;

  /// In no UTF-8.
  private static final byte INVALID = (byte) 0xff;

  private final InputStream in;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).limit(0);
  private final CharBuffer chars = CharBuffer.allocate(BUFFER);
  private ByteBuffer utf8 = ByteBuffer.allocate(0);
  private boolean atEnd;
  private boolean flushed;

  /// Reads from a stream, which is not closed.
  AsUtf8(InputStream in, Charset charset) {
    this.in = in;
    this.decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    while (!utf8.hasRemaining() && length > 0) {
      if (flushed) {
        return -1;
      }
      decode();
    }
    int read = Math.min(length, utf8.remaining());
    utf8.get(target, offset, read);
    return read;
  }

  private void decode() throws IOException {
    if (!atEnd) {
      bytes.compact();
      int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
      bytes.position(bytes.position() + Math.max(0, read));
      bytes.flip();
      atEnd = read < 0;
    }
    chars.clear();
    CoderResult result = decoder.decode(bytes, chars, atEnd);
    boolean isInvalid = result.isError();
    if (isInvalid) {
      bytes.position(bytes.position() + result.length());
    } else if (atEnd && result.isUnderflow()) {
      flushed = decoder.flush(chars).isUnderflow();
    }
    chars.flip();
    byte[] text = chars.toString().getBytes(StandardCharsets.UTF_8);
    utf8 = ByteBuffer.allocate(text.length + 1).put(text);
    if (isInvalid) {
      utf8.put(INVALID);
    }
    utf8.flip();
  }
}
