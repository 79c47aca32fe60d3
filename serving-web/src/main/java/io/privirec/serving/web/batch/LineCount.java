package io.privirec.serving.web.batch;

/// Counts the requests of a body as it comes: lines that are not blank. Not thread-safe.
public final class LineCount {
  private long ended;
  private boolean isBlank = true;

  public void add(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      boolean isEnd = bytes[i] == '\n';
      ended += isEnd && !isBlank ? 1 : 0;
      // Bytes of letters beyond ASCII are negative.
      isBlank = isEnd || (isBlank && bytes[i] >= 0 && bytes[i] <= ' ');
    }
  }

  /// Those so far, the one that has begun among them.
  public long requests() {
    return ended + (isBlank ? 0 : 1);
  }
}
