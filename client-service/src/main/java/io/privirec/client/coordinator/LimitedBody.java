package io.privirec.client.coordinator;

import java.io.IOException;
import java.io.InputStream;

/// The body of an answer, of which at most one byte more is read than it may have. Closing it is
/// left to whoever opened the body below. Not thread-safe.
final class LimitedBody extends InputStream {
  private final InputStream body;
  private final long limit;
  private long taken;

  LimitedBody(InputStream body, long limit) {
    this.body = body;
    this.limit = limit;
  }

  /// Whether there was more than may be.
  boolean isTooLong() {
    return taken > limit;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (isTooLong()) {
      throw tooLong();
    }
    int read = body.read(buffer, offset, (int) Math.min(length, limit - taken + 1));
    taken += Math.max(read, 0);
    if (isTooLong()) {
      throw tooLong();
    }
    return read;
  }

  private IOException tooLong() {
    return new IOException("answer is longer than " + limit + " bytes");
  }
}
