package io.privirec.edge.postgres;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/// Ends this service when its embedded PostgreSQL has ended: nothing here starts a server again,
/// and without one no request can be served. Whoever supervises the service starts both.
///
/// A server that ends with its service is no loss: the watch ends first when the context closes,
/// and at once when a signal from the terminal reaches both.
final class DatabaseWatch implements SmartLifecycle {
  /// Exit status of a service whose embedded database has ended.
  static final int EXIT_STATUS = 75;

  private static final Logger log = LoggerFactory.getLogger(DatabaseWatch.class);
  private static final Duration POLL = Duration.ofMillis(250);

  private final EmbeddedDatabase database;
  private final Runnable onEnd;
  private final Thread shutdown = new Thread(() -> running = false, "database-watch-end");
  private volatile boolean running;
  private @Nullable Thread thread;

  DatabaseWatch(EmbeddedDatabase database, Runnable onEnd) {
    this.database = database;
    this.onEnd = onEnd;
  }

  /// No orderly shutdown: its steps would wait for a database that is gone.
  static void halt() {
    Runtime.getRuntime().halt(EXIT_STATUS);
  }

  @Override
  public synchronized void start() {
    running = true;
    Runtime.getRuntime().addShutdownHook(shutdown);
    thread = Thread.ofPlatform().daemon().name("database-watch").start(this::watch);
  }

  @Override
  public synchronized void stop() {
    running = false;
    if (thread != null) {
      thread.interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(shutdown);
    } catch (IllegalStateException endingAlready) {
      // The hook has said the same.
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void watch() {
    try {
      while (running && database.isRunning()) {
        Thread.sleep(POLL);
      }
    } catch (InterruptedException e) {
      return;
    }
    if (running) {
      log.error("The embedded PostgreSQL has ended: so does this service");
      onEnd.run();
    }
  }
}
