package io.privirec.serving.web.batch;

import io.privirec.edge.problem.ProblemException;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/// The bodies of batches, from their first byte until they are answered. All of them together take
/// at most a fixed number of bytes, and one that comes in slowly only what has come: slow senders
/// stand in nobody's way. Thread-safe.
final class HeldBodies {
  /// What is taken of the memory at once, and the least that a body takes.
  static final int CHUNK = 1 << 14;

  private final int maxBytes;
  private final int maxLines;
  private final Semaphore chunks;

  /// @param maxBytes of one body
  /// @param maxLines requests of one body
  /// @param allBytes of all bodies together
  HeldBodies(int maxBytes, int maxLines, long allBytes) {
    this.maxBytes = maxBytes;
    this.maxLines = maxLines;
    this.chunks = new Semaphore(Math.toIntExact(Math.ceilDiv(Math.max(allBytes, maxBytes), CHUNK)));
  }

  /// Reads a body to its end.
  ///
  /// @throws ProblemException if it is too large or empty, or there is no memory for it now
  HeldBody read(InputStream in) throws IOException {
    HeldBody body = new HeldBody();
    boolean isWhole = false;
    try {
      body.readFrom(in);
      isWhole = true;
      return body;
    } finally {
      if (!isWhole) {
        body.close();
      }
    }
  }

  /// One body; closing it gives its memory back. Not thread-safe.
  final class HeldBody implements AutoCloseable {
    private final List<byte[]> held = new ArrayList<>();
    private int length;

    private void readFrom(InputStream in) throws IOException {
      LineCount lines = new LineCount();
      int first = in.read();
      while (first >= 0) {
        // What is too large is told so, whatever the others hold.
        requireAtMost(length + 1, lines.requests());
        if (!chunks.tryAcquire()) {
          throw ProblemException.retryAfter(
              Duration.ofSeconds(1),
              ProblemType.TOO_MANY_REQUESTS,
              "The batches that are under way take all memory there is for them");
        }
        byte[] chunk = new byte[CHUNK];
        held.add(chunk);
        chunk[0] = (byte) first;
        int read = 1 + in.readNBytes(chunk, 1, CHUNK - 1);
        length += read;
        lines.add(chunk, read);
        first = in.read();
      }
      requireAtMost(length, lines.requests());
      if (lines.requests() == 0) {
        throw new ProblemException(ProblemType.EMPTY_DATASET, "The batch has no request");
      }
    }

    private void requireAtMost(int bytes, long lines) {
      if (bytes > maxBytes) {
        throw new ProblemException(
            ProblemType.PAYLOAD_TOO_LARGE, "A batch has at most " + maxBytes + " bytes");
      }
      if (lines > maxLines) {
        throw new ProblemException(
            ProblemType.PAYLOAD_TOO_LARGE,
            "A batch has at most %s requests: send several, or a job".formatted(maxLines));
      }
    }

    /// The body from its beginning; readable until this is closed.
    InputStream open() {
      return new Chunks();
    }

    @Override
    public void close() {
      chunks.release(held.size());
      held.clear();
      length = 0;
    }

    private final class Chunks extends InputStream {
      private int at;

      @Override
      public int read() {
        return at == length ? -1 : held.get(at / CHUNK)[at++ % CHUNK] & 0xff;
      }

      @Override
      public int read(byte[] into, int from, int wanted) {
        if (at == length) {
          return wanted == 0 ? 0 : -1;
        }
        int n = Math.min(Math.min(wanted, length - at), CHUNK - at % CHUNK);
        System.arraycopy(held.get(at / CHUNK), at % CHUNK, into, from, n);
        at += n;
        return n;
      }
    }
  }
}
