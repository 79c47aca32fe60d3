package io.privirec.acceptance.campaign;

import io.privirec.acceptance.session.SessionRequests;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.lab.fedpower.RevealedNoise;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.deployment.StandingApproval;
import io.privirec.stage.process.FastStart;
import io.privirec.stage.process.FastStart.Lives;
import io.privirec.stage.process.FastStart.Tuning;
import io.privirec.stage.process.Ports;
import io.privirec.stage.process.ProcessesBelow;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.process.ServiceJars;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.ServiceSpec;
import io.privirec.stage.process.SharedMemory;
import io.privirec.stage.process.Supervisor;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// A campaign from its first session to its last check. A thread starts sessions, a thread kills
/// services, and a thread per service starts the service again. After the last kill the services
/// are left alone, and everything must come to an end.
final class CrashCampaign {
  /// Remains are old enough after ten seconds, and looked for every minute.
  private static final Duration TIDY_WITHIN = Duration.ofSeconds(150);

  private static final Duration LOOK = Duration.ofMillis(250);
  private static final int WORTH_A_REHEARSAL = 20;

  private static final String NO_LIMIT = "1e6";

  private static final long MAX_HEAP_BYTES = 512L << 20;

  private final CampaignSettings settings;
  private final CampaignData data;
  private final RunDirectory directory;
  private final Supervisor supervisor;
  private final Terminal terminal;
  private final BooleanSupplier ending;
  private final Findings findings;
  private final SharedMemory memory = new SharedMemory();

  /// @param ending whether this program was told to end
  CrashCampaign(
      CampaignSettings settings,
      CampaignData data,
      RunDirectory directory,
      Supervisor supervisor,
      Terminal terminal,
      BooleanSupplier ending) {
    this.settings = settings;
    this.data = data;
    this.directory = directory;
    this.supervisor = supervisor;
    this.terminal = terminal;
    this.ending = ending;
    this.findings = new Findings(terminal::line);
  }

  /// Runs the campaign, and ends all processes.
  CampaignReport run() throws IOException, InterruptedException, ServiceFailedException {
    Deployment services = start();
    List<ServiceSpec> specs = services.processes().stream().map(ServiceProcess::spec).toList();
    Cells cells = new Cells(settings.cells);
    Cohort cohort = fill(services, cells);
    RevealedNoise noise = RevealedNoise.of(specs.subList(1, specs.size()));
    SplittableRandom random = new SplittableRandom(settings.seed);
    List<PlannedKill> plan =
        new KillSchedule(random.split(), settings.clients, Moment.AIMS).draw(settings.kills);
    List<Attendant> attendants =
        supervisor.services().stream()
            .map(process -> new Attendant(process, supervisor, memory, findings, ending))
            .toList();
    long begun = System.nanoTime();
    List<Attendant.Kill> kills;
    List<SessionView> sessions;
    Set<String> overData;
    try (StandingApproval _ = StandingApproval.of(services, cohort);
        SessionWatch watch = new SessionWatch(services.coordinator());
        MaskWatch masks = new MaskWatch(specs, cells, data.items().size(), findings)) {
      watch.start();
      masks.start();
      attendants.forEach(Attendant::start);
      Killer killer = new Killer(attendants, watch, terminal::line);
      SessionAudit audit = audit(services, cells, noise);
      SessionFeed feed =
          new SessionFeed(services, data, watch, audit, cells, settings.sessions, random.split());
      killAndFeed(killer, plan, feed, attendants);
      kills = killer.kills();
      if (kills.size() < plan.size()) {
        findings.add(
            Invariant.KILLS_MADE,
            "%d of %d within %d minutes".formatted(kills.size(), plan.size(), settings.maxMinutes));
      }
      terminal.line("no kill is made any more; one fresh session over all participants");
      requireFresh(feed.runFresh());
      if (masks.seen() == 0) {
        findings.add(Invariant.NOTED_BEFORE_SENT, "no chunk was ever looked at");
      }
      overData = masks.overData();
      sessions = watch.all();
      audit.checkSuccess(sessions);
      checkLeftovers(specs, sessions);
    } finally {
      attendants.forEach(Attendant::close);
    }
    supervisor.close();
    checkNothingRuns();
    for (ServiceSpec client : specs.subList(1, specs.size())) {
      LedgerFiles.faults(client, overData)
          .forEach(fault -> findings.add(Invariant.ENTERED_ONCE, fault));
    }
    LedgerFiles.faults(specs.getFirst(), specs.subList(1, specs.size()))
        .forEach(fault -> findings.add(Invariant.ENTERED_ONCE, fault));
    Map<String, Algorithm> algorithms = algorithms(sessions);
    for (ServiceSpec spec : specs) {
      LedgerFiles.unplanned(spec, algorithms)
          .forEach(fault -> findings.add(Invariant.NOISE_AS_PLANNED, fault));
    }
    return CampaignReport.of(
        settings, kills, sessions, findings, Duration.ofNanos(System.nanoTime() - begun));
  }

  private Map<String, Algorithm> algorithms(List<SessionView> sessions) throws IOException {
    Map<String, Algorithm> algorithms = new HashMap<>();
    for (SessionView session : sessions) {
      try {
        algorithms.put(
            session.id(), AlgorithmRegistry.build(session.parameters(), data.items().size()));
      } catch (InvalidParametersException e) {
        throw new IOException("session " + session.id() + " has parameters that nobody takes", e);
      }
    }
    return algorithms;
  }

