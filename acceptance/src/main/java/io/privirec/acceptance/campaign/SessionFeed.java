package io.privirec.acceptance.campaign;

import io.privirec.acceptance.session.SessionKinds;
import io.privirec.acceptance.session.SessionRequests;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.operator.http.ProblemException;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/// Starts sessions, one after the other and now and then two at once, and has each audited when it
/// is over. Between sessions every holder imports something new; sometimes it does so while a
/// session still runs, which must not notice.
final class SessionFeed {
  private static final double TWO_AT_ONCE = 0.25;
  private static final double IMPORT_EARLY = 0.5;

  /// Every session but those at the same time freezes data of its own: what each must have summed
  /// is known.
  static final Duration MIN_INTERVAL = Duration.ofMillis(100);

  private static final Duration AFTER_SNAPSHOTS = MIN_INTERVAL.multipliedBy(5);
  private static final Duration RETRY = Duration.ofMillis(200);

  /// However many attempts: nobody is killed any more when that has passed.
  private static final Duration OVER_WITHIN = Duration.ofMinutes(20);

  private final Deployment services;
  private final CampaignData data;
  private final SessionWatch watch;
  private final SessionAudit audit;
  private final RandomGenerator random;
  private final SessionRequests requests;
  private int generation;

  SessionFeed(
      Deployment services,
      CampaignData data,
      SessionWatch watch,
      SessionAudit audit,
      Cells cells,
      SessionKinds kinds,
      RandomGenerator random) {
    this.services = services;
    this.data = data;
    this.watch = watch;
    this.audit = audit;
    this.random = random;
    this.requests = new SessionRequests(random, cells, kinds, data.items().size());
  }

  /// Goes on until told to stop, and until the sessions then under way are over.
  ///
  /// @return whether those ended in time
  boolean run(BooleanSupplier stop) throws InterruptedException, IOException {
    boolean ended = true;
    while (!stop.getAsBoolean()) {
      // What was frozen for the sessions before is not frozen for the next ones.
      Thread.sleep(AFTER_SNAPSHOTS);
      List<String> ids = new ArrayList<>();
      ids.add(start(requests.next()).id());
      if (random.nextDouble() < TWO_AT_ONCE) {
        ids.add(start(requests.next()).id());
      }
      int then = generation;
      if (random.nextDouble() < IMPORT_EARLY) {
        // Whoever is still in a session has frozen its data in the first round.
        watch.awaitCalmly(
            () -> sessions(ids).stream().allMatch(SessionFeed::isBeyondFirst), OVER_WITHIN);
        nextGeneration();
      }
      ended &=
          watch.awaitCalmly(
              () -> sessions(ids).stream().allMatch(session -> session.status().isOver()),
              OVER_WITHIN);
      sessions(ids).stream()
          .filter(session -> session.status().isOver())
          .forEach(session -> audit.check(session, then));
      if (then == generation) {
        nextGeneration();
      }
    }
    return ended;
  }

  /// One session over all participants with patience for all of them.
  ///
  /// @return as it ended, or stands when it did not
  SessionView runFresh() throws InterruptedException, IOException {
    Thread.sleep(AFTER_SNAPSHOTS);
    SessionView started = start(requests.patient());
    watch.awaitCalmly(
        () ->
            sessions(List.of(started.id())).stream().allMatch(session -> session.status().isOver()),
        Duration.ofMinutes(5));
    SessionView ended = sessions(List.of(started.id())).getFirst();
    if (ended.status().isOver()) {
      audit.check(ended, generation);
    }
    return ended;
  }

  private List<SessionView> sessions(List<String> ids) {
    return watch.all().stream().filter(session -> ids.contains(session.id())).toList();
  }

  private static boolean isBeyondFirst(SessionView session) {
    return session.status().isOver()
        || session.rounds().stream().anyMatch(round -> round.index() > 0);
  }

  /// Starts a session once: when no answer came, it may run all the same.
  private SessionView start(SessionRequest request) throws InterruptedException, IOException {
    long mark = SessionRequests.mark(Objects.requireNonNull(request.parameters()));
    CoordinatorApi coordinator = services.coordinator();
    while (true) {
      try {
        Optional<SessionView> running =
            coordinator.sessions().stream()
                .filter(session -> SessionRequests.mark(session.parameters()) == mark)
                .findFirst();
        SessionView session = running.isPresent() ? running.get() : coordinator.start(request);
        watch.add(session);
        return session;
      } catch (IOException down) {
        pauseUnlessRefused(down);
      }
    }
  }

  private void nextGeneration() throws InterruptedException, IOException {
    generation++;
    for (int participant = 0; participant < data.participants(); participant++) {
      importNext(participant);
    }
  }

  private void importNext(int participant) throws InterruptedException, IOException {
    while (true) {
      try {
        services
            .clientOf(participant)
            .importInteractions(
                Cohort.participant(participant), data.next(participant, generation));
        return;
      } catch (IOException down) {
        pauseUnlessRefused(down);
      }
    }
  }

  private static void pauseUnlessRefused(IOException failure)
      throws IOException, InterruptedException {
    if (failure instanceof ProblemException problem && problem.status() / 100 == 4) {
      throw failure;
    }
    Thread.sleep(RETRY);
  }
}
