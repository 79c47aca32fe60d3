package io.privirec.recommender.batch;

import java.time.Duration;

/// Why a job is not taken, or has nothing to give. The message says so to the caller.
public abstract sealed class JobRefusal extends RuntimeException {
  private JobRefusal(String message) {
    super(message);
  }

  public static final class UnknownJob extends JobRefusal {
    UnknownJob() {
      super("There is no job of this id");
    }
  }

  public static final class NoResult extends JobRefusal {
    NoResult() {
      super("The job is not done, or has failed");
    }
  }

  public static final class Empty extends JobRefusal {
    Empty() {
      super("The job has no request");
    }
  }

  public static final class TooLarge extends JobRefusal {
    TooLarge(long maxLines, long maxBytes) {
      super("A job has at most %s requests and %s bytes".formatted(maxLines, maxBytes));
    }
  }

  public static final class TooManyJobs extends JobRefusal {
    private final Duration retryAfter;

    TooManyJobs(int limit, Duration retryAfter) {
      super("At most %s jobs are kept: delete one that is done".formatted(limit));
      this.retryAfter = retryAfter;
    }

    /// When old jobs are collected next.
    public Duration retryAfter() {
      return retryAfter;
    }
  }

  public static final class NoRoom extends JobRefusal {
    NoRoom(long limit) {
      super(
          "The results of all jobs take at most %s bytes: delete a job that is done"
              .formatted(limit));
    }
  }
}
