package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.operator.http.ProblemException;
import io.privirec.serving.release.ReleaseDownloader;
import io.privirec.serving.release.ReleaseStore;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.deployment.PeerPorts;
import io.privirec.stage.deployment.StandingApproval;
import io.privirec.stage.process.FastStart;
import io.privirec.stage.process.FreePorts;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.process.ServiceJars;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.ServiceSpec;
import io.privirec.stage.process.Supervisor;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.SessionView;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;

/** Real services of one test: a coordinator, clients, and a recommender where one is asked for. */
final class TestServices implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final long HEAP_BYTES = 512L << 20;

  private final RunDirectory directory = RunDirectory.temporary();
  private final Supervisor supervisor = new Supervisor();
  private final Deployment deployment;
  private final int port;
  private final List<StandingApproval> approvals = new ArrayList<>();

  /** Clients that take what is asked of them. */
  TestServices(int clients) throws Exception {
    this(clients, Map.of(), Map.of());
  }

  /** With Spring properties of the coordinator and of every client. */
  TestServices(int clients, Map<String, String> ofCoordinator, Map<String, String> ofClients)
      throws Exception {
    this(
        clients,
        FreePorts.base(2 + clients),
        Optional.empty(),
        ofCoordinator,
        asking(ofClients),
        FastStart.ofThisProcess(ServiceJars.ofThisTree()));
  }

  private TestServices(
      int clients,
      int port,
      Optional<PeerPorts> peers,
      Map<String, String> ofCoordinator,
      Map<String, String> ofClients,
      Optional<FastStart> start)
      throws Exception {
    this.port = port;
    deployment =
        Deployment.start(
            new Deployment.Layout(
                port, port + 1, peers, clients, HEAP_BYTES, ofCoordinator, ofClients, false),
            directory,
            supervisor,
            start);
    deployment.awaitClients();
  }

  /** Starts a client and a coordinator of another build, with Spring properties of the client. */
  static TestServices ofBuild(ServiceJars jars, Path unpacked, Map<String, String> ofClient)
      throws Exception {
    return new TestServices(
        1,
        FreePorts.base(3),
        Optional.empty(),
        Map.of(),
        ofClient,
        Optional.of(
            new FastStart(unpacked, jars, FastStart.Lives.NONE, FastStart.Tuning.SHORT_LIVED)));
  }

  /** Holders who can be asked about sums without noise; an empty value takes a property away. */
  private static Map<String, String> asking(Map<String, String> ofClients) {
    Map<String, String> properties = new HashMap<>(StandingApproval.ASKING);
    properties.putAll(ofClients);
    properties.values().removeIf(String::isEmpty);
    return properties;
  }

  /** Clients that take messages of each other. */
  static TestServices meeting(int clients, Map<String, String> ofClients) throws Exception {
    int port = FreePorts.base(2 + 2 * clients);
    return new TestServices(
        clients,
        port,
        Optional.of(new PeerPorts(peers(port, clients))),
        Map.of(),
        asking(ofClients),
        FastStart.ofThisProcess(ServiceJars.ofThisTree()));
  }

  private static int peers(int port, int clients) {
    return port + 2 + clients;
  }

  /** Where a client, counted from 0, takes messages of others. */
  int peerPort(int client) {
    return peers(port, clients()) + client;
  }

  Deployment deployment() {
    return deployment;
  }

  CoordinatorApi coordinator() {
    return deployment.coordinator();
  }

  Supervisor supervisor() {
    return supervisor;
  }

  /** The process of that name, or that took its place. */
  ServiceProcess process(String name) {
    return deployment.processes().stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  RecommenderClient startRecommender() throws IOException, InterruptedException {
    return startRecommender(Map.of());
  }

  /** With Spring properties of its own. */
  RecommenderClient startRecommender(Map<String, String> properties)
      throws IOException, InterruptedException {
    return deployment.startRecommender(port + 1 + clients(), properties);
  }

  /** Kills a service, as the loss of its machine does. */
  void kill(String name) {
    ProcessHandle.of(process(name).pid())
        .ifPresent(process -> {
          process.destroyForcibly();
          process.onExit().join();
        });
  }

  /** Starts a service that has ended in its place, on other data and with other properties. */
  ServiceProcess startElsewhere(String name, Path elsewhere, Map<String, String> properties)
      throws IOException {
    ServiceSpec old = process(name).spec();
    Map<String, String> all = new HashMap<>(old.properties());
    all.putAll(properties);
    return start(old, old.jar(), elsewhere, old.jvmOptions(), all);
  }

  /** Ends a service in order. */
  void end(String name) {
    ProcessHandle.of(process(name).pid())
        .ifPresent(process -> {
          process.destroy();
          process.onExit().join();
        });
  }

  /** Ends a service in order, and starts another build of it on what it leaves. */
  void exchange(String name, Path jar) throws Exception {
    ServiceSpec old = process(name).spec();
    end(name);
    supervisor.awaitReady(
        start(old, jar, old.directory(), FastStart.SHORT_LIVED, old.properties()));
  }

  private ServiceProcess start(
      ServiceSpec old,
      Path jar,
      Path directory,
      List<String> jvmOptions,
      Map<String, String> properties)
      throws IOException {
    return supervisor.start(
        new ServiceSpec(
            old.name(),
            jar,
            old.port(),
            directory,
            old.maxHeapBytes(),
            jvmOptions,
            properties,
            old.environment()));
  }

  private int clients() {
    return (int)
        deployment.processes().stream()
            .filter(process -> process.name().startsWith("client-"))
            .count();
  }

  /** Publishes a catalogue, and enrols participants under one roster. */
  Cohort enrol(List<String> items, int participants, Cells cells) throws Exception {
    return enrolOver(items.stream().map(CatalogueItem::of).toList(), participants, cells);
  }

  /** The same with a catalogue of which more is known. */
  Cohort enrolOver(List<CatalogueItem> items, int participants, Cells cells) throws Exception {
    coordinator().add(items);
    Cohort cohort = new Cohort(deployment, participants, cells);
    cohort.enrol();
    approvals.add(StandingApproval.of(deployment, cohort));
    return cohort;
  }

  /** Where releases are fetched to, and verified. */
  ReleaseDownloader releases(Path store) throws Exception {
    PublicIdentityKey key = PublicIdentityKey.parse(coordinator().info().publicKey());
    return new ReleaseDownloader(
        URI.create("http://127.0.0.1:" + port),
        SSLContext.getDefault(),
        ReleaseStore.open(store, key, false));
  }

  /** Looks at a session over and over until a condition holds; in vain once it is over. */
  SessionView await(String session, Predicate<SessionView> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      SessionView view = coordinator().session(session);
      if (condition.test(view)) {
        return view;
      }
      assertThat(view.status().isOver() || System.nanoTime() > deadline)
          .as("in vain: %s", view)
          .isFalse();
      Thread.sleep(50);
    }
  }

  /** The same, where the coordinator may be without its database for a while. */
  SessionView awaitThroughOutage(String session, Predicate<SessionView> condition)
      throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        SessionView view = coordinator().session(session);
        if (condition.test(view)) {
          return view;
        }
        assertThat(System.nanoTime()).as("in vain: %s", view).isLessThan(deadline);
      } catch (ProblemException outage) {
        assertThat(outage.status()).as(outage.getMessage()).isEqualTo(503);
        assertThat(System.nanoTime()).as("in vain: %s", outage).isLessThan(deadline);
      }
      Thread.sleep(50);
    }
  }

  /** Waits until a recommender has loaded a release. */
  static void awaitModel(RecommenderClient recommender, String release) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!isLoaded(recommender, release)) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  private static boolean isLoaded(RecommenderClient recommender, String release)
      throws InterruptedException {
    try {
      return recommender.models().models().stream()
          .anyMatch(model -> model.modelVersion().equals(release));
    } catch (IOException starting) {
      return false; // before the first release nobody waits for it
    }
  }

  @Override
  public void close() throws IOException {
    approvals.forEach(StandingApproval::close);
    supervisor.close();
    directory.close();
  }
}
