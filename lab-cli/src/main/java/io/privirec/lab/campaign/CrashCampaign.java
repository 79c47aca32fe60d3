package io.privirec.lab.campaign;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.lab.http.CoordinatorApi;
import io.privirec.lab.process.ProcessesBelow;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceFailedException;
import io.privirec.lab.process.SharedMemory;
import io.privirec.lab.process.Supervisor;
import io.privirec.lab.run.Cells;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// A campaign from its first session to its last check: one thread starts sessions, one kills, one
/// per service starts it again. When the last kill is made the services are left alone, and
/// everything must come to an end.
final class CrashCampaign {
  /// Remains are old enough after ten seconds, and looked for every minute.
  private static final Duration TIDY_WITHIN = Duration.ofSeconds(150);

  private static final Duration LOOK = Duration.ofMillis(250);
  private static final int WORTH_A_REHEARSAL = 20;

  private final CampaignSettings settings;
  private final CampaignData data;
  private final CampaignServices services;
  private final RunDirectory directory;
  private final Supervisor supervisor;
  private final Consumer<String> screen;
  private final BooleanSupplier ending;
  private final Findings findings;
  private final SharedMemory memory = new SharedMemory();

  /// @param ending whether this program was told to end
  CrashCampaign(
      CampaignSettings settings,
      CampaignData data,
      CampaignServices services,
      RunDirectory directory,
      Supervisor supervisor,
      Consumer<String> screen,
      BooleanSupplier ending) {
    this.settings = settings;
    this.data = data;
    this.services = services;
    this.directory = directory;
    this.supervisor = supervisor;
    this.screen = screen;
    this.ending = ending;
    this.findings = new Findings(screen);
  }

  /// Runs it; at its end nothing runs any more.
  CampaignReport run() throws IOException, InterruptedException, ServiceFailedException {
    if (settings.kills() >= WORTH_A_REHEARSAL) {
      services.rehearse();
    }
    services.start(supervisor);
    services.fill(data);
    SplittableRandom random = new SplittableRandom(settings.seed());
    List<PlannedKill> plan =
        new KillSchedule(random.split(), settings.clients(), Moment.AIMS).draw(settings.kills());
    List<Attendant> attendants =
        supervisor.services().stream()
            .map(process -> new Attendant(process, supervisor, memory, findings, ending))
            .toList();
    long begun = System.nanoTime();
    List<Attendant.Kill> kills;
    List<SessionView> sessions;
    Cells cells = new Cells(settings.cells());
    try (SessionWatch watch = new SessionWatch(services.coordinator());
        MaskWatch masks = new MaskWatch(services.specs(), cells, findings)) {
      watch.start();
      masks.start();
      attendants.forEach(Attendant::start);
      Killer killer = new Killer(attendants, watch, screen);
      SessionAudit audit = audit();
      SessionFeed feed = new SessionFeed(services, data, watch, audit, cells, random.split());
      killAndFeed(killer, plan, feed, attendants);
      kills = killer.kills();
      if (kills.size() < plan.size()) {
        findings.add(
            Invariant.KILLS_MADE,
            "%d of %d within %d minutes"
                .formatted(kills.size(), plan.size(), settings.patience().toMinutes()));
      }
      screen.accept("no kill is made any more; one fresh session over all participants");
      requireFresh(feed.runFresh());
      if (masks.seen() == 0) {
        findings.add(Invariant.NOTED_BEFORE_SENT, "no chunk was ever looked at");
      }
      sessions = watch.all();
      audit.checkSuccess(sessions);
      checkLeftovers(sessions);
    } finally {
      attendants.forEach(Attendant::close);
    }
    supervisor.close();
    checkNothingRuns();
    return CampaignReport.of(
        settings, kills, sessions, findings, Duration.ofNanos(System.nanoTime() - begun));
  }

  private SessionAudit audit() throws IOException, InterruptedException {
    try (CoordinatorApi coordinator = services.coordinator()) {
      return new SessionAudit(
          data,
          new Cells(settings.cells()),
          services.coordinatorSpec().dataDirectory().resolve("releases"),
          key(coordinator.info().publicKey()),
          Files.createDirectories(directory.path().resolve("plain")),
          findings);
    }
  }

  private static PublicIdentityKey key(String base64Url) throws IOException {
    try {
      return PublicIdentityKey.parse(base64Url);
    } catch (InvalidKeyException e) {
      throw new IOException("the coordinator's key is none", e);
    }
  }

  private void killAndFeed(
      Killer killer, List<PlannedKill> plan, SessionFeed feed, List<Attendant> attendants)
      throws InterruptedException, IOException {
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Boolean> fed = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("session-feed")
        .start(() -> {
          try {
            fed.complete(feed.run(done::get));
          } catch (InterruptedException | IOException | RuntimeException e) {
            fed.completeExceptionally(e);
          }
        });
    killer.run(plan, settings.patience(), () -> fed.isDone() || ending.getAsBoolean());
    done.set(true);
    try {
      if (!fed.get()) {
        findings.add(Invariant.SESSIONS_END, "a session was not over in time");
      }
    } catch (ExecutionException e) {
      findings.add(Invariant.SESSIONS_END, "sessions could not be started: " + e.getCause());
    }
    for (Attendant attendant : attendants) {
      await(() -> attendant.state() == Attendant.State.READY);
    }
  }

  private void requireFresh(SessionView fresh) {
    if (fresh.status() != SessionView.Status.PUBLISHED
        || fresh.survivors().size() != settings.participants()) {
      findings.add(
          Invariant.FRESH_SESSION,
          "session %s is %s with %d of %d, %s"
              .formatted(
                  fresh.id(),
                  fresh.status(),
                  fresh.survivors().size(),
                  settings.participants(),
                  fresh.failure()));
    }
  }

  private void checkLeftovers(List<SessionView> sessions) throws IOException, InterruptedException {
    Set<String> published =
        sessions.stream()
            .filter(session -> session.status() == SessionView.Status.PUBLISHED)
            .map(session -> String.valueOf(session.releaseId()))
            .collect(Collectors.toSet());
    // Services tidy up in their own time.
    await(() -> DiskCheck.left(services.specs(), published).isEmpty());
    DiskCheck.left(services.specs(), published)
        .forEach(file -> findings.add(Invariant.NO_FILES, file));
    for (String id : published) {
      Path manifest =
          services
              .coordinatorSpec()
              .dataDirectory()
              .resolve("releases")
              .resolve(id)
              .resolve(ReleaseManifest.MANIFEST);
      if (Files.notExists(manifest)) {
        findings.add(Invariant.FAILED_PUBLISH_NOTHING, "release " + id + " has no files");
      }
    }
    try {
      RowCheck.left(services.coordinatorSpec())
          .forEach(rows -> findings.add(Invariant.NO_ROWS, rows));
    } catch (SQLException e) {
      findings.add(Invariant.NO_ROWS, "the database cannot be asked: " + e.getMessage());
    }
  }

  private void checkNothingRuns() throws IOException, InterruptedException {
    await(() -> ProcessesBelow.of(directory.path()).isEmpty() && memory.left().isEmpty());
    ProcessesBelow.of(directory.path())
        .forEach(process -> findings.add(Invariant.NO_PROCESSES, process));
    memory.left().forEach(left -> findings.add(Invariant.NO_SHARED_MEMORY, left));
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TIDY_WITHIN.toNanos();
    while (!condition.holds() && System.nanoTime() < deadline) {
      Thread.sleep(LOOK);
    }
  }
}
