package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.acceptance.endtoend.TestCertificates.Authority;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.fuzz.database.SharedDatabase;
import io.privirec.lab.LabCommand;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.run.Summary;
import io.privirec.operator.http.AdminToken;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.operator.roster.RosterKeyFile;
import io.privirec.stage.process.FastStart;
import io.privirec.stage.process.FreePorts;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.process.ServiceJars;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.ServiceSpec;
import io.privirec.stage.process.Supervisor;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.SessionView;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * All of a deployment is replaced under load, one process after the other: two coordinators, two
 * recommenders and one of two client-services, behind what Services are in a cluster. While
 * participants upload, the certificates of servers and callers are replaced by those of another
 * authority, and the old one is trusted no more. No request may fail, and the session that ran all
 * the time completes with the right numbers.
 *
 * <p>Processes begin with the jars of the tree that the system property {@code lab.rolling} names:
 * an earlier version, built. Without it they begin with the same jars as they end with, and no two
 * versions meet.
 */
class RollingUpdateIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration DRAIN = Duration.ofSeconds(3);
  private static final long HEAP_BYTES = 384L << 20;
  private static final List<String> COORDINATORS = List.of("coordinator-1", "coordinator-2");
  private static final List<String> CLIENTS = List.of("client-1", "client-2");
  private static final List<String> RECOMMENDERS = List.of("recommender-1", "recommender-2");
  private static final int CALLERS = 4;

  @TempDir Path home;
  private final SSLContext usual = defaultContext();
  private final SecureRandom random = new SecureRandom();
  private final IdentityKeyPair rosterKey = IdentityKeyPair.generate(random);
  private final AdminToken operator = AdminToken.random(random);
  private final AdminToken holder = AdminToken.random(random);
  private final ServiceJars now = ServiceJars.ofThisTree();
  private final ServiceJars before =
      Optional.ofNullable(System.getProperty("lab.rolling"))
          .map(tree -> new ServiceJars(Path.of(tree)))
          .orElse(now);
  private final int port = FreePorts.base(6);
  private final Map<String, Map<String, String>> properties = new HashMap<>();
  private RunDirectory directory;
  private TestCertificates certificates;
  private Supervisor supervisor;
  private LoopbackService coordinators;
  private LoopbackService recommenders;

  private static SSLContext defaultContext() {
    try {
      return SSLContext.getDefault();
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void start() throws Exception {
    directory = RunDirectory.temporary();
    certificates = new TestCertificates(home);
    certificates.present(Authority.OLD);
    certificates.trust(Authority.OLD, Authority.NEW);
    SSLContext.setDefault(certificates.operator(Authority.NEW));
    supervisor = new Supervisor();
    coordinators = new LoopbackService("https", supervisor);
    recommenders = new LoopbackService("http", supervisor);

    Map<String, String> database = database();
    // Of one deployment: the second has the keys that the first one makes.
    Path shared = Files.createDirectories(directory.of(COORDINATORS.getFirst()).resolve("data"));
    Files.createDirectories(directory.of(COORDINATORS.getLast()));
    Files.createSymbolicLink(directory.of(COORDINATORS.getLast()).resolve("data"), shared);
    for (String coordinator : COORDINATORS) {
      properties.put(coordinator, of(certificates.ofServer(), database));
      properties.get(coordinator).put("privirec.snapshot-interval", "PT1S");
      coordinators.add(coordinator);
      supervisor.awaitReady(start(coordinator, before));
    }
    String key = operator().info().publicKey();
    Map<String, String> ofCaller =
        of(
            certificates.ofCaller(),
            Map.of(
                "privirec.coordinator.url",
                coordinators.uri().toString(),
                "management.info.ssl.enabled",
                "true"));
    for (String client : CLIENTS) {
      properties.put(
          client,
          of(
              ofCaller,
              Map.of(
                  "privirec.client.roster-key",
                  rosterKey.publicKey().base64Url(),
                  "privirec.client.coordinator-key",
                  key,
                  "privirec.client.min-interval",
                  "PT1S",
                  "privirec.client.sums-without-noise",
                  "ask",
                  "logging.level.io.privirec.client.coordinator",
                  "debug")));
      start(client, before);
    }
    for (String recommender : RECOMMENDERS) {
      properties.put(
          recommender,
          of(
              ofCaller,
              Map.of("privirec.coordinator.public-key", key),
              database(recommender.replace('-', '_'))));
      recommenders.add(recommender);
      // An earlier version rejects manifests of later formats.
      start(recommender, now);
    }
    for (String client : CLIENTS) {
      supervisor.awaitReady(process(client));
    }
  }

  @AfterEach
  void stop() throws Exception {
    coordinators.close();
    recommenders.close();
    supervisor.close();
    directory.close();
    SSLContext.setDefault(usual);
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void everyProcessReplacedUnderLoad_noRequestFailsAndTheSessionCompletes() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Path json = home.resolve("summary.json");
      LabCommand run = run(json);
      Future<Integer> ended = threads.submit(() -> run.run());
      await(
          "three rounds",
          () -> {
            assertThat(ended.isDone()).as(run.out() + run.err()).isFalse();
            return running().filter(view -> view.rounds().size() > 2).isPresent();
          });

      replaceCertificates();
      stop(COORDINATORS.getFirst());
      // Nothing is summed without its participants: the session lasts until they are back.
      stop(CLIENTS.getLast());
      assertThat(running()).as("a session that lasts, of %s", run.out()).isPresent();
      supervisor.awaitReady(start(COORDINATORS.getFirst(), now));
      replace(COORDINATORS.getLast());
      supervisor.awaitReady(start(CLIENTS.getLast(), now));

      assertThat(ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as(run.err()).isZero();
      Summary summary = JsonOption.read(json, Summary.class);
      assertThat(summary.session().missing()).isEmpty();
      Summary.ListQuality quality = (Summary.ListQuality) summary.quality();
      assertThat(quality.service().ndcg()).isEqualTo(quality.central().ndcg(), within(.002));
    }
    replaceRecommendersUnderLoad();

    assertThat(coordinators.refused()).as("connections to coordinators").isZero();
    assertThat(recommenders.refused()).as("connections to recommenders").isZero();
    for (String client : CLIENTS) {
      // One that ends gives up its own calls: of it, the life that came after counts.
      assertThat(sinceTheLastStart(log(client)))
          .isNotEmpty()
          .noneMatch(line -> line.contains("the call is repeated"));
    }
    for (String name : properties.keySet()) {
      assertThat(log(name)).noneMatch(line -> line.contains(" ERROR "));
    }
  }

  private LabCommand run(Path json) throws IOException {
    String client = directory.writeSecret("holder", holder.value()).toString();
    return new LabCommand(
        "run",
        "--data=" + GroupedData.write(home.resolve("shop.csv"), 240, 200),
        "--json=" + json,
        "--participants=4",
        "--no-noise",
        "--k=6",
        "--iterations=16",
        "--parameter=minSupport=1",
        "--coordinator="
            + coordinators.uri()
            + "="
            + directory.writeSecret("operator", operator.value()),
        "--client=" + process(CLIENTS.getFirst()).uri() + "=" + client,
        "--client=" + process(CLIENTS.getLast()).uri() + "=" + client,
        "--recommender=" + process(RECOMMENDERS.getFirst()).uri(),
        "--roster-key=" + directory.writeSecret("roster-key", RosterKeyFile.text(rosterKey)));
  }

  private CoordinatorApi operator() {
    return new CoordinatorApi(process(COORDINATORS.getFirst()).uri(), operator);
  }

  private Optional<SessionView> running() throws Exception {
    try (CoordinatorApi api = new CoordinatorApi(coordinators.uri(), operator)) {
      return api.sessions().stream().filter(session -> !session.status().isOver()).findFirst();
    }
  }

  /** First all have the new ones, then nobody trusts the old ones; nobody is started again. */
  private void replaceCertificates() throws Exception {
    certificates.present(Authority.NEW);
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String coordinator : COORDINATORS) {
        await(coordinator + " shows its new certificate", () -> showsTheNewOne(coordinator));
      }
      for (String caller : callers()) {
        await(
            caller + " has its new certificate",
            () -> get(http, caller, "/actuator/info").body().contains("CN=caller-new"));
      }
      certificates.trust(Authority.NEW);
      for (String coordinator : COORDINATORS) {
        await(coordinator + " refuses old certificates", () -> refusesTheOldOne(coordinator));
      }
    }
  }

  private List<String> callers() {
    return Stream.concat(CLIENTS.stream(), RECOMMENDERS.stream()).toList();
  }

  private boolean showsTheNewOne(String coordinator) throws Exception {
    try (HttpClient fresh = HttpClient.newHttpClient()) {
      return certificates.isOf(
          Authority.NEW,
          get(fresh, coordinator, "/livez").sslSession().orElseThrow().getPeerCertificates());
    }
  }

  private boolean refusesTheOldOne(String coordinator) throws Exception {
    try (HttpClient fresh =
        HttpClient.newBuilder().sslContext(certificates.operator(Authority.OLD)).build()) {
      get(fresh, coordinator, "/livez");
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  private HttpResponse<String> get(HttpClient http, String service, String path)
      throws IOException, InterruptedException {
    URI uri = process(service).uri().resolve(path);
    return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private void replaceRecommendersUnderLoad() throws Exception {
    for (String recommender : RECOMMENDERS) {
      supervisor.awaitReady(process(recommender));
    }
    Queue<String> failures = new ConcurrentLinkedQueue<>();
    AtomicInteger answered = new AtomicInteger();
    AtomicBoolean over = new AtomicBoolean();
    try (RecommenderClient client = RecommenderClient.at(recommenders.uri()).build();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> callers = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        callers.add(
            threads.submit(() -> {
              ask(client, over, answered, failures);
              return true;
            }));
      }
      await("answers", () -> answered.get() > 100);
      for (String recommender : RECOMMENDERS) {
        replace(recommender);
      }
      int then = answered.get();
      await("more answers", () -> answered.get() > then + 100);
      over.set(true);
      for (Future<Boolean> caller : callers) {
        caller.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
    }
    assertThat(failures).isEmpty();
  }

  private static void ask(
      RecommenderClient client, AtomicBoolean over, AtomicInteger answered, Queue<String> failures)
      throws InterruptedException {
    RecommendationRequest request =
        RecommendationRequest.of(List.of(new HistoryItem("item-00001", null)), 10);
    while (!over.get()) {
      try {
        assertThat(client.recommend(request).items()).hasSize(10);
        answered.incrementAndGet();
      } catch (IOException e) {
        failures.add(e.toString());
      }
      Thread.sleep(10);
    }
  }

  /** As a rolling update does: the next one goes only when this one has come back. */
  private void replace(String name) throws Exception {
    stop(name);
    supervisor.awaitReady(start(name, now));
  }

  /** SIGTERM, and nothing else. */
  private void stop(String name) throws Exception {
    ProcessHandle process = process(name).process().toHandle();
    process.destroy();
    process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private ServiceProcess process(String name) {
    return supervisor.services().stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private ServiceProcess start(String name, ServiceJars version) throws Exception {
    String kind = name.substring(0, name.indexOf('-'));
    String module = kind + "-service";
    List<String> all =
        Stream.of(COORDINATORS, CLIENTS, RECOMMENDERS).flatMap(List::stream).toList();
    Map<String, String> given = new HashMap<>(properties.get(name));
    if (!kind.equals("client")) {
      given.put("privirec.drain-time", DRAIN.toMillis() + "ms");
    }
    // An earlier version does not know the property.
    if (kind.equals("recommender") && version.equals(now)) {
      given.put("privirec.recommender.accept", "any");
    }
    Optional<FastStart> fast = fast(version);
    ServiceSpec spec =
        new ServiceSpec(
            name,
            fast.isPresent() ? fast.get().unpack(module) : version.of(module),
            port + all.indexOf(name),
            directory.of(name),
            HEAP_BYTES,
            List.of(),
            given,
            Map.of(
                "PRIVIREC_ADMIN_TOKEN", kind.equals("client") ? holder.value() : operator.value()));
    return supervisor.start(fast.isPresent() ? fast.get().faster(spec) : spec);
  }

  /** No life is recorded: a process that writes that down at its end takes long to end. */
  private static Optional<FastStart> fast(ServiceJars version) {
    return FastStart.ofThisProcess(version)
        .map(fast ->
            new FastStart(
                fast.directory(), version, FastStart.Lives.NONE, FastStart.Tuning.SHORT_LIVED));
  }

  private static List<String> sinceTheLastStart(List<String> log) {
    int start = 0;
    for (int line = 0; line < log.size(); line++) {
      if (log.get(line).contains("Starting ClientApplication")) {
        start = line;
      }
    }
    return log.subList(start, log.size());
  }

  private List<String> log(String name) throws IOException {
    return Files.readAllLines(process(name).log());
  }

  private static Map<String, String> database() {
    return database("rolling_update");
  }

  private static Map<String, String> database(String schema) {
    Map<String, String> all = new HashMap<>();
    for (String argument : SharedDatabase.arguments(schema)) {
      String[] parts = argument.substring(2).split("=", 2);
      all.put(parts[0], parts[1]);
    }
    return all;
  }

  @SafeVarargs
  private static Map<String, String> of(Map<String, String>... parts) {
    Map<String, String> all = new HashMap<>();
    for (Map<String, String> part : parts) {
      all.putAll(part);
    }
    return all;
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("deadline of: %s", what).isLessThan(deadline);
      Thread.sleep(50);
    }
  }
}
