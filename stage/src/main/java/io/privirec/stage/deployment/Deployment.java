package io.privirec.stage.deployment;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.operator.http.AdminToken;
import io.privirec.operator.http.ClientApi;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.operator.roster.RosterKeyFile;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.stage.process.FastStart;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.process.ServiceJars;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.ServiceSpec;
import io.privirec.stage.process.Supervisor;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A coordinator and client-services as processes of their own, with one roster, and a recommender
/// where one is wanted.
public final class Deployment implements Services {
  public static final String COORDINATOR = "coordinator";

  public static final String RECOMMENDER = "recommender";

  public static final String CLIENT = "client";

  public static final String FIRST_CLIENT = CLIENT + "-1";

  /// An external database is the coordinator's alone: holders' data never sits in it.
  private static final Set<String> COORDINATOR_DATABASE =
      Set.of("SPRING_DATASOURCE_URL", "SPRING_DATASOURCE_USERNAME", "SPRING_DATASOURCE_PASSWORD");

  private final Layout layout;
  private final RunDirectory directory;
  private final Supervisor supervisor;
  private final Optional<FastStart> fast;
  private final SecureRandom random = new SecureRandom();

  /// The holders' own: neither coordinator nor recommender knows it.
  private final IdentityKeyPair rosterKey = IdentityKeyPair.generate(random);

  private final Map<String, Path> tokenFiles = new HashMap<>();
  private final List<ServiceProcess> clientProcesses = new ArrayList<>();
  private final List<ClientApi> clients = new ArrayList<>();
  private final CoordinatorApi coordinator;
  private final URI coordinatorUri;

  /// Which services there are, and what they are given.
  ///
  /// @param firstClientPort the other clients follow
  /// @param peers where clients take messages of other participants; empty if they do not
  /// @param clients how many client-services
  /// @param maxHeapBytes of every service
  /// @param coordinatorProperties Spring properties beside, or instead of, those that every
  ///   coordinator gets
  /// @param clientProperties Spring properties beside, or instead of, those that every client gets
  /// @param externalDatabase whether the coordinator takes the database that the environment names,
  ///   if it names one
  public record Layout(
      int coordinatorPort,
      int firstClientPort,
      Optional<PeerPorts> peers,
      int clients,
      long maxHeapBytes,
      Map<String, String> coordinatorProperties,
      Map<String, String> clientProperties,
      boolean externalDatabase) {
    public Layout {
      coordinatorProperties = Map.copyOf(coordinatorProperties);
      clientProperties = Map.copyOf(clientProperties);
    }

    /// Clients that take no messages of other participants.
    public Layout(
        int coordinatorPort,
        int firstClientPort,
        int clients,
        long maxHeapBytes,
        Map<String, String> coordinatorProperties,
        Map<String, String> clientProperties,
        boolean externalDatabase) {
      this(
          coordinatorPort,
          firstClientPort,
          Optional.empty(),
          clients,
          maxHeapBytes,
          coordinatorProperties,
          clientProperties,
          externalDatabase);
    }
  }

  private Deployment(
      Layout layout, RunDirectory directory, Supervisor supervisor, Optional<FastStart> fast)
      throws IOException, ServiceFailedException, InterruptedException {
    this.layout = layout;
    this.directory = directory;
    this.supervisor = supervisor;
    this.fast = fast;
    directory.writeSecret("roster-key", RosterKeyFile.text(rosterKey));
    AdminToken operator = AdminToken.random(random);
    ServiceProcess coordinatorProcess =
        start(COORDINATOR, "coordinator-service", layout.coordinatorPort(), operator, ofOperator());
    this.coordinatorUri = coordinatorProcess.uri();
    this.coordinator = new CoordinatorApi(coordinatorUri, operator);
    for (int c = 1; c <= layout.clients(); c++) {
      AdminToken holder = AdminToken.random(random);
      ServiceProcess process =
          start(
              CLIENT + "-" + c,
              "client-service",
              layout.firstClientPort() + c - 1,
              holder,
              ofHolder(c - 1));
      clientProcesses.add(process);
      clients.add(new ClientApi(process.uri(), holder));
    }
    supervisor.awaitReady(coordinatorProcess);
  }

  /// Starts coordinator and clients, and waits for the coordinator.
  public static Deployment start(Layout layout, RunDirectory directory, Supervisor supervisor)
      throws IOException, ServiceFailedException, InterruptedException {
    return start(layout, directory, supervisor, FastStart.ofThisProcess(ServiceJars.ofThisTree()));
  }

  /// The same, each service in another way than usual.
  public static Deployment start(
      Layout layout, RunDirectory directory, Supervisor supervisor, Optional<FastStart> fast)
      throws IOException, ServiceFailedException, InterruptedException {
    return new Deployment(layout, directory, supervisor, fast);
  }

