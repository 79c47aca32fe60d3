package io.privirec.acceptance.campaign;

import io.privirec.operator.http.CoordinatorApi;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Looks at sessions through the coordinator's API, over and over, whether it answers or not. Safe
/// for use by several threads.
final class SessionWatch implements AutoCloseable {
  private static final Duration CALM = Duration.ofMillis(100);
  private static final Duration EAGER = Duration.ofMillis(4);

  private final CoordinatorApi coordinator;
  private final Map<String, SessionView> sessions = new LinkedHashMap<>();
  private final Thread thread;
  private volatile boolean eager;
  private volatile boolean reachable = true;
  private volatile boolean closed;

  SessionWatch(CoordinatorApi coordinator) {
    this.coordinator = coordinator;
    this.thread = Thread.ofPlatform().daemon().name("session-watch").unstarted(this::watch);
  }

  void start() {
    thread.start();
  }

  /// Begins to look at a session.
  void add(SessionView session) {
    synchronized (sessions) {
      sessions.putIfAbsent(session.id(), session);
    }
  }

  /// Every session, in the order in which they were added, as last seen.
  List<SessionView> all() {
    synchronized (sessions) {
      return List.copyOf(sessions.values());
    }
  }

  List<SessionView> open() {
    return all().stream().filter(session -> !session.status().isOver()).toList();
  }

  /// What open sessions are doing.
  List<Moment> moments() {
    return open().stream()
        .map(Moment::of)
        .flatMap(Optional::stream)
        .distinct()
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  /// Waits until something holds, looking as often as is possible.
  ///
  /// @return whether it came to hold in time
  boolean await(BooleanSupplier condition, Duration patience) throws InterruptedException {
    eager = true;
    try {
      return awaitCalmly(condition, patience);
    } finally {
      eager = false;
    }
  }

  /// Waits until something holds.
  ///
  /// @return whether it came to hold in time
  boolean awaitCalmly(BooleanSupplier condition, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    synchronized (sessions) {
      while (!condition.getAsBoolean()) {
        long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        if (left <= 0) {
          return false;
        }
        sessions.wait(Math.min(left, CALM.toMillis()));
      }
      return true;
    }
  }

  private void watch() {
    while (!closed) {
      try {
        for (SessionView session : open()) {
          SessionView now = coordinator.session(session.id());
          synchronized (sessions) {
            sessions.put(now.id(), now);
            sessions.notifyAll();
          }
        }
        reachable = true;
      } catch (IOException down) {
        reachable = false;
      } catch (InterruptedException end) {
        return;
      }
      try {
        Thread.sleep(eager && reachable ? EAGER : CALM);
      } catch (InterruptedException end) {
        return;
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
