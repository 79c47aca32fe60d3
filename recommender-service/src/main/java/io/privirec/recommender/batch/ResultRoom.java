package io.privirec.recommender.batch;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;

/// What the results of all jobs take of the disk together. Thread-safe.
final class ResultRoom {
  /// No line of a result is shorter.
  static final int LEAST_LINE = 100;

  private final long limit;
  private final Map<String, Long> taken = new HashMap<>();
  private long inAll;

  /// @param limit bytes
  ResultRoom(long limit) {
    this.limit = limit;
  }

  /// Refuses a job whose result cannot fit.
  ///
  /// @param lines of its result
  /// @throws JobRefusal.NoRoom if there is no room
  synchronized void require(long lines) {
    if (inAll + lines * LEAST_LINE > limit) {
      throw new JobRefusal.NoRoom(limit);
    }
  }

  /// A job's result is about to take more.
  synchronized void take(String job, long bytes) {
    if (inAll + bytes > limit) {
      throw new JobRefusal.NoRoom(limit);
    }
    taken.merge(job, bytes, Long::sum);
    inAll += bytes;
  }

  /// What an earlier process left, be it too much.
  synchronized void found(String job, long bytes) {
    taken.merge(job, bytes, Long::sum);
    inAll += bytes;
  }

  /// A job's result is gone; harmless when there was none.
  synchronized void giveBack(String job) {
    Long bytes = taken.remove(job);
    inAll -= bytes == null ? 0 : bytes;
  }

  /// The file of a job's result, which does not grow beyond the room.
  OutputStream limit(String job, OutputStream file) {
    return new FilterOutputStream(file) {
      @Override
      public void write(int one) throws IOException {
        take(job, 1);
        out.write(one);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        take(job, length);
        out.write(bytes, from, length);
      }
    };
  }
}
