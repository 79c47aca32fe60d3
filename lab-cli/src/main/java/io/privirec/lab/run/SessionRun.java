package io.privirec.lab.run;

import io.privirec.stage.deployment.RunFailedException;
import io.privirec.stage.deployment.Services;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/// One session, from its request to its end.
///
/// @param within after that a session that is not over has failed
public record SessionRun(Services services, ServiceCare care, Terminal terminal, Duration within) {
  private static final Duration POLL = Duration.ofMillis(200);

  /// One phase holds the upload of a vector of gigabytes, or the time that people take to consent.
  private static final Duration LONG_DEADLINE = Duration.ofMinutes(30);

  static SessionRequest request(
      SessionChoice session, RunSettings settings, RunData data, List<Integer> cells) {
    Duration deadline = settings.phaseDeadline();
    if (deadline == null && session.noNoise()) {
      deadline = LONG_DEADLINE;
    }
    return new SessionRequest(
        session.algorithm(),
        data.parameters(),
        session.noNoise() ? SessionRequest.NO_NOISE : null,
        null,
        data.algorithm().algorithm().closed() ? cells : null,
        new SessionPolicy(
            deadline,
            null,
            settings.onMissing() == null ? null : settings.onMissing().label(),
            null,
            null,
            null,
            null,
            null));
  }

  /// Hears of a session that has begun.
  @FunctionalInterface
  interface Begun {
    void begun(String sessionId)
        throws IOException, InterruptedException, RunFailedException, ServiceFailedException;
  }

  /// Runs it to its release.
  ///
  /// @throws RunFailedException when it does not publish, saying why and who is missing
  SessionView publish(SessionRequest request, int rounds, Begun begun)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    SessionView session = run(request, rounds, begun);
    if (session.status() != SessionView.Status.PUBLISHED) {
      throw new RunFailedException(whyFailed(session));
    }
    return session;
  }

  /// Runs it to its end, whatever that is.
  ///
  /// @param rounds how many it has
  /// @throws RunFailedException when it is not over in time
  public SessionView run(SessionRequest request, int rounds)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    return run(request, rounds, session -> {});
  }

  private SessionView run(SessionRequest request, int rounds, Begun begun)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    SessionView session = services.coordinator().start(request);
    begun.begun(session.id());
    SessionDisplay display = new SessionDisplay(terminal, rounds);
    long deadline = System.nanoTime() + within.toNanos();
    while (!session.status().isOver()) {
      if (System.nanoTime() > deadline) {
        throw new RunFailedException(
            "the session was not over within " + within.toMinutes() + " minutes");
      }
      Thread.sleep(POLL);
      care.look();
      session = services.coordinator().session(session.id());
      display.update(session);
    }
    return session;
  }

  /// Why a session did not end as it should, and who is missing.
  public static String whyFailed(SessionView session) {
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
}
