package io.privirec.lab.run;

import io.privirec.operator.http.ClientApi;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.RunFailedException;
import io.privirec.stage.deployment.Services;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.ParticipationView;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The holders of the demo read what a session would open of their users, and consent, one
/// participant after the other. Real holders decide for themselves.
record Consent(Services services, Cohort cohort, ServiceCare care, Terminal terminal) {
  private static final Duration ASKED_WITHIN = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(100);

  /// Approves a session for every participant that is asked, as soon as it is. Those whose
  /// client-service has ended, or joins without asking, are left out.
  void give(String session)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    List<String> ids = cohort.ids();
    for (int p = 0; p < ids.size(); p++) {
      Optional<ParticipationView> asked = awaitQuestion(p, ids.get(p), session);
      if (asked.isEmpty()) {
        continue;
      }
      if (p == 0) {
        asked.get().wouldDisclose().forEach(words -> terminal.line("          | " + words));
      }
      services.clientOf(p).approve(asked.get(), cohort.cells());
      terminal.line("          %s consents%s".formatted(ids.get(p), pairs(asked.get())));
    }
  }

  private static String pairs(ParticipationView asked) {
    ParticipationView.@Nullable Terms terms = asked.terms();
    ParticipationView.@Nullable OpenedPairs pairs = terms == null ? null : terms.itemPairs();
    return pairs == null
        ? ""
        : ": %,d distinct pairs of items, %,d of them of one user only"
            .formatted(pairs.distinct(), pairs.ofOneUser());
  }

  /// Empty when its client-service ends before it asks, or joins without.
  private Optional<ParticipationView> awaitQuestion(int number, String participant, String session)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    long deadline = System.nanoTime() + ASKED_WITHIN.toNanos();
    while (System.nanoTime() < deadline) {
      care.look();
      if (!services.hasClientOf(number)) {
        return Optional.empty();
      }
      ClientApi client = services.clientOf(number);
      Optional<ParticipationView> told =
          client.participations(participant).stream()
              .filter(view -> view.sessionId().equals(session))
              .findFirst();
      if (told.isPresent()) {
        return told.filter(view -> view.status().equals("AWAITING_APPROVAL"));
      }
      Thread.sleep(POLL);
    }
    throw new RunFailedException(
        "%s was not asked within %d s".formatted(participant, ASKED_WITHIN.toSeconds()));
  }
}
