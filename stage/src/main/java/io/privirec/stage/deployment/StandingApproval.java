package io.privirec.stage.deployment;

import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.operator.http.ClientApi;
import io.privirec.wire.ParticipationView;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Holders of a rig who approve each session without noise that opens no pairs of items. Real
/// holders decide for themselves, and have no such setting.
public final class StandingApproval implements AutoCloseable {
  /// Properties of client-services whose holders can be asked, that answer at once, and that also
  /// use releases without noise.
  public static final Map<String, String> ASKING =
      Map.of(
          "privirec.client.sums-without-noise",
          "ask",
          "privirec.client.accept",
          "any",
          "privirec.client.answer-delay",
          "PT0S",
          "privirec.client.exposure-time-limit",
          "PT1S");

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Services services;
  private final Cohort cohort;
  private final Thread thread;
  private volatile boolean over;

  private StandingApproval(Services services, Cohort cohort) {
    this.services = services;
    this.cohort = cohort;
    this.thread = Thread.ofVirtual().name("standing-approval").start(this::run);
  }

  /// Approves from now on, until it is closed.
  public static StandingApproval of(Services services, Cohort cohort) {
    return new StandingApproval(services, cohort);
  }

  private void run() {
    try {
      while (!over) {
        for (int p = 0; p < cohort.ids().size() && !over; p++) {
          approve(p);
        }
        Thread.sleep(PAUSE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// A client-service that does not answer now is asked again.
  private void approve(int number) throws InterruptedException {
    String participant = cohort.ids().get(number);
    try {
      ClientApi client = services.clientOf(number);
      for (ParticipationView view : client.participations(participant)) {
        ParticipationView.@Nullable Terms terms = view.terms();
        if (view.status().equals("AWAITING_APPROVAL")
            && terms != null
            && terms.itemPairs() == null
            && AlgorithmRegistry.isWithoutNoise(terms.parameters())) {
          client.approve(view, terms.cells());
        }
      }
    } catch (IOException unavailable) {
      // It is down, or the session is over.
    }
  }

  @Override
  public void close() {
    over = true;
    thread.interrupt();
  }
}
