package io.privirec.client;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.Algorithm;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A coordinator, and a client-service that hosts all participants, with data and the coordinator's
/// roster.
public final class TestDeployment implements AutoCloseable {
  private final List<String> names;
  private final Holders holders;
  private final TestCoordinator coordinator = new TestCoordinator();
  private final TestClient client;

  /// @param users users of each participant
  public TestDeployment(Path data, int items, int users, List<String> names, String... more) {
    this.names = names;
    this.holders = new Holders(items, users, 1, names.toArray(String[]::new));
    coordinator.catalogueOf(items);
    client = new TestClient(data, coordinator, more);
    for (String name : names) {
      client.host(name);
      client.importCsv(name, holders.csv(name));
    }
    client.putRosterOf(coordinator);
  }

  public TestCoordinator coordinator() {
    return coordinator;
  }

  public TestClient client() {
    return client;
  }

  public Holders holders() {
    return holders;
  }

  /// Begins a session and opens its first round.
  public Algorithm begin(String session, AlgorithmParameters parameters) {
    Algorithm algorithm = coordinator.begin(session, parameters);
    coordinator.open(0, 1, Optional.empty());
    return algorithm;
  }

  /// Begins a session whose first round opens its sum.
  public Algorithm openFirst(String session, AlgorithmParameters parameters) {
    Algorithm algorithm = begin(session, parameters);
    await(session + " opens its first sum", coordinator::isSummed);
    return algorithm;
  }

  public Optional<ParticipationView> find(String participant, String session) {
    return client.participations(participant).stream()
        .filter(view -> view.sessionId().equals(session))
        .findFirst();
  }

  public ParticipationView of(String participant, String session) {
    return find(participant, session).orElseThrow();
  }

  public boolean isAsked(String session) {
    return names.stream().allMatch(name -> isAsked(name, session));
  }

  public boolean isAsked(String participant, String session) {
    return find(participant, session)
        .filter(view -> view.status().equals("AWAITING_APPROVAL"))
        .isPresent();
  }

  public void approve(String participant, String session) {
    var answer =
        client.postJson(
            "/v1/participants/" + participant + "/sessions/" + session + ":approve", "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
  }

  /// Whether a participant gave a round of the session up, or the session itself.
  public boolean refuses(String participant, String session, String reason) {
    return find(participant, session)
        .filter(view ->
            reason.equals(view.refusal())
                || view.rounds().stream().anyMatch(round -> reason.equals(round.abortReason())))
        .isPresent();
  }

  public void awaitRefused(String session, String reason) {
    awaitRefused(names, session, reason);
  }

  public void awaitRefused(List<String> participants, String session, String reason) {
    for (String name : participants) {
      await(name + " refuses " + session + ": " + reason, () -> refuses(name, session, reason));
    }
  }

  /// Ends the session that began last, and waits until all know.
  public void finish(SessionView.Status end) {
    coordinator.finish(end, Optional.empty());
    await(
        "sessions are over",
        () ->
            names.stream()
                .flatMap(name -> client.participations(name).stream())
                .allMatch(view -> view.status().equals("OVER")));
  }

  @Override
  public void close() {
    client.close();
    coordinator.close();
  }
}
