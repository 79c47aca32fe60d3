package io.privirec.lab.campaign;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.lab.http.AdminToken;
import io.privirec.lab.http.ClientApi;
import io.privirec.lab.http.CoordinatorApi;
import io.privirec.lab.process.FastStart;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceFailedException;
import io.privirec.lab.process.ServiceJars;
import io.privirec.lab.process.ServiceProcess;
import io.privirec.lab.process.ServiceSpec;
import io.privirec.lab.process.Supervisor;
import io.privirec.lab.run.Cells;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.wire.HostedParticipant;
import java.io.IOException;
import java.net.URI;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The services of a campaign: a coordinator and clients, each on a port of its own and with its
/// own embedded database. Participants are dealt out to the clients in turn.
final class CampaignServices {
  /// Every session but those at the same time freezes data of its own: what each must have summed
  /// is known.
  static final Duration MIN_INTERVAL = Duration.ofMillis(100);

  private static final long MAX_HEAP_BYTES = 512L << 20;

  /// They live for seconds: what makes a start short counts more than what makes a sum fast.
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final List<ServiceSpec> specs = new ArrayList<>();
  private final List<AdminToken> tokens = new ArrayList<>();
  private final FastStart fast;
  private final IdentityKeyPair rosterKey;
  private final Cells cells;

  /// @param cells of the roster
  /// @param stagingBudget bytes of disk that the coordinator gives a round
  /// @param portBase the coordinator's port; the clients follow
  CampaignServices(
      RunDirectory directory, int clients, Cells cells, long stagingBudget, int portBase)
      throws IOException, InterruptedException {
    SecureRandom random = new SecureRandom();
    this.cells = cells;
    rosterKey = IdentityKeyPair.generate(random);
    fast = new FastStart(directory.path().resolve("jars"), ServiceJars.ofThisTree(), SHORT_LIVED);
    for (int service = 0; service <= clients; service++) {
      AdminToken token = AdminToken.random(random);
      boolean coordinator = service == 0;
      tokens.add(token);
      specs.add(
          new ServiceSpec(
              coordinator ? "coordinator" : "client-" + service,
              fast.unpack(coordinator ? "coordinator-service" : "client-service"),
              portBase + service,
              directory.of(coordinator ? "coordinator" : "client-" + service),
              MAX_HEAP_BYTES,
              List.of(),
              coordinator
                  ? Map.of(
                      "privirec.coordinator.orphan-age",
                      "10s",
                      "privirec.coordinator.staging-budget",
                      stagingBudget + "B",
                      "privirec.snapshot-interval",
                      MIN_INTERVAL.toString())
                  : Map.of(
                      "privirec.coordinator.url",
                      "http://127.0.0.1:" + portBase,
                      "privirec.client.approval",
                      "auto",
                      "privirec.client.min-interval",
                      MIN_INTERVAL.toString(),
                      "privirec.client.threat-model",
                      "semi-honest",
                      "privirec.client.roster-key",
                      rosterKey.publicKey().base64Url()),
              Map.of("PRIVIREC_ADMIN_TOKEN", token.value())));
    }
  }

  /// Starts all and waits until they are ready.
  void start(Supervisor supervisor)
      throws IOException, ServiceFailedException, InterruptedException {
    startAll(supervisor, specs.stream().map(fast::quick).toList());
  }

  /// Starts a coordinator and one client in a first life that later starts profit from, and ends
  /// them.
  void rehearse() throws IOException, ServiceFailedException, InterruptedException {
    try (Supervisor supervisor = new Supervisor()) {
      startAll(supervisor, specs.stream().limit(2).map(fast::recording).toList());
    }
  }

  private static void startAll(Supervisor supervisor, List<ServiceSpec> services)
      throws IOException, ServiceFailedException, InterruptedException {
    List<ServiceProcess> started = new ArrayList<>();
    for (ServiceSpec service : services) {
      started.add(supervisor.start(service));
    }
    for (ServiceProcess process : started) {
      supervisor.awaitReady(process);
    }
  }

  /// Publishes the catalogue, enrols the participants, imports their data and puts a roster of all
  /// in force everywhere.
  void fill(CampaignData data) throws IOException, InterruptedException {
    List<CohortMember> members = new ArrayList<>();
    try (CoordinatorApi coordinator = coordinator()) {
      coordinator.addItems(data.items());
      for (int p = 0; p < data.participants(); p++) {
        try (ClientApi client = clientOf(p)) {
          members.add(member(client.host(participant(p), coordinator.enrolmentToken().token())));
          client.importInteractions(participant(p), data.first(p));
        }
      }
    }
    String roster = SignedRoster.sign(cells.roster(1, members), rosterKey).text();
    try (CoordinatorApi coordinator = coordinator()) {
      coordinator.putRoster(roster);
    }
    for (int client = 0; client < specs.size() - 1; client++) {
      try (ClientApi api = clientOf(client)) {
        api.putRoster(roster);
      }
    }
  }

  private static CohortMember member(HostedParticipant hosted) throws IOException {
    try {
      return new CohortMember(
          new ParticipantId(hosted.id()), PublicIdentityKey.parse(hosted.identityKey()));
    } catch (InvalidKeyException e) {
      throw new IOException("the identity key of " + hosted.id() + " is none", e);
    }
  }

  /// The id of a participant, counted from 0.
  static String participant(int number) {
    return "participant-%02d".formatted(number + 1);
  }

  /// The number in an id, counted from 0.
  static int numberOf(String participant) {
    return Integer.parseInt(participant.substring(participant.lastIndexOf('-') + 1)) - 1;
  }

  /// All services: the coordinator, then the clients.
  List<ServiceSpec> specs() {
    return List.copyOf(specs);
  }

  ServiceSpec coordinatorSpec() {
    return specs.getFirst();
  }

  /// A connection to the coordinator, the caller's to close.
  CoordinatorApi coordinator() {
    return new CoordinatorApi(uri(0), tokens.getFirst());
  }

  /// A connection to the client that hosts a participant, the caller's to close.
  ClientApi clientOf(int participant) {
    int client = 1 + participant % (specs.size() - 1);
    return new ClientApi(uri(client), tokens.get(client));
  }

  private URI uri(int service) {
    return URI.create("http://127.0.0.1:" + specs.get(service).port());
  }
}
