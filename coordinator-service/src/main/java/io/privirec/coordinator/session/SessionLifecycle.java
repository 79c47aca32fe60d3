package io.privirec.coordinator.session;

import io.privirec.round.ChangeSignal;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Starts last and stops first: long polls must end before the web server waits for its requests.
@Component
class SessionLifecycle implements SmartLifecycle {
  private final SessionCrew crew;
  private final ChangeSignal signal;
  private volatile boolean running;

  SessionLifecycle(SessionCrew crew, ChangeSignal signal) {
    this.crew = crew;
    this.signal = signal;
  }

  @Override
  public void start() {
    running = true;
    crew.start();
  }

  @Override
  public void stop() {
    running = false;
    signal.close();
    crew.stop();
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
