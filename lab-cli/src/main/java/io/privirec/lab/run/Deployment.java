package io.privirec.lab.run;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.lab.http.AdminToken;
import io.privirec.lab.http.ClientApi;
import io.privirec.lab.http.CoordinatorApi;
import io.privirec.lab.http.RecommenderApi;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceFailedException;
import io.privirec.lab.process.ServiceJars;
import io.privirec.lab.process.ServiceProcess;
import io.privirec.lab.process.ServiceSpec;
import io.privirec.lab.process.Supervisor;
import io.privirec.lab.roster.RosterKeyFile;
import io.privirec.secagg.Roster;
import io.privirec.secagg.SignedRoster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The services of a run: a coordinator on the base port, a recommender on the next, then the
/// clients.
final class Deployment {
  static final String COORDINATOR = "coordinator";
  static final String RECOMMENDER = "recommender";
  static final String CLIENT = "client";

  /// The same for every service: twice what a session on 41,000 items with k = 256 takes.
  static final long MAX_HEAP_BYTES = 1500L << 20;

  /// An external database is the coordinator's alone: holders' data never sits in it.
  private static final Set<String> COORDINATOR_DATABASE =
      Set.of("SPRING_DATASOURCE_URL", "SPRING_DATASOURCE_USERNAME", "SPRING_DATASOURCE_PASSWORD");

  private final RunSettings settings;
  private final RunDirectory directory;
  private final Supervisor supervisor;
  private final ServiceJars jars = ServiceJars.ofThisTree();
  private final SecureRandom random = new SecureRandom();

  /// The holders' own: neither coordinator nor recommender knows it.
  private final IdentityKeyPair rosterKey = IdentityKeyPair.generate(random);

  private final Map<String, Path> tokenFiles = new HashMap<>();
  private final List<ServiceProcess> clientProcesses = new ArrayList<>();
  private final List<ClientApi> clients = new ArrayList<>();
  private final CoordinatorApi coordinator;
  private final RecommenderApi recommender;

  private Deployment(RunSettings settings, RunDirectory directory, Supervisor supervisor)
      throws IOException, ServiceFailedException, InterruptedException {
    this.settings = settings;
    this.directory = directory;
    this.supervisor = supervisor;
    directory.writeSecret("roster-key", RosterKeyFile.text(rosterKey));
    AdminToken operator = AdminToken.random(random);
    ServiceProcess coordinatorProcess =
        start(COORDINATOR, "coordinator-service", settings.portBase(), operator, Map.of());
    this.coordinator = new CoordinatorApi(coordinatorProcess.uri(), operator);
    Map<String, String> toCoordinator =
        Map.of("privirec.coordinator.url", coordinatorProcess.uri().toString());
    for (int c = 1; c <= settings.clientProcesses(); c++) {
      AdminToken holder = AdminToken.random(random);
      ServiceProcess process =
          start(
              CLIENT + "-" + c,
              "client-service",
              settings.portBase() + 1 + c,
              holder,
              ofHolder(toCoordinator));
      clientProcesses.add(process);
      clients.add(new ClientApi(process.uri(), holder));
    }
    supervisor.awaitReady(coordinatorProcess);
    this.recommender = new RecommenderApi(startRecommender(toCoordinator).uri());
    for (ServiceProcess client : clientProcesses) {
      supervisor.awaitReady(client);
    }
  }

  /// Starts all services. The recommender is not waited for: it is ready once it has a model.
  static Deployment start(RunSettings settings, RunDirectory directory, Supervisor supervisor)
      throws IOException, ServiceFailedException, InterruptedException {
    return new Deployment(settings, directory, supervisor);
  }

  /// Holders approve by hand; only a demonstration does without.
  private Map<String, String> ofHolder(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("privirec.client.approval", "auto");
    all.put("privirec.client.roster-key", rosterKey.publicKey().base64Url());
    return all;
  }

  /// Signs a roster and puts it in force at every holder.
  void agreeOn(Roster roster) throws IOException, InterruptedException {
    String text = SignedRoster.sign(roster, rosterKey).text();
    Files.writeString(directory.path().resolve("roster.txt"), text);
    for (ClientApi client : clients) {
      client.putRoster(text);
    }
  }

  private ServiceProcess startRecommender(Map<String, String> toCoordinator)
      throws IOException, InterruptedException {
    Map<String, String> properties = new HashMap<>(toCoordinator);
    properties.put("privirec.coordinator.public-key", coordinator.info().publicKey());
    return start(
        RECOMMENDER,
        "recommender-service",
        settings.portBase() + 1,
        AdminToken.random(random),
        properties);
  }

  private ServiceProcess start(
      String name, String module, int port, AdminToken token, Map<String, String> properties)
      throws IOException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.keySet().retainAll(name.equals(COORDINATOR) ? COORDINATOR_DATABASE : Set.of());
    environment.put("PRIVIREC_ADMIN_TOKEN", token.value());
    tokenFiles.put(name, directory.writeSecret(name + "-admin-token", token.value()));
    return supervisor.start(
        new ServiceSpec(
            name,
            jars.of(module),
            port,
            directory.of(name),
            MAX_HEAP_BYTES,
            List.of(),
            properties,
            environment));
  }

  CoordinatorApi coordinator() {
    return coordinator;
  }

  RecommenderApi recommender() {
    return recommender;
  }

  /// The client-service that hosts a participant: they are dealt out in turn.
  ///
  /// @param participant its number, from 0
  ClientApi clientOf(int participant) {
    return clients.get(participant % clients.size());
  }

  /// Whether that client-service runs, the first one or one started in its place.
  boolean hasClientOf(int participant) {
    String name = clientProcesses.get(participant % clientProcesses.size()).name();
    return supervisor.services().stream()
        .anyMatch(service -> service.name().equals(name) && service.isAlive());
  }

  /// The file with a service's admin token.
  Path tokenFile(String service) {
    Path file = tokenFiles.get(service);
    if (file == null) {
      throw new IllegalArgumentException("no service " + service);
    }
    return file;
  }

  List<ServiceProcess> processes() {
    return supervisor.services();
  }
}
