package io.privirec.coordinator.session;

import io.privirec.edge.trace.SessionTraces;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;

/// Runs and times the heavy stages of sessions, one at a time over all sessions: each may need most
/// of the heap.
final class Stopwatch {
  private static final double NANOS = 1e9;

  private final Semaphore oneAtATime = new Semaphore(1, true);
  private final SessionStore store;
  private final SessionTraces traces;
  private final Clock clock;

  Stopwatch(SessionStore store, SessionTraces traces, Clock clock) {
    this.store = store;
    this.traces = traces;
    this.clock = clock;
  }

  /// A stage with a result.
  @FunctionalInterface
  interface Stage<T> {
    T run() throws IOException, InterruptedException;
  }

  /// A stage inside another one.
  @FunctionalInterface
  interface Part {
    void run() throws IOException;
  }

  <T> T time(AggregationSession session, String stage, Stage<T> work)
      throws IOException, InterruptedException {
    oneAtATime.acquire();
    try (SessionTraces.Work _ = traces.begin(session.id(), stage)) {
      Instant start = clock.instant();
      T result = work.run();
      record(session, stage, start, clock.instant());
      return result;
    } finally {
      oneAtATime.release();
    }
  }

  void timeWrite(AggregationSession session, String stage, Part work) throws IOException {
    Instant start = clock.instant();
    try (SessionTraces.Work _ = traces.begin(session.id(), stage)) {
      work.run();
    }
    record(session, stage, start, clock.instant());
  }

  void record(AggregationSession session, String stage, Instant start, Instant end) {
    store.recordStage(session.id(), stage, Duration.between(start, end).toNanos() / NANOS);
  }
}
