package io.privirec.coordinator.relay;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Stops first: long polls must end before the web server waits for its requests.
@Component
class RelayLifecycle implements SmartLifecycle {
  private final Relay relay;
  private volatile boolean running;

  RelayLifecycle(Relay relay) {
    this.relay = relay;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    relay.close();
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
