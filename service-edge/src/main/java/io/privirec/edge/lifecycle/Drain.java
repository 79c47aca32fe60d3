package io.privirec.edge.lifecycle;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/// Goes on serving for a while after the service was told to end, and is not ready meanwhile:
/// balancers need that long to notice, and callers to leave the connections that they keep. Then
/// the web server takes no request any more.
final class Drain implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(Drain.class);

  private final Duration time;
  private volatile boolean running;
  private volatile boolean begun;

  Drain(Duration time) {
    this.time = time;
  }

  /// Whether the service was told to end.
  boolean hasBegun() {
    return begun;
  }

  @Override
  public void start() {
    begun = false;
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    begun = true;
    if (!time.isPositive()) {
      return;
    }
    log.info("Not ready any more; requests are answered for another {} ms", time.toMillis());
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /// After long polls were ended, and before waiting requests are answered and the web server
  /// stops.
  @Override
  public int getPhase() {
    return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 2;
  }
}
