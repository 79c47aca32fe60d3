package io.privirec.stage.deployment;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.operator.http.ClientApi;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.operator.roster.RosterKeyFile;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Services that were started elsewhere: in containers, in a cluster, by hand. They are driven as
/// they are configured, and go on when the run is over.
public final class RunningServices implements Services {
  private static final Duration READY_WITHIN = Duration.ofMinutes(10);
  private static final Duration PROBE_INTERVAL = Duration.ofMillis(500);
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(10);

  private final Addresses addresses;
  private final IdentityKeyPair rosterKey;
  private final CoordinatorApi coordinator;
  private final List<ClientApi> clients;

  /// Where they are.
  ///
  /// @param clients in the order in which participants are dealt out to them
  /// @param recommender told no secret
  /// @param rosterKey file with the secret half of the key that all clients trust
  public record Addresses(
      ServiceAddress coordinator, List<ServiceAddress> clients, URI recommender, Path rosterKey) {
    public Addresses {
      clients = List.copyOf(clients);
    }
  }

  /// Reads the key of the roster, and the tokens.
  ///
  /// @throws InvalidOptionException if a file cannot be read
  public RunningServices(Addresses addresses) {
    this.addresses = addresses;
    this.rosterKey = RosterKeyFile.read(addresses.rosterKey());
    this.coordinator =
        new CoordinatorApi(addresses.coordinator().uri(), addresses.coordinator().token());
    this.clients =
        addresses.clients().stream()
            .map(client -> new ClientApi(client.uri(), client.token()))
            .toList();
  }

  /// Waits until coordinator and clients answer their readiness probes.
  ///
  /// @throws RunFailedException when one does not in ten minutes
  public void awaitReady() throws RunFailedException, InterruptedException {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    try (HttpClient probes = HttpClient.newHttpClient()) {
      List<URI> all =
          Stream.concat(Stream.of(addresses.coordinator()), addresses.clients().stream())
              .map(ServiceAddress::uri)
              .toList();
      for (URI service : all) {
        while (!isReady(probes, service)) {
          if (System.nanoTime() > deadline) {
            throw new RunFailedException(
                service + " was not ready within " + READY_WITHIN.toSeconds() + " s");
          }
          Thread.sleep(PROBE_INTERVAL);
        }
      }
    }
  }

  private static boolean isReady(HttpClient probes, URI service) throws InterruptedException {
    HttpRequest probe =
        HttpRequest.newBuilder(service.resolve("/readyz")).timeout(PROBE_PATIENCE).build();
    try {
      return probes.send(probe, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /// It is ready only once it has a model.
  public RecommenderClient recommender() {
    return RecommenderClient.at(addresses.recommender()).build();
  }

  /// Names and addresses, for people.
  public List<String> lines() {
    return Stream.of(
            Stream.of("  coordinator    " + addresses.coordinator().uri()),
            addresses.clients().stream().map(client -> "  client         " + client.uri()),
            Stream.of("  recommender    " + addresses.recommender()))
        .flatMap(lines -> lines)
        .toList();
  }

  @Override
  public CoordinatorApi coordinator() {
    return coordinator;
  }

  @Override
  public ClientApi clientOf(int participant) {
    return clients.get(participant % clients.size());
  }

  /// Nobody says from where others reach them.
  @Override
  public Optional<URI> peerAddressOf(int participant) {
    return Optional.empty();
  }

  /// They are somebody else's: one that does not answer fails the run.
  @Override
  public boolean hasClientOf(int participant) {
    return true;
  }

  @Override
  public void agreeOn(Roster roster) throws IOException, InterruptedException {
    String text = SignedRoster.sign(roster, rosterKey).text();
    coordinator.putRoster(text);
    for (ClientApi client : clients) {
      client.putRoster(text);
    }
  }
}
