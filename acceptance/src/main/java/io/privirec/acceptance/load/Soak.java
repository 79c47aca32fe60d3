package io.privirec.acceptance.load;

import io.privirec.acceptance.session.SessionRequests;
import io.privirec.filter.data.Dataset;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.lab.session.UserSplit;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.deployment.ImportFile;
import io.privirec.stage.deployment.StandingApproval;
import io.privirec.stage.process.Ports;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.Supervisor;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.SessionView;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;

/// A coordinator, two client-services and a recommender at work for some minutes: one session after
/// the other, whose releases the recommender takes, and requests at a constant rate meanwhile.
final class Soak {
  private static final int CLIENTS = 2;
  private static final int PARTICIPANTS = 8;
  private static final long MAX_HEAP_BYTES = 512L << 20;
  private static final int CONNECTIONS = 64;
  private static final int TOP = 20;
  private static final int LOOKS = 15;
  private static final int K = 16;
  private static final int SESSION_POLLS_MILLIS = 200;
  private static final Duration COMPILED_WITHIN = Duration.ofSeconds(20);
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(30);

  /// In it code is compiled and caches are filled, and as many releases are made as are kept.
  private static final double WARM_UP_PART = .2;

  private final Dataset dataset;
  private final double rate;
  private final Duration length;
  private final RunDirectory directory;
  private final Supervisor supervisor;
  private final Terminal terminal;

  Soak(
      Dataset dataset,
      double rate,
      Duration length,
      RunDirectory directory,
      Supervisor supervisor,
      Terminal terminal) {
    this.dataset = dataset;
    this.rate = rate;
    this.length = length;
    this.directory = directory;
    this.supervisor = supervisor;
    this.terminal = terminal;
  }

  SoakReport run() throws IOException, InterruptedException, ServiceFailedException {
    Deployment services = start();
    Cohort cohort = enrol(services);
    try (StandingApproval _ = StandingApproval.of(services, cohort)) {
      return measure(services);
    }
  }

