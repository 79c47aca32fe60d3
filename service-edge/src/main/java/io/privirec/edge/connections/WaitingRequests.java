package io.privirec.edge.connections;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/// Answers requests that wait for their turn before the web server stops.
final class WaitingRequests implements SmartLifecycle {
  private final Admission admission;
  private volatile boolean running;

  WaitingRequests(Admission admission) {
    this.admission = admission;
  }

  @Override
  public void start() {
    admission.open();
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    admission.close();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /// After the drain time.
  @Override
  public int getPhase() {
    return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;
  }
}
