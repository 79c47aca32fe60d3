package io.privirec.serving.web.metadata;

import io.privirec.edge.postgres.DatabaseOutage;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/// Looks for metadata that other processes were given. While the database is away, what is known
/// stays in force.
final class MetadataPolling implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(MetadataPolling.class);
  private static final int STOP_SECONDS = 10;

  private final LiveMetadata metadata;
  private final Duration interval;
  private boolean isAway;
  private @Nullable ScheduledExecutorService looking;

  MetadataPolling(LiveMetadata metadata, Duration interval) {
    this.metadata = metadata;
    this.interval = interval;
  }

  /// No request comes before the metadata there is.
  @Override
  public synchronized void start() {
    metadata.refresh();
    long nanos = Math.max(interval.toNanos(), TimeUnit.MILLISECONDS.toNanos(1));
    looking =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("item-metadata").daemon().factory());
    var _ = looking.scheduleWithFixedDelay(this::look, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public synchronized void stop() {
    if (looking != null) {
      looking.shutdownNow();
      try {
        looking.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      looking = null;
    }
  }

  /// Before the web server begins to listen, and until after it has ended.
  @Override
  public int getPhase() {
    return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;
  }

  @Override
  public synchronized boolean isRunning() {
    return looking != null;
  }

  private void look() {
    try {
      metadata.refresh();
      isAway = false;
    } catch (DataAccessException | TransactionException e) {
      if (!isAway && !DatabaseOutage.explains(e)) {
        log.warn("Metadata of items cannot be read; what is known stays in force", e);
      }
      isAway = true;
    } catch (RuntimeException e) {
      log.error("Metadata of items cannot be followed", e);
    }
  }
}
