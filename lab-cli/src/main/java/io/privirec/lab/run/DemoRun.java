package io.privirec.lab.run;

import io.privirec.federation.Disclosure;
import io.privirec.federation.Reference;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.lab.evaluation.GramComparison;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.session.UserSplit;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.operator.http.ProblemException;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.deployment.DiskPeak;
import io.privirec.stage.deployment.ImportFile;
import io.privirec.stage.deployment.RunFailedException;
import io.privirec.stage.deployment.RunningServices;
import io.privirec.stage.deployment.Services;
import io.privirec.stage.process.FastStart;
import io.privirec.stage.process.FastStart.Lives;
import io.privirec.stage.process.MemorySampler;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.process.ServiceJars;
import io.privirec.stage.process.Supervisor;
import io.privirec.stage.terminal.ProgressBar;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.ImportReport;
import io.privirec.wire.ProblemType;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// One run, stage by stage: data in, session, release out, quality. The only program that sees all
/// the data.
final class DemoRun {
  private static final Duration SESSION_WITHIN = Duration.ofMinutes(60);

  private final RunSettings settings;
  private final RunData data;
  private final RunDirectory directory;
  private final Supervisor supervisor;
  private final ClientCare care;
  private final Terminal terminal;
  private final StageClock clock = new StageClock();

  DemoRun(
      RunSettings settings,
      RunData data,
      RunDirectory directory,
      Supervisor supervisor,
      ClientCare care,
      Terminal terminal) {
    this.settings = settings;
    this.data = data;
    this.directory = directory;
    this.supervisor = supervisor;
    this.care = care;
    this.terminal = terminal;
  }

  /// The summary of a run, and the services that it leaves running.
  ///
  /// @param own empty if others started the services
  record Result(Summary summary, Optional<Deployment> own) {}

