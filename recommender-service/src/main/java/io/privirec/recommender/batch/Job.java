package io.privirec.recommender.batch;

import io.privirec.wire.JobView;
import io.privirec.wire.JobView.Status;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A job as it goes from QUEUED to RUNNING to COMPLETED or FAILED. Thread-safe.
final class Job {
  private final Object disk = new Object();
  private JobView view;
  private boolean isDeleted;

  Job(JobView view) {
    this.view = view;
  }

  static Job queued(String id, long lines, Instant now) {
    return new Job(new JobView(id, Status.QUEUED, lines, 0, 0, null, null, now, null, null));
  }

  synchronized JobView view() {
    return view;
  }

  /// What guards its files: who waits for them does not keep others from its view.
  Object disk() {
    return disk;
  }

  synchronized boolean isOver() {
    return view.status() == Status.COMPLETED || view.status() == Status.FAILED;
  }

  synchronized void delete() {
    isDeleted = true;
  }

  /// Nobody wants its result any more.
  synchronized boolean isDeleted() {
    return isDeleted;
  }

  synchronized boolean isExpired(Instant now) {
    return view.deletedAt() != null && !now.isBefore(view.deletedAt());
  }

  JobView run() {
    return change(Status.RUNNING, 0, 0, null, null, null, null);
  }

  void written(int lines, int problems) {
    change(Status.RUNNING, lines, problems, null, null, null, null);
  }

  JobView complete(long resultBytes, Instant now, Duration retention) {
    return change(Status.COMPLETED, 0, 0, null, resultBytes, now, now.plus(retention));
  }

  JobView fail(String failure, Instant now, Duration retention) {
    return change(Status.FAILED, 0, 0, failure, null, now, now.plus(retention));
  }

  private synchronized JobView change(
      Status status,
      int answered,
      int problems,
      @Nullable String failure,
      @Nullable Long resultBytes,
      @Nullable Instant finishedAt,
      @Nullable Instant deletedAt) {
    view =
        new JobView(
            view.id(),
            status,
            view.lines(),
            view.answered() + answered,
            view.problems() + problems,
            failure,
            resultBytes,
            view.createdAt(),
            finishedAt,
            deletedAt);
    return view;
  }
}
