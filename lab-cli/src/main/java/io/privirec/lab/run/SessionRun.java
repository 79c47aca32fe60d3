package io.privirec.lab.run;

import io.privirec.lab.http.ProblemException;
import io.privirec.lab.process.ServiceFailedException;
import io.privirec.wire.ModelView;
import io.privirec.wire.PriviRecKParameters;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/// One session, from its request until the recommender answers from its release.
final class SessionRun {
  static final String ALGORITHM = "privirec-k";
  private static final Duration SESSION_WITHIN = Duration.ofMinutes(60);
  private static final Duration LOADED_WITHIN = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(200);

  private final Deployment services;
  private final ClientCare care;
  private final Screen screen;

  SessionRun(Deployment services, ClientCare care, Screen screen) {
    this.services = services;
    this.care = care;
    this.screen = screen;
  }

  static SessionRequest request(RunSettings settings, int k, List<String> cohort) {
    return new SessionRequest(
        ALGORITHM,
        new PriviRecKParameters(
            k, settings.iterations(), settings.gamma(), settings.seed(), null, null),
        cohort,
        new SessionPolicy(settings.phaseDeadline(), null, null, null, null, null, null));
  }

  /// Runs it to its end.
  ///
  /// @throws RunFailedException when it does not publish, saying why and who is missing
  SessionView publish(SessionRequest request, int rounds)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    SessionView session = services.coordinator().start(request);
    SessionDisplay display = new SessionDisplay(screen, rounds);
    long deadline = System.nanoTime() + SESSION_WITHIN.toNanos();
    while (!session.status().isOver()) {
      if (System.nanoTime() > deadline) {
        throw new RunFailedException(
            "the session was not over within " + SESSION_WITHIN.toMinutes() + " minutes");
      }
      Thread.sleep(POLL);
      care.look();
      session = services.coordinator().session(session.id());
      display.update(session);
    }
    if (session.status() != SessionView.Status.PUBLISHED) {
      throw new RunFailedException(whyFailed(session));
    }
    return session;
  }

  private static String whyFailed(SessionView session) {
    SessionView.Failure failure = session.failure();
    String why =
        failure == null
            ? "the session ended as " + session.status()
            : "the session failed: %s, %s".formatted(failure.code(), failure.detail());
    String missing =
        session.missing().stream()
            .map(lost ->
                "%s (round %d, %s)"
                    .formatted(lost.participant(), lost.roundIndex() + 1, lost.phase()))
            .collect(Collectors.joining(", "));
    return missing.isEmpty() ? why : why + System.lineSeparator() + "missing: " + missing;
  }

  /// The recommender finds releases by itself; this waits until it answers from the session's.
  ModelView awaitModel(String sessionId)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    long deadline = System.nanoTime() + LOADED_WITHIN.toNanos();
    while (System.nanoTime() < deadline) {
      care.look();
      for (ModelView model : loadedModels()) {
        if (model.active() && model.sessionId().equals(sessionId)) {
          return model;
        }
      }
      Thread.sleep(POLL);
    }
    throw new RunFailedException(
        "the recommender did not load the release within " + LOADED_WITHIN.toSeconds() + " s");
  }

  private List<ModelView> loadedModels() throws IOException, InterruptedException {
    try {
      return services.recommender().models();
    } catch (ProblemException problem) {
      if (problem.status() == 503) {
        return List.of();
      }
      throw problem;
    } catch (ConnectException starting) {
      return List.of();
    }
  }
}
