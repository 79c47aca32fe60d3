package io.privirec.lab.run;

import io.privirec.lab.process.MemorySampler;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceFailedException;
import io.privirec.lab.process.ServiceProcess;
import io.privirec.lab.process.Supervisor;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.util.Objects;
import java.util.OptionalLong;

/// One run, stage by stage: data in, session, release out, quality. The only program that sees all
/// the data.
final class DemoRun {
  private final RunSettings settings;
  private final RunData data;
  private final RunDirectory directory;
  private final Supervisor supervisor;
  private final ClientCare care;
  private final Screen screen;
  private final StageClock clock = new StageClock();

  DemoRun(
      RunSettings settings,
      RunData data,
      RunDirectory directory,
      Supervisor supervisor,
      ClientCare care,
      Screen screen) {
    this.settings = settings;
    this.data = data;
    this.directory = directory;
    this.supervisor = supervisor;
    this.care = care;
    this.screen = screen;
  }

  /// What a run found, and what it leaves running.
  record Result(Summary summary, Deployment services) {}

  Result run()
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    try (MemorySampler memory = MemorySampler.start(supervisor)) {
      Deployment services = startServices();
      Holders holders = new Holders(settings, data, services);
      prepare(holders);
      SessionView session = runSession(services, holders);
      Summary.QualitySummary quality =
          new QualityRun(settings, data, clock, screen)
              .evaluate(
                  services.recommender(),
                  session,
                  directory.path().resolve("central-" + ReleaseManifest.FILTER));
      Summary summary =
          new Summary(
              Summary.DatasetSummary.of(data.dataset()),
              Summary.SessionSummary.of(session, 1 + settings.iterations()),
              clock.all(),
              holders.bytes(session.id()),
              new Summary.Processes(
                  memory(memory, Deployment.COORDINATOR),
                  memory(memory, Deployment.CLIENT),
                  memory(memory, Deployment.RECOMMENDER)),
              quality);
      return new Result(summary, services);
    }
  }

  private Deployment startServices()
      throws IOException, ServiceFailedException, InterruptedException {
    screen.line("starting  the services; their logs are below " + directory.path());
    Deployment services;
    try (var _ = clock.stage("start services")) {
      services = Deployment.start(settings, directory, supervisor);
    }
    for (ServiceProcess process : services.processes()) {
      screen.line("  %-14s %s  process %d".formatted(process.name(), process.uri(), process.pid()));
    }
    return services;
  }

  private void prepare(Holders holders)
      throws IOException, InterruptedException, RunFailedException {
    try (var _ = clock.stage("catalogue")) {
      holders.uploadCatalogue();
    }
    try (var _ = clock.stage("enrol")) {
      holders.enrol();
    }
    try (var _ = clock.stage("import")) {
      long imported = holders.importData(screen);
      screen.line(
          "enrolled  %d participants with %,d interactions of %,d users"
              .formatted(holders.ids().size(), imported, data.knownUsers().length));
    }
  }

  private SessionView runSession(Deployment services, Holders holders)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    screen.line(
        "session   %s, k=%d, iterations=%d, gamma=%s, seed=%d"
            .formatted(
                SessionRun.ALGORITHM,
                data.k(),
                settings.iterations(),
                settings.gamma(),
                settings.seed()));
    SessionRun run = new SessionRun(services, care, screen);
    SessionView session =
        run.publish(
            SessionRun.request(settings, data.k(), holders.ids()), 1 + settings.iterations());
    double seconds = Objects.requireNonNullElse(session.seconds(), 0.0);
    session.stages().forEach(clock::add);
    clock.add("session", seconds);
    screen.line("published release %s after %.1f s".formatted(session.releaseId(), seconds));
    try (var _ = clock.stage("load")) {
      run.awaitModel(session.id());
    }
    return session;
  }

  private static Summary.Memory memory(MemorySampler memory, String kind) {
    OptionalLong peak = memory.peakBytes(kind);
    return new Summary.Memory(
        peak.isPresent() ? peak.getAsLong() : null, Deployment.MAX_HEAP_BYTES);
  }
}