  Result run()
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    try (MemorySampler memory = MemorySampler.start(supervisor)) {
      Ready ready = settings.running() == null ? startServices() : findServices(settings.running());
      Services services = ready.services();
      Cohort cohort = new Cohort(services, settings.participants(), new Cells(settings.cells()));
      prepare(services, cohort);
      Summary.@Nullable PrivateResult first = runPrivateFirst(ready, cohort);
      @Nullable NoiseRun noise =
          settings.revealNoise() ? NoiseRun.over(ready.own().orElseThrow(), terminal) : null;
      SessionChoice choice = settings.session();
      SessionRequest request = SessionRun.request(choice, settings, data, cohort.cells());
      SessionPlan plan = plan(services, request);
      SessionView session;
      Summary.@Nullable Disk disk = null;
      if (ready.own().isPresent()) {
        try (DiskPeak peak = DiskPeak.start(ready.own().get().processes())) {
          session = runSession(ready, cohort, choice, request, plan, clock);
          disk = new Summary.Disk(plan.coordinatorDiskBytes(), peak.bytes());
        }
      } else {
        session = runSession(ready, cohort, choice, request, plan, clock);
      }
      Optional<Summary.PrivacySummary> privacy =
          new PrivacyRun(session, services, cohort).compare(plan, ready.recommender());
      if (noise != null) {
        noise.check(settings, data, cohort, session, directory.path());
      }
      @Nullable GramComparison gram = compareGram(services, session);
      QualityRun measured = new QualityRun(data, clock, terminal);
      Summary.QualitySummary quality =
          measured.evaluate(
              ready.recommender(),
              session,
              directory.path().resolve("central-" + ReleaseManifest.FILTER));
      Summary.@Nullable Spread spread =
          settings.seeds() > 1 ? repeat(ready, cohort, measured, session, quality) : null;
      @Nullable UsedData used = isKnown(session) ? used(services, session) : null;
      Summary summary =
          new Summary(
              Summary.DatasetSummary.of(data.dataset()),
              Summary.SessionSummary.of(session, plan.rounds().size()),
              clock.all(),
              Summary.Bytes.of(cohort.traffic(session.id())),
              disk,
              ready.own().isPresent() ? processes(memory) : null,
              privacy.orElse(null),
              first,
              gram,
              used,
              quality,
              spread);
      return new Result(summary, ready.own());
    }
  }

  /// Runs the session with noise that a run shows before a session without noise.
  ///
  /// @return null if the run shows no such session, or if no session with noise suits the data
  private Summary.@Nullable PrivateResult runPrivateFirst(Ready ready, Cohort cohort)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    Optional<SessionChoice> choice = settings.session().privateFirst();
    if (choice.isEmpty() || ready.own().isEmpty()) {
      return null;
    }
    RunData noisy = data.of(choice.get(), settings);
    SessionRequest request = SessionRun.request(choice.get(), settings, noisy, cohort.cells());
    try (var _ = clock.stage("private result")) {
      SessionPlan plan = plan(ready.services(), request);
      SessionPlan.PrivacyPlan privacy = Objects.requireNonNull(plan.privacy());
      SessionView session =
          runSession(ready, cohort, choice.get(), request, plan, new StageClock());
      Quality quality =
          new QualityRun(noisy, clock, terminal).service(ready.recommender(), session);
      Summary.PrivateResult result =
          new Summary.PrivateResult(plan.algorithm(), privacy.epsilon(), privacy.delta(), quality);
      SummaryTable.of(result).forEach(terminal::line);
      return result;
    } catch (ProblemException refused) {
      terminal.line("private   no session with noise: " + refused.getMessage());
      return null;
    }
  }

  /// Runs the session with the other seeds.
  private Summary.Spread repeat(
      Ready ready,
      Cohort cohort,
      QualityRun measured,
      SessionView firstSession,
      Summary.QualitySummary first)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    List<Long> seeds =
        LongStream.range(0, settings.seeds()).map(n -> settings.seed() + n).boxed().toList();
    List<Map<String, Double>> metrics = new ArrayList<>(List.of(first.ofService()));
    int popular = firstSession.failure() == null ? 0 : 1;
    try (var _ = clock.stage("other seeds")) {
      for (long seed : seeds.subList(1, seeds.size())) {
        terminal.line(
            "seed      %d, session %d of %d".formatted(seed, metrics.size() + 1, seeds.size()));
        SessionChoice choice = settings.session();
        SessionRequest request =
            SessionRun.request(choice, settings, data.withSeed(seed, settings), cohort.cells());
        SessionPlan plan = ready.services().coordinator().plan(request);
        SessionView session = runSession(ready, cohort, choice, request, plan, new StageClock());
        metrics.add(measured.again(ready.recommender(), session));
        popular += session.failure() == null ? 0 : 1;
      }
    }
    return Summary.Spread.of(seeds, metrics, popular);
  }

  /// Whether the sums have all users and the noise that the plan states: then the numbers of items
  /// follow from the release.
  private static boolean isKnown(SessionView session) {
    return session.failure() == null
        && session.cellsLeftOut().isEmpty()
        && session.roundKind().equals("closed");
  }

  private UsedData used(Services services, SessionView session)
      throws IOException, InterruptedException {
    long[] counts = new long[0];
    if (data.algorithm().algorithm().disclosure() instanceof Disclosure.NoisySums) {
      Path file = directory.path().resolve("released-" + ReleaseManifest.DEGREES);
      services
          .coordinator()
          .downloadReleaseFile(
              Objects.requireNonNull(session.releaseId()), ReleaseManifest.DEGREES, file);
      counts = ItemDegreesFile.read(file);
      Files.delete(file);
    }
    return UsedData.of(
        data.dataset().train(), data.algorithm().selections(counts, session.survivors().size()));
  }

  private SessionPlan plan(Services services, SessionRequest request)
      throws IOException, InterruptedException {
    SessionPlan plan = services.coordinator().plan(request);
    terminal.line("session   %s, %s".formatted(plan.algorithm(), words(plan.parameters())));
    PlanTable.of(plan).forEach(terminal::line);
    return plan;
  }

  /// Every parameter, without the marks of JSON.
  private static String words(AlgorithmParameters parameters) {
    return JsonMapper.shared()
        .writeValueAsString(parameters)
        .replaceAll("\"\\w+\":\\{", "")
        .replaceAll("[{}\"]", "")
        .replace(":", "=")
        .replace(",", ", ");
  }

  /// @param own the services, if this run started them
  private record Ready(
      Services services, RecommenderClient recommender, Optional<Deployment> own) {}

  private Ready findServices(RunningServices.Addresses addresses)
      throws InterruptedException, RunFailedException {
    RunningServices services = new RunningServices(addresses);
    terminal.line("services  that run already");
    services.lines().forEach(terminal::line);
    try (var _ = clock.stage("await services")) {
      services.awaitReady();
    }
    return new Ready(services, services.recommender(), Optional.empty());
  }

  private Ready startServices() throws IOException, ServiceFailedException, InterruptedException {
    terminal.line("starting  the services; their logs are below " + directory.path());
    settings.raisedLimits().ifPresent(terminal::line);
    ServiceJars jars = ServiceJars.ofThisTree();
    // What ends at once would take longer for writing down what it loaded than for all else.
    Lives recorded = settings.once() ? Lives.NONE : Lives.FIRST;
    Deployment deployment;
    RecommenderClient recommender;
    try (var _ = clock.stage("start services")) {
      deployment =
          Deployment.start(
              settings.layout(),
              directory,
              supervisor,
              FastStart.ofThisProcess(jars)
                  .or(() -> Optional.of(FastStart.ofServing(jars, recorded))));
      recommender =
          deployment.startRecommender(
              settings.recommenderPort(),
              Map.of(
                  "privirec.recommender.accept", settings.session().noNoise() ? "any" : "private"));
      deployment.awaitClients();
    }
    terminal.services(deployment.processes());
    if (deployment.processes().stream().anyMatch(each -> FastStart.isRecorded(each.spec()))) {
      terminal.line(
          "  The first start of this build: when the services end, they write down what they loaded, and later starts are faster.");
    }
    return new Ready(deployment, recommender, Optional.of(deployment));
  }

  private void prepare(Services services, Cohort cohort)
      throws IOException, InterruptedException, RunFailedException {
    try (var _ = clock.stage("catalogue")) {
      uploadCatalogue(services.coordinator());
    }
    try (var _ = clock.stage("enrol")) {
      cohort.enrol();
    }
    try (var _ = clock.stage("import")) {
      long imported = importData(services, cohort);
      terminal.line(
          "enrolled  %d participants with %,d interactions of %,d users"
              .formatted(cohort.ids().size(), imported, data.knownUsers().length));
      terminal.line("roster    " + cohort.describeCells());
    }
  }

  /// Publishes the data set's items, in its order, so that indices are the same everywhere.
  ///
  /// @throws RunFailedException when there is a catalogue already: the database is not this run's
  ///   own
  private void uploadCatalogue(CoordinatorApi coordinator)
      throws IOException, InterruptedException, RunFailedException {
    try {
      coordinator.addItems(data.dataset().itemIds());
    } catch (ProblemException problem) {
      if (problem.code().equals(ProblemType.ITEM_EXISTS.code())) {
        throw new RunFailedException(
            "the coordinator's database is not empty: it has a catalogue already");
      }
      throw problem;
    }
  }

  /// Deals the users out and imports their train interactions.
  ///
  /// @return interactions imported
  private long importData(Services services, Cohort cohort)
      throws IOException, InterruptedException {
    List<String> ids = cohort.ids();
    List<int[]> split = UserSplit.deal(data.knownUsers(), ids.size(), settings.seed());
    long imported = 0;
    for (int p = 0; p < ids.size(); p++) {
      ImportFile file = new ImportFile(data.dataset());
      Arrays.stream(split.get(p)).forEach(file::addKnown);
      ImportReport report = services.clientOf(p).importInteractions(ids.get(p), file.bytes());
      imported += report.interactions();
      terminal.progress("  " + ProgressBar.of(p + 1L, ids.size(), "imports"));
    }
    return imported;
  }

  private SessionView runSession(
      Ready ready,
      Cohort cohort,
      SessionChoice choice,
      SessionRequest request,
      SessionPlan plan,
      StageClock stages)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    SessionRun run = new SessionRun(ready.services(), care, terminal, SESSION_WITHIN);
    Consent consent = new Consent(ready.services(), cohort, care, terminal);
    boolean isAsked = choice.noNoise();
    SessionView session =
        run.publish(
            request,
            plan.rounds().size(),
            begun -> {
              if (isAsked) {
                terminal.line(
                    "consent   the sums of this session carry no noise: each holder is asked. They end all"
                        + " claims of epsilon");
              }
              // Clients that this run starts also ask holders of small cells, which join with few
              // others; those of others as they please.
              if (isAsked || settings.cells() > 1 || ready.own().isEmpty()) {
                consent.give(begun);
              }
            });
    double seconds = Objects.requireNonNullElse(session.seconds(), 0.0);
    session.stages().forEach(stages::add);
    stages.add("session", seconds);
    terminal.line("published release %s after %.1f s".formatted(session.releaseId(), seconds));
    SessionView.Failure instead = session.failure();
    if (instead != null) {
      terminal.line(
          "it has popular items alone: %s, %s".formatted(instead.code(), instead.detail()));
    }
    try (var _ = stages.stage("load")) {
      new ModelWatch(ready.recommender(), care).await(session.id());
    }
    return session;
  }

  /// Null where no item Gram matrix was published, or not one of everybody's data.
  private @Nullable GramComparison compareGram(Services services, SessionView session)
      throws IOException, InterruptedException {
    if (!(data.reference() instanceof Reference.Filter reference)
        || reference.gramExponent().isEmpty()) {
      return null;
    }
    if (!session.cellsLeftOut().isEmpty()) {
      terminal.line("item Gram      not compared with the central one: cells are left out");
      return null;
    }
    terminal.progress("  comparing the item Gram matrix with the central one");
    try (var _ = clock.stage("compare item Gram")) {
      Path file = directory.path().resolve("released-" + ReleaseManifest.GRAM);
      services
          .coordinator()
          .downloadReleaseFile(
              Objects.requireNonNull(session.releaseId()), ReleaseManifest.GRAM, file);
      GramComparison comparison =
          GramComparison.of(
              file,
              data.dataset().train().withSupport(reference.minSupport()),
              reference.gramExponent().getAsDouble(),
              session.survivors().size());
      Files.delete(file);
      return comparison;
    }
  }

  private static Summary.Processes processes(MemorySampler memory) {
    return new Summary.Processes(
        memory(memory, Deployment.COORDINATOR),
        memory(memory, Deployment.CLIENT),
        memory(memory, Deployment.RECOMMENDER));
  }

  private static Summary.Memory memory(MemorySampler memory, String kind) {
    OptionalLong peak = memory.peakBytes(kind);
    return new Summary.Memory(
        peak.isPresent() ? peak.getAsLong() : null, RunSettings.MAX_HEAP_BYTES);
  }
}