  private SoakReport measure(Deployment services)
      throws IOException, InterruptedException, ServiceFailedException {
    CoordinatorApi coordinator = services.coordinator();
    requirePublished(session(coordinator));
    int port = Ports.firstFree(1);
    // A refusal would count as an error, and the machine may be busy with other things.
    Map<String, String> unbounded = Map.of("privirec.http.longest-wait", "0s");
    try (RecommenderClient _ = services.startRecommender(port, unbounded)) {
      ServiceProcess recommender = services.processes().getLast();
      supervisor.awaitReady(recommender);
      terminal.services(services.processes());
      // A service that warms up answers 503 until it is ready.
      long errorsBefore = serverErrors(services);
      AtomicBoolean over = new AtomicBoolean();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
          Connections connections =
              new Connections(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECTIONS)) {
        OpenLoop loop = new OpenLoop(connections, rate, ANSWERED_WITHIN);
        List<byte[]> requests = requests(recommender.uri());
        // A soak is about services that run, and bench/cold about those that start.
        new OpenLoop(connections, rate / 4, ANSWERED_WITHIN).run(requests, COMPILED_WITHIN);
        Future<OpenLoop.Outcome> load = threads.submit(() -> loop.run(requests, length));
        Future<List<SessionView>> sessions = threads.submit(() -> sessions(coordinator, over));
        Map<String, List<Footprint>> looks;
        try {
          looks = look(services, recommender, connections);
        } finally {
          over.set(true);
        }
        return report(ended(load), ended(sessions), services, looks, errorsBefore);
      }
    }
  }

  private static <T> T ended(Future<T> work) throws IOException, InterruptedException {
    try {
      return work.get();
    } catch (ExecutionException e) {
      throw new IOException("the soak broke off: " + e.getMessage(), e);
    }
  }

  private SoakReport report(
      OpenLoop.Outcome outcome,
      List<SessionView> sessions,
      Deployment services,
      Map<String, List<Footprint>> looks,
      long errorsBefore)
      throws IOException, InterruptedException, ServiceFailedException {
    supervisor.requireAllAlive();
    long serverErrors = serverErrors(services) - errorsBefore;
    Histogram micros = outcome.micros();
    return new SoakReport(
        length.toMillis() / 60e3,
        outcome.requests(),
        outcome.others(),
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getMaxValue() / 1e3,
        sessions.size(),
        sessions.stream()
            .filter(session -> session.status() != SessionView.Status.PUBLISHED)
            .map(session -> "%s %s".formatted(session.status(), session.failure()))
            .toList(),
        serverErrors,
        looks.entrySet().stream()
            .map(service -> SoakReport.Growth.of(service.getKey(), service.getValue()))
            .toList());
  }

  private static long serverErrors(Deployment services) throws IOException, InterruptedException {
    long errors = 0;
    for (ServiceProcess service : services.processes()) {
      errors += Footprint.serverErrors(service);
    }
    return errors;
  }

  /// What is kept is bounded, as in a service that runs for months.
  private Deployment start() throws IOException, InterruptedException, ServiceFailedException {
    int port = Ports.firstFree(1 + CLIENTS);
    Deployment services =
        Deployment.start(
            new Deployment.Layout(
                port,
                port + 1,
                CLIENTS,
                MAX_HEAP_BYTES,
                Map.of(
                    "privirec.coordinator.keep-releases",
                    "3",
                    "privirec.coordinator.keep-sessions",
                    "10"),
                StandingApproval.ASKING,
                false),
            directory,
            supervisor);
    services.awaitClients();
    return services;
  }

  private Cohort enrol(Deployment services)
      throws IOException, InterruptedException, ServiceFailedException {
    services.coordinator().addItems(dataset.itemIds());
    Cohort cohort = new Cohort(services, PARTICIPANTS, Cells.ONE);
    cohort.enrol();
    List<int[]> split = UserSplit.deal(HistoryRequests.users(dataset).toArray(), PARTICIPANTS, K);
    for (int p = 0; p < PARTICIPANTS; p++) {
      ImportFile file = new ImportFile(dataset);
      Arrays.stream(split.get(p)).forEach(file::addKnown);
      services.clientOf(p).importInteractions(cohort.ids().get(p), file.bytes());
    }
    return cohort;
  }

  private List<byte[]> requests(URI recommender) {
    return HistoryRequests.users(dataset)
        .mapToObj(user -> HistoryRequests.request(dataset, dataset.train().row(user), TOP))
        .map(JsonMapper.shared()::writeValueAsString)
        .map(body ->
            OpenLoop.request(
                recommender.resolve("/v1/recommendations"), Optional.of(body), Optional.empty()))
        .toList();
  }

  private static SessionView session(CoordinatorApi coordinator)
      throws IOException, InterruptedException {
    SessionView session = coordinator.start(SessionRequests.factors(K));
    while (!session.status().isOver()) {
      Thread.sleep(SESSION_POLLS_MILLIS);
      session = coordinator.session(session.id());
    }
    return session;
  }

  private static void requirePublished(SessionView session) throws IOException {
    if (session.status() != SessionView.Status.PUBLISHED) {
      throw new IOException(
          "the first session is %s: %s".formatted(session.status(), session.failure()));
    }
  }

  /// One after the other until told to stop.
  private static List<SessionView> sessions(CoordinatorApi coordinator, AtomicBoolean over)
      throws IOException, InterruptedException {
    List<SessionView> ended = new ArrayList<>();
    while (!over.get()) {
      ended.add(session(coordinator));
    }
    return ended;
  }

  private Map<String, List<Footprint>> look(
      Deployment services, ServiceProcess asked, Connections asking)
      throws IOException, InterruptedException, ServiceFailedException {
    Duration warmUp = Duration.ofMillis(Math.round(length.toMillis() * WARM_UP_PART));
    Duration each = length.minus(warmUp).dividedBy(LOOKS);
    long next = System.nanoTime() + warmUp.toNanos();
    Map<String, List<Footprint>> looks = new LinkedHashMap<>();
    for (int n = 0; n < LOOKS; n++) {
      next += each.toNanos();
      for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
        Thread.sleep(Duration.ofNanos(left));
      }
      supervisor.requireAllAlive();
      for (ServiceProcess service : services.processes()) {
        looks
            .computeIfAbsent(service.name(), _ -> new ArrayList<>())
            .add(Footprint.of(service, service.equals(asked) ? asking.open() : 0));
      }
      terminal.progress("  look %d of %d".formatted(n + 1, LOOKS));
    }
    return looks;
  }
}
