package io.privirec.coordinator;

import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.RoundView;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// The participants of one session, served in turn.
record TestCohort(RunningCoordinator coordinator, List<TestParticipant> participants) {
  /// Two rounds of a few factors.
  static final PriviRecKParameters TINY = PriviRecKParameters.gfCf(4, 1, 0.3, 7L, 3, 8);

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  List<String> names() {
    return participants.stream().map(TestParticipant::name).toList();
  }

  /// Newly enrolled participants in one cell of the roster in force.
  static TestCohort ofOneCell(RunningCoordinator coordinator, String prefix, int size) {
    return ofCells(coordinator, prefix, size);
  }

  /// Newly enrolled participants in cells of these sizes of the roster in force.
  static TestCohort ofCells(RunningCoordinator coordinator, String prefix, int... sizes) {
    TestCatalogue.ensure(coordinator.api());
    List<TestParticipant> all = new ArrayList<>();
    List<List<TestParticipant>> cells = new ArrayList<>();
    for (int size : sizes) {
      List<TestParticipant> cell =
          TestParticipant.enrolAll(coordinator.api(), prefix + cells.size(), size);
      cells.add(cell);
      all.addAll(cell);
    }
    TestRosters.add(coordinator.api(), cells);
    return new TestCohort(coordinator, all);
  }

  /// Newly enrolled participants that contribute what a rehearsal expects.
  static TestCohort rehearsing(
      RunningCoordinator coordinator, String prefix, int size, Rehearsal algorithm) {
    TestCohort cohort =
        algorithm.closed()
            ? ofOneCell(coordinator, prefix, size)
            : new TestCohort(
                coordinator, TestParticipant.enrolAll(coordinator.api(), prefix, size));
    cohort.rehearse(algorithm);
    return cohort;
  }

  /// Contributes what a rehearsal expects.
  void rehearse(Rehearsal algorithm) {
    RatingMatrix nothing = RatingMatrix.of(InteractionMatrix.of(0, 0, new int[1], new int[0]));
    for (TestParticipant participant : participants) {
      participant.contributes((round, _, offset, out) -> {
        RoundSpec spec = algorithm.algorithm().specs().get(round.roundIndex());
        try {
          algorithm
              .algorithm()
              .contribution(new RoundInput(participant.id(), spec, null, nothing))
              .fill(offset, out);
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      });
    }
  }

  SessionRequest rehearsal(Rehearsal algorithm, int attempts) {
    return new SessionRequest(
        Rehearsal.ID,
        RehearsalParameters.DEFAULT
            .withElements(algorithm.elements())
            .withRounds(algorithm.roundCount())
            .withSeed(algorithm.seed())
            .withRingBits(algorithm.ringBits())
            .withRoundKind(algorithm.closed() ? "closed" : "tolerant"),
        null,
        names(),
        null,
        patient(attempts));
  }

  SessionRequest privirecK(PriviRecKParameters parameters, int attempts) {
    return privirecK(parameters, patient(attempts));
  }

  SessionRequest privirecK(PriviRecKParameters parameters, SessionPolicy policy) {
    return new SessionRequest(
        PriviRecKParameters.ALGORITHM, parameters, SessionRequest.NO_NOISE, names(), null, policy);
  }

  /// Deadlines an hour away: phases end when all have answered, or when a test says so.
  static SessionPolicy patient(int attempts) {
    return patient(attempts, null, null);
  }

  static SessionPolicy patient(int attempts, String onMissing, Integer minParticipants) {
    return new SessionPolicy(
        Duration.ofHours(1), attempts, onMissing, minParticipants, null, null, null, null);
  }

  /// The same, with X25519 alone: closed rounds have two phases.
  static SessionPolicy classical(int attempts) {
    return new SessionPolicy(Duration.ofHours(1), attempts, null, null, null, null, null, "x25519");
  }

  SessionView start(SessionRequest request) {
    return coordinator.api().adminPost("/v1/sessions", request).as(SessionView.class);
  }

  /// Starts a session of two rounds that is tried once, and gives everybody data for it.
  SessionView startTiny() {
    SessionView session = start(privirecK(TINY, 1));
    dataFor(session);
    return session;
  }

  /// Runs such a session to its end.
  SessionView runTiny() {
    return runToEnd(startTiny().id());
  }

  /// Gives everybody data for a session.
  PlainRun dataFor(SessionView session) {
    String version = "/v1/catalogue/versions/" + session.catalogueVersion();
    int items = coordinator.api().get(version).as(CatalogueVersion.class).items();
    return new PlainRun(items, session, participants);
  }

  /// What a session has published.
  byte[] factorsOf(SessionView done) {
    return coordinator
        .api()
        .get("/v1/releases/" + done.releaseId() + "/files/factors.safetensors")
        .bytes();
  }

  SessionView view(String session) {
    return coordinator.api().adminGet("/v1/sessions/" + session).as(SessionView.class);
  }

  /// Whether nothing is left to do for a session.
  boolean isTidy(String session) {
    return coordinator.value(
        Boolean.class, "select not active from aggregation_session where id = ?", session);
  }

  /// Serves until the session is over; a phase that nobody will complete is ended.
  SessionView runToEnd(String session) {
    return runUntil(session, view -> view.status().isOver());
  }

  SessionView runUntil(String session, Predicate<SessionView> until) {
    int idle = 0;
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      SessionView view = view(session);
      if (until.test(view)) {
        return view;
      }
      if (view.status().isOver() && view.rounds().stream().allMatch(r -> r.deadline() == null)) {
        throw new AssertionError("over, but not as expected: " + view);
      }
      boolean served = false;
      for (TestParticipant participant : participants) {
        served |= participant.serve(0);
      }
      idle = served ? 0 : idle + 1;
      if (!served) {
        SessionView still = view(session);
        if (isStuck(still)
            && still.rounds().equals(view.rounds())
            && idle >= patience(still.rounds().getLast())) {
          RoundView last = still.rounds().getLast();
          coordinator.expirePhase(last.id(), last.phase());
        }
        pause(still);
      }
    }
    throw new AssertionError("still not there: " + view(session));
  }

  /// In a window participants wait for the driver to sum, which is not being stuck.
  private static int patience(RoundView round) {
    return isWindowed(round) ? 15 : 1;
  }

  private static void pause(SessionView view) {
    boolean windowed = !view.rounds().isEmpty() && isWindowed(view.rounds().getLast());
    try {
      Thread.sleep(windowed ? 200 : 20);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isWindowed(RoundView round) {
    return round.staging().windowChunks() != null;
  }

  private boolean isStuck(SessionView view) {
    if (view.rounds().isEmpty()) {
      return false;
    }
    RoundView round = view.rounds().getLast();
    return round.deadline() != null && round.arrived() < round.expected();
  }
}