  /// Starts a coordinator and clients, each with a database of its own; where it is worth it, after
  /// a first life of both that later starts profit from.
  private Deployment start() throws IOException, InterruptedException, ServiceFailedException {
    int port = Ports.firstFree(1 + settings.clients);
    if (settings.kills >= WORTH_A_REHEARSAL) {
      try (RunDirectory first = RunDirectory.temporary();
          Supervisor ended = new Supervisor()) {
        start(port, 1, first, ended, Lives.ALL);
      }
    }
    return start(port, settings.clients, directory, supervisor, Lives.NONE);
  }

  private Deployment start(
      int port, int clients, RunDirectory place, Supervisor runner, Lives recorded)
      throws IOException, InterruptedException, ServiceFailedException {
    Deployment started =
        Deployment.start(
            new Deployment.Layout(
                port,
                port + 1,
                clients,
                MAX_HEAP_BYTES,
                Map.of(
                    "privirec.coordinator.orphan-age",
                    "10s",
                    "privirec.coordinator.staging-budget",
                    SessionRequests.stagingBudget(settings.participants) + "B",
                    "privirec.snapshot-interval",
                    SessionFeed.MIN_INTERVAL.toString(),
                    "privirec.coordinator.privacy.max-epsilon-per-session",
                    NO_LIMIT,
                    "privirec.coordinator.privacy.max-epsilon",
                    NO_LIMIT,
                    "privirec.coordinator.privacy.max-epsilon-lifetime",
                    NO_LIMIT),
                Map.of(
                    "privirec.client.sums-without-noise",
                    "ask",
                    "privirec.client.answer-delay",
                    "PT0S",
                    "privirec.client.privacy.min-colluders",
                    "1",
                    "privirec.client.min-interval",
                    SessionFeed.MIN_INTERVAL.toString(),
                    "privirec.client.threat-model",
                    "semi-honest",
                    // More sums with noise than any holder would allow.
                    "privirec.client.privacy.max-epsilon-per-session",
                    NO_LIMIT,
                    "privirec.client.privacy.max-epsilon",
                    NO_LIMIT,
                    "privirec.client.privacy.max-epsilon-lifetime",
                    NO_LIMIT),
                false),
            place,
            runner,
            Optional.of(
                new FastStart(
                    directory.path().resolve("jars"),
                    ServiceJars.ofThisTree(),
                    recorded,
                    Tuning.SHORT_LIVED)));
    started.awaitClients();
    return started;
  }

  /// Publishes the catalogue, enrols the participants under one roster and imports their data.
  private Cohort fill(Deployment services, Cells cells) throws IOException, InterruptedException {
    services.coordinator().addItems(data.items());
    Cohort cohort = new Cohort(services, data.participants(), cells);
    cohort.enrol();
    for (int p = 0; p < data.participants(); p++) {
      services.clientOf(p).importInteractions(Cohort.participant(p), data.first(p));
    }
    return cohort;
  }

  private SessionAudit audit(Deployment services, Cells cells, RevealedNoise noise)
      throws IOException, InterruptedException {
    return new SessionAudit(
        data,
        cells,
        releases(services.processes().getFirst().spec()),
        key(services.coordinator().info().publicKey()),
        noise,
        Files.createDirectories(directory.path().resolve("plain")),
        findings);
  }

  private static Path releases(ServiceSpec coordinator) {
    return coordinator.dataDirectory().resolve("releases");
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
    FutureTask<Boolean> fed = new FutureTask<>(() -> feed.run(done::get));
    Thread.ofPlatform().daemon().name("session-feed").start(fed);
    killer.run(
        plan, Duration.ofMinutes(settings.maxMinutes), () -> fed.isDone() || ending.getAsBoolean());
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
        || fresh.survivors().size() != settings.participants) {
      findings.add(
          Invariant.FRESH_SESSION,
          "session %s is %s with %d of %d, %s"
              .formatted(
                  fresh.id(),
                  fresh.status(),
                  fresh.survivors().size(),
                  settings.participants,
                  fresh.failure()));
    }
  }

  private void checkLeftovers(List<ServiceSpec> specs, List<SessionView> sessions)
      throws IOException, InterruptedException {
    Set<String> published =
        sessions.stream()
            .filter(session -> session.status() == SessionView.Status.PUBLISHED)
            .map(session -> String.valueOf(session.releaseId()))
            .collect(Collectors.toSet());
    // Services tidy up in their own time.
    await(() -> DiskCheck.left(specs, published).isEmpty());
    DiskCheck.left(specs, published).forEach(file -> findings.add(Invariant.NO_FILES, file));
    for (String id : published) {
      Path manifest = releases(specs.getFirst()).resolve(id).resolve(ReleaseManifest.MANIFEST);
      if (Files.notExists(manifest)) {
        findings.add(Invariant.FAILED_PUBLISH_NOTHING, "release " + id + " has no files");
      }
    }
    try {
      RowCheck.left(specs.getFirst()).forEach(rows -> findings.add(Invariant.NO_ROWS, rows));
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
