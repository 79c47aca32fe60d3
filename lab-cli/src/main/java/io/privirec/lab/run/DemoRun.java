package io.privirec.lab.run;

import io.privirec.lab.http.RecommenderApi;
import io.privirec.lab.process.MemorySampler;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceFailedException;
import io.privirec.lab.process.Supervisor;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/// One run, stage by stage: data in, session, release out, quality. The only program that sees all
/// the data.
final class DemoRun {
  private static final Duration SESSION_WITHIN = Duration.ofMinutes(60);

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
      Services services = startServices();
      Cohort cohort = new Cohort(services.deployment(), settings.participants());
      prepare(new Holders(settings, data, services.deployment(), cohort), cohort);
      SessionView session = runSession(services, cohort);
      Summary.QualitySummary quality =
          new QualityRun(data, clock, screen)
              .evaluate(
                  services.recommender(),
                  session,
                  directory.path().resolve("central-" + ReleaseManifest.FILTER));
      Summary summary =
          new Summary(
              Summary.DatasetSummary.of(data.dataset()),
              Summary.SessionSummary.of(session, 1 + settings.iterations()),
              clock.all(),
              Summary.Bytes.of(cohort.traffic(session.id())),
              new Summary.Processes(
                  memory(memory, Deployment.COORDINATOR),
                  memory(memory, Deployment.CLIENT),
                  memory(memory, Deployment.RECOMMENDER)),
              quality);
      return new Result(summary, services.deployment());
    }
  }

  private record Services(Deployment deployment, RecommenderApi recommender) {}

  private Services startServices()
      throws IOException, ServiceFailedException, InterruptedException {
    screen.line("starting  the services; their logs are below " + directory.path());
    Deployment deployment;
    RecommenderApi recommender;
    try (var _ = clock.stage("start services")) {
      deployment = Deployment.start(settings.layout(), directory, supervisor);
      recommender = deployment.startRecommender(settings.recommenderPort());
      deployment.awaitClients();
    }
    screen.services(deployment.processes());
    return new Services(deployment, recommender);
  }

  private void prepare(Holders holders, Cohort cohort)
      throws IOException, InterruptedException, RunFailedException {
    try (var _ = clock.stage("catalogue")) {
      holders.uploadCatalogue();
    }
    try (var _ = clock.stage("enrol")) {
      cohort.enrol();
    }
    try (var _ = clock.stage("import")) {
      long imported = holders.importData(screen);
      screen.line(
          "enrolled  %d participants with %,d interactions of %,d users"
              .formatted(cohort.ids().size(), imported, data.knownUsers().length));
    }
  }

  private SessionView runSession(Services services, Cohort cohort)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    screen.line(
        "session   %s, k=%d, iterations=%d, gamma=%s, seed=%d"
            .formatted(
                SessionRun.ALGORITHM,
                data.k(),
                settings.iterations(),
                settings.gamma(),
                settings.seed()));
    SessionRun run = new SessionRun(services.deployment(), care, screen, SESSION_WITHIN);
    SessionView session =
        run.publish(
            SessionRun.request(settings, data.k(), cohort.ids()), 1 + settings.iterations());
    double seconds = Objects.requireNonNullElse(session.seconds(), 0.0);
    session.stages().forEach(clock::add);
    clock.add("session", seconds);
    screen.line("published release %s after %.1f s".formatted(session.releaseId(), seconds));
    try (var _ = clock.stage("load")) {
      new ModelWatch(services.recommender(), care).await(session.id());
    }
    return session;
  }

  private static Summary.Memory memory(MemorySampler memory, String kind) {
    OptionalLong peak = memory.peakBytes(kind);
    return new Summary.Memory(
        peak.isPresent() ? peak.getAsLong() : null, RunSettings.MAX_HEAP_BYTES);
  }
}