  public void awaitClients() throws ServiceFailedException, InterruptedException {
    for (ServiceProcess client : clientProcesses) {
      supervisor.awaitReady(client);
    }
  }

  /// As long as holders use a snapshot.
  private Map<String, String> ofOperator() {
    Map<String, String> properties = new HashMap<>();
    properties.put("privirec.snapshot-interval", "PT1S");
    properties.putAll(layout.coordinatorProperties());
    return properties;
  }

  /// Holders approve by hand, and freeze their data once a day; only a demonstration does without.
  private Map<String, String> ofHolder(int client) {
    Map<String, String> properties = new HashMap<>();
    properties.put("privirec.coordinator.url", coordinatorUri.toString());
    properties.put("privirec.client.approval", "auto");
    properties.put("privirec.client.min-interval", "PT1S");
    properties.put("privirec.client.roster-key", rosterKey.publicKey().base64Url());
    layout
        .peers()
        .ifPresent(peers -> properties.put(PeerPorts.PROPERTY, String.valueOf(peers.of(client))));
    properties.putAll(layout.clientProperties());
    return properties;
  }

  /// The text of a roster, signed with the key that the holders trust.
  public String signed(Roster roster) {
    return SignedRoster.sign(roster, rosterKey).text();
  }

  @Override
  public void agreeOn(Roster roster) throws IOException, InterruptedException {
    String text = signed(roster);
    Files.writeString(directory.path().resolve("roster.txt"), text);
    coordinator.putRoster(text);
    for (ClientApi client : clients) {
      client.putRoster(text);
    }
  }

  /// Starts a recommender. It is not waited for: it is ready once it has a model.
  public RecommenderClient startRecommender(int port) throws IOException, InterruptedException {
    return startRecommender(port, Map.of());
  }

  /// The same, with Spring properties beside, or instead of, those that every recommender gets. An
  /// empty value takes a property away.
  ///
  /// @return with the operator's token
  public RecommenderClient startRecommender(int port, Map<String, String> properties)
      throws IOException, InterruptedException {
    AdminToken operator = AdminToken.random(random);
    Map<String, String> all = new HashMap<>();
    all.put("privirec.coordinator.url", coordinatorUri.toString());
    all.put("privirec.coordinator.public-key", coordinator.info().publicKey());
    // The lab serves releases with and without noise.
    all.put("privirec.recommender.accept", "any");
    if (fast.filter(start -> start.tuning() == FastStart.Tuning.SHORT_LIVED)
        .filter(start -> start.jars().equals(ServiceJars.ofThisTree()))
        .isPresent()) {
      // To warm up takes both cores for longer than the service lives. An earlier version has no
      // such property.
      all.put("privirec.recommender.warm-up-time", "0s");
    }
    all.putAll(properties);
    all.values().removeIf(String::isEmpty);
    ServiceProcess process = start(RECOMMENDER, "recommender-service", port, operator, all);
    return RecommenderClient.at(process.uri()).adminToken(operator.value()).build();
  }

  private ServiceProcess start(
      String name, String module, int port, AdminToken token, Map<String, String> properties)
      throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment
        .keySet()
        .retainAll(
            layout.externalDatabase() && name.equals(COORDINATOR)
                ? COORDINATOR_DATABASE
                : Set.of());
    environment.put("PRIVIREC_ADMIN_TOKEN", token.value());
    tokenFiles.put(name, directory.writeSecret(name + "-admin-token", token.value()));
    ServiceSpec spec =
        new ServiceSpec(
            name,
            fast.isPresent() ? fast.get().unpack(module) : ServiceJars.ofThisTree().of(module),
            port,
            directory.of(name),
            layout.maxHeapBytes(),
            List.of(ServiceJars.ofThisTree().flags(module)),
            properties,
            environment);
    return supervisor.start(fast.isPresent() ? fast.get().faster(spec) : spec);
  }

  @Override
  public CoordinatorApi coordinator() {
    return coordinator;
  }

  @Override
  public ClientApi clientOf(int participant) {
    return clients.get(participant % clients.size());
  }

  @Override
  public Optional<URI> peerAddressOf(int participant) {
    return layout.peers().map(peers -> peers.address(participant % clients.size()));
  }

  @Override
  public boolean hasClientOf(int participant) {
    String name = clientProcesses.get(participant % clientProcesses.size()).name();
    return supervisor.services().stream()
        .anyMatch(service -> service.name().equals(name) && service.isAlive());
  }

  /// The file with a service's admin token.
  public Path tokenFile(String service) {
    Path file = tokenFiles.get(service);
    if (file == null) {
      throw new IllegalArgumentException("no service " + service);
    }
    return file;
  }

  /// All services, in the order of their start.
  public List<ServiceProcess> processes() {
    return supervisor.services();
  }
}
