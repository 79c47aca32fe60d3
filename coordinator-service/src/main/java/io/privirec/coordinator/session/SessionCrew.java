package io.privirec.coordinator.session;

import io.privirec.edge.postgres.DatabaseOutage;
import io.privirec.edge.trace.SessionTraces;
import io.privirec.round.ChangeSignal;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/// Drives every active session that no other process drives, one thread each. The right to drive is
/// a lease in the store: a process that dies loses it after a few seconds, and another one, or its
/// next life, goes on where the store says the session stands.
final class SessionCrew implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(SessionCrew.class);
  private static final Duration LEASE = Duration.ofSeconds(8);

  /// Changes committed by another process raise no signal here: they are looked for.
  private static final Duration RECHECK = Duration.ofMillis(500);

  private static final Duration PATIENCE_AT_END = Duration.ofSeconds(10);

  private final String owner = UUID.randomUUID().toString();
  private final Map<String, Thread> drivers = new ConcurrentHashMap<>();
  private final SessionStore store;
  private final SessionDriver driver;
  private final DiskOutage disk;
  private final ChangeSignal signal;
  private final Clock clock;
  private final Thread watch;

  /// An interrupt alone may be swallowed by what a step calls.
  private volatile boolean running;

  SessionCrew(
      SessionStore store, SessionDriver driver, DiskOutage disk, ChangeSignal signal, Clock clock) {
    this.store = store;
    this.driver = driver;
    this.disk = disk;
    this.signal = signal;
    this.clock = clock;
    watch = Thread.ofPlatform().daemon().name("session-watch").unstarted(this::watch);
  }

  /// Begins to look for sessions, after everything else is started.
  @Override
  public void start() {
    running = true;
    watch.start();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /// Lets go of everything. What a driver was doing is done again by whoever comes next. The crew
  /// stops first: long polls must end before the web server waits for its requests.
  @Override
  public void stop() {
    running = false;
    signal.close();
    watch.interrupt();
    drivers.values().forEach(Thread::interrupt);
    Instant end = clock.instant().plus(PATIENCE_AT_END);
    try {
      watch.join(PATIENCE_AT_END);
      for (Thread thread : drivers.values()) {
        Duration left = Duration.between(clock.instant(), end);
        if (left.isPositive()) {
          thread.join(left);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    store.endLeases(owner);
  }

  /// Sessions that this process drives now.
  int driving() {
    return drivers.size();
  }

  private void watch() {
    Instant renewed = Instant.MIN;
    while (!Thread.currentThread().isInterrupted()) {
      long seen = signal.generation();
      try {
        Instant now = clock.instant();
        Set<String> mine = store.lease(owner, LEASE);
        renewed = now;
        mine.forEach(this::drive);
        drivers.forEach((session, thread) -> {
          if (!mine.contains(session)) {
            thread.interrupt();
          }
        });
      } catch (RuntimeException e) {
        if (!DatabaseOutage.explains(e)) {
          log.warn("Sessions could not be looked for; trying again", e);
        }
        if (clock.instant().isAfter(renewed.plus(LEASE))) {
          drivers.values().forEach(Thread::interrupt);
        }
      }
      try {
        signal.await(seen, RECHECK);
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  private void drive(String session) {
    drivers.computeIfAbsent(
        session,
        id ->
            Thread.ofPlatform()
                .daemon()
                .name("session-" + id)
                .start(() -> {
                  try (var _ = SessionTraces.logged(id)) {
                    driveToEnd(id);
                  } finally {
                    drivers.remove(id);
                  }
                }));
  }

  private void driveToEnd(String session) {
    StepFailures failures = new StepFailures(disk);
    while (running && !Thread.currentThread().isInterrupted()) {
      long seen = signal.generation();
      try {
        switch (driver.advance(session)) {
          case GO_ON -> failures.clear();
          case WAIT -> {
            failures.clear();
            signal.await(seen, RECHECK);
          }
          case END -> {
            return;
          }
        }
      } catch (InterruptedException _) {
        return;
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        // A session too large for the heap must fail, not be tried for ever by a new thread.
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
        failures.add(e);
        if (failures.awaited().isPresent()) {
          // The watch of what is awaited has said so, once for all sessions.
          log.debug(
              "Session {} waits for {}: {}", session, failures.awaited().get(), e.getMessage());
        } else {
          log.warn(
              "A step of session {} failed ({} of {})",
              session,
              failures.count(),
              StepFailures.MOST,
              e);
        }
        if (!recover(session, failures)) {
          return;
        }
      }
    }
  }

  /// Waits before the step is tried again; gives the session up when it has failed too often.
  private boolean recover(String session, StepFailures failures) {
    if (failures.areTooMany()) {
      try {
        driver.fail(session, failures.failure());
      } catch (RuntimeException e) {
        if (!DatabaseOutage.explains(e)) {
          log.warn("Session {} could not be marked as failed", session, e);
        }
      }
    }
    try {
      Thread.sleep(failures.pause());
      return running;
    } catch (InterruptedException _) {
      return false;
    }
  }
}
