package io.privirec.client;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.datadir.DurableFiles;
import io.privirec.federation.Algorithm;
import io.privirec.secagg.roster.Cell;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A coordinator, and a client-service that hosts all participants, with data and the coordinator's
/// roster. As an extension in a static field it is there for all tests of a class, each of which
/// leaves it with an honest coordinator and no open session; in another field, for one test, which
/// may have settings of its own ([With]).
public final class TestDeployment
    implements BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        AutoCloseable {
  /// Settings of the client-service for a test.
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  public @interface With {
    /// Arguments of its start.
    String[] value();
  }

  private final int items;
  private final int users;
  private final List<String> names;
  private final Holders holders;
  private final Path data;
  private final TestCoordinator coordinator = new TestCoordinator();
  private final TestClient client;
  private @Nullable TestApprover approver;
  private boolean isOfAllTests;

  /// Nothing runs yet.
  ///
  /// @param users users of each participant; 0: nothing is imported
  /// @param names of all participants; a roster takes three
  public TestDeployment(int items, int users, List<String> names, String... more) {
    this.items = items;
    this.users = users;
    this.names = names;
    this.holders = new Holders(items, users, 1, names.toArray(String[]::new));
    try {
      this.data = Files.createTempDirectory("client");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    coordinator.catalogueOf(items);
    client = new TestClient(data, coordinator, more);
    client.set("--privirec.client.import-dir=" + imports());
  }

  /// Participants that join sessions with noise by themselves, and whose holder approves sums
  /// without noise that open no pairs of items, and uses releases of such sums.
  public static TestDeployment consenting(
      int items, int users, List<String> names, String... more) {
    TestDeployment deployment = new TestDeployment(items, users, names, more);
    deployment.client.set("--privirec.client.approval=auto");
    deployment.client.set("--privirec.client.sums-without-noise=ask");
    deployment.client.set("--privirec.client.accept=any");
    deployment.client.set("--privirec.client.answer-delay=PT0S");
    deployment.approver = new TestApprover(deployment.coordinator, deployment::client, names);
    return deployment;
  }

  /// Sets the time of both services, before they start.
  public TestDeployment readsTime(InstantSource source) {
    coordinator.clock = source;
    client.readsTime(source);
    return this;
  }

  public TestDeployment start() {
    try {
      Files.createDirectories(imports());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    client.start();
    for (String name : names) {
      client.host(name);
      if (users > 0 && holders.hasUsers(name)) {
        client.importCsv(name, holders.csv(name));
      }
    }
    if (names.size() >= Cell.LEAST_MINIMUM) {
      client.putRosterOf(coordinator);
    }
    if (approver != null) {
      approver.start();
    }
    return this;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    isOfAllTests = true;
    start();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!isOfAllTests) {
      With own = context.getRequiredTestMethod().getAnnotation(With.class);
      if (own != null) {
        List.of(own.value()).forEach(client::set);
      }
      start();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (isOfAllTests) {
      coordinator.beHonest();
      if (coordinator.hasSession()) {
        finish(SessionView.Status.FAILED);
      }
    } else {
      close();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  /// The client-service's data directory.
  public Path data() {
    return data;
  }

  /// Whose files it imports.
  public Path imports() {
    return data.resolve("imports");
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

  /// Of PriviRec-k in two rounds.
  public PriviRecKParameters parameters(long seed) {
    return PriviRecKParameters.gfCf(4, 1, 0.3, seed, 4, items);
  }

  /// Waits until each participant has asked about its ledger, or told its head, since the last look
  /// at the coordinator began. Each process does this once at its start.
  ///
  /// @param method `GET` for empty ledgers, `PUT` for others
  public void awaitLedgers(String method) {
    for (String name : names) {
      await(
          name + " has started",
          () ->
              List.copyOf(coordinator.seen).stream()
                  .anyMatch(seen ->
                      seen.caller().equals(name)
                          && seen.method().equals(method)
                          && seen.path().equals("/v1/privacy/ledger-head")));
    }
  }

  /// Begins a session and opens its first round.
  public Algorithm begin(String session, AlgorithmParameters parameters) {
    Algorithm algorithm = coordinator.begin(session, parameters);
    coordinator.open(1);
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
    var answer = client.approve(participant, session);
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

  /// Waits until a participant has joined a round of the session.
  public void awaitJoined(String participant, String session) {
    await(
        participant + " has joined " + session,
        () -> find(participant, session).filter(view -> !view.rounds().isEmpty()).isPresent());
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
    if (approver != null) {
      approver.close();
    }
    client.close();
    coordinator.close();
    try {
      DurableFiles.deleteTree(data);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
