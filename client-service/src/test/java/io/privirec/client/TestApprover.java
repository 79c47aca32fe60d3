package io.privirec.client;

import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.wire.ParticipationView;
import java.util.List;
import java.util.function.Supplier;

/// A holder who approves each session without noise that opens no pairs of items. Sessions that
/// open pairs wait for the test.
public final class TestApprover implements AutoCloseable {
  private static final long PAUSE_MILLIS = 120;

  private final TestCoordinator coordinator;
  private final Supplier<TestClient> client;
  private final List<String> names;
  private volatile boolean running;

  /// @param coordinator whose sessions it approves
  /// @param client that hosts the participants; not null while it approves
  public TestApprover(
      TestCoordinator coordinator, Supplier<TestClient> client, List<String> names) {
    this.coordinator = coordinator;
    this.client = client;
    this.names = names;
  }

  public TestApprover start() {
    if (!running) {
      running = true;
      Thread.ofVirtual().name("approver").start(this::run);
    }
    return this;
  }

  private void run() {
    while (running) {
      try {
        if (coordinator.mayAskHolders()) {
          names.forEach(this::approve);
        }
      } catch (RuntimeException | AssertionError _) {
        // The test has stopped the client, or closed the session: the approver looks again.
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void approve(String name) {
    for (ParticipationView view : client.get().participations(name)) {
      if (view.status().equals("AWAITING_APPROVAL") && needsNobodyElse(view)) {
        client.get().approve(name, view.sessionId());
      }
    }
  }

  private static boolean needsNobodyElse(ParticipationView view) {
    ParticipationView.Terms terms = view.terms();
    return terms != null
        && terms.itemPairs() == null
        && AlgorithmRegistry.isWithoutNoise(terms.parameters());
  }

  @Override
  public void close() {
    running = false;
  }
}
