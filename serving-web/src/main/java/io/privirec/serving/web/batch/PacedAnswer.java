package io.privirec.serving.web.batch;

import io.privirec.edge.problem.Pace;
import io.privirec.edge.problem.ProblemException;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/// An answer that must be taken at a pace, and within a time, however long it is: whoever reads it
/// more slowly must not hold what it takes to write it. Only the time spent waiting for the reader
/// counts.
final class PacedAnswer extends OutputStream {
  /// Small enough that a slow reader is noticed soon.
  private static final int STEP = 1 << 13;

  private final OutputStream out;
  private final Pace pace;
  private final Duration deadline;
  private long sent;
  private long waitedNanos;

  PacedAnswer(OutputStream out, Pace pace, Duration deadline) {
    this.out = out;
    this.pace = pace;
    this.deadline = deadline;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  /// Writes at once.
  ///
  /// @throws ProblemException if the reader is too slow
  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    for (int done = 0; done < length; done += STEP) {
      int step = Math.min(STEP, length - done);
      long start = System.nanoTime();
      out.write(bytes, from + done, step);
      waitedNanos += System.nanoTime() - start;
      sent += step;
      if (!pace.isKept(sent, waitedNanos) || waitedNanos > deadline.toNanos()) {
        throw new ProblemException(ProblemType.REQUEST_TIMEOUT, "The answer was read too slowly");
      }
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
