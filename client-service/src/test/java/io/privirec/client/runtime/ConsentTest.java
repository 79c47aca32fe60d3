package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Holders;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.federation.Algorithm;
import io.privirec.federation.GramModel;
import io.privirec.federation.PlanStep;
import io.privirec.federation.PriviRec;
import io.privirec.federation.PriviRecK;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.secagg.Phase;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Participants that join sessions by themselves, but not those that open pairs of items of single
/// users.
class ConsentTest {
  private static final int ITEMS = 12;
  private static final String[] NAMES = {"p1", "p2", "p3"};
  private static final Algorithm PRIVIREC =
      new PriviRec(
          ITEMS,
          new GramModel.GfCf(new PowerIteration(4, 0, 1, Eigenvalues.DIAG_T, 7), 0.3),
          ITEMS);

  @TempDir static Path data;
  private static final Holders holders = new Holders(ITEMS, 4, 1, NAMES);
  private static TestCoordinator coordinator;
  private static TestClient client;

  @BeforeAll
  static void start() {
    coordinator = new TestCoordinator();
    coordinator.catalogueOf(ITEMS);
    coordinator.onLoss = "strict";
    client = new TestClient(data, coordinator.url(), "--privirec.client.approval=auto");
    for (String name : NAMES) {
      client.host(name);
      client.importCsv(name, holders.csv(name));
    }
  }

  @AfterAll
  static void stop() {
    client.close();
    coordinator.close();
  }

  @AfterEach
  void finish() {
    end();
  }

  @Test
  void privirec_underAutomaticApproval_waitsForEachParticipantsOwn(@TempDir Path work)
      throws IOException {
    begin("asked", PRIVIREC);
    await("all are asked", () -> List.of(NAMES).stream().allMatch(name -> isAsked(name, "asked")));
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(of("p1", "asked").disclosed()).containsExactly("Nothing so far.");

    approve("p1", "asked");
    approve("p2", "asked");
    await("two have joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == 2);
    assertThat(of("p3", "asked").status()).isEqualTo("AWAITING_APPROVAL");
    assertThat(of("p3", "asked").rounds()).isEmpty();

    approve("p3", "asked");
    await("degrees are opened", coordinator::isUnmasked);
    PlanStep next = PRIVIREC.plan().complete(0, coordinator.sum(), work);
    Path broadcast = work.resolve(((PlanStep.NextRound) next).round().broadcastFile());
    coordinator.open(1, 1, Optional.of(broadcast));
    await("the item Gram matrix is opened", coordinator::isUnmasked);
    assertThat(holders.isSumOfAll(coordinator.sum(), PRIVIREC, 1, broadcast)).isTrue();

    end();
    ParticipationView over = of("p1", "asked");
    assertThat(over.wouldDisclose()).isEmpty();
    assertThat(over.disclosed().getLast())
        .contains(over.terms().itemPairs().distinct() + " pairs of items");
  }

  @Test
  void whoeverIsAsked_readsWhatWouldBeOpenedOfItsOwnUsers() {
    begin("read", PRIVIREC);
    await("it is asked", () -> isAsked("p2", "read"));

    ParticipationView view = of("p2", "read");

    Set<List<Integer>> pairs = new HashSet<>();
    Set<List<Integer>> shared = new HashSet<>();
    for (int user = 0; user < 4; user++) {
      TreeSet<Integer> history = new TreeSet<>(holders.history("p2", "p2/user-" + user));
      for (int item : history) {
        for (int other : history.tailSet(item, false)) {
          if (!pairs.add(List.of(item, other))) {
            shared.add(List.of(item, other));
          }
        }
      }
    }
    assertThat(view.terms().itemPairs())
        .isEqualTo(new ParticipationView.OpenedPairs(pairs.size(), pairs.size() - shared.size()));
    assertThat(String.join(" ", view.wouldDisclose()))
        .contains("78 %")
        .contains("pairs of items of single users")
        .contains(pairs.size() + " distinct pairs")
        .contains((pairs.size() - shared.size()) + " of them");
  }

  @Test
  void privirec_neverApproved_leavesNothingBehind() {
    begin("ignored", PRIVIREC);
    Path snapshot = data.resolve("sessions/snapshots/ignored/p1.csr");
    await("all are asked", () -> isAsked("p1", "ignored"));
    assertThat(snapshot).exists();

    end();

    assertThat(snapshot).doesNotExist();
    assertThat(of("p1", "ignored").disclosed())
        .containsExactly("Nothing: the session ended without this participant.");
    JdbcClient database = client.bean(JdbcClient.class);
    for (String table : List.of("round_participation", "masked_input", "session_round")) {
      assertThat(
              database
                  .sql("select count(*) from " + table + " where session_id = 'ignored'")
                  .query(Integer.class)
                  .single())
          .as(table)
          .isZero();
    }
    var late = client.postJson("/v1/participants/p1/sessions/ignored:approve", "");
    assertThat(json(late).get("code").asString()).isEqualTo("approval-not-pending");
  }

  @Test
  void privirecK_underAutomaticApproval_isJoinedAtOnce() {
    begin("factors", new PriviRecK(ITEMS, 4, 1, 0.3, 7, 4, ITEMS));

    await("degrees are opened", coordinator::isUnmasked);

    assertThat(of("p1", "factors").terms().itemPairs()).isNull();
  }

  /// Two products of six columns are twelve equations for each row of twelve items.
  @Test
  void privirecK_withProductsThatTellTheWholeMatrix_waitsForApproval() {
    begin("columns", new PriviRecK(ITEMS, 6, 2, 0.3, 7, 6, ITEMS));

    await("all are asked", () -> List.of(NAMES).stream().allMatch(p -> isAsked(p, "columns")));

    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(of("p1", "columns").terms().itemPairs()).isNotNull();
  }

  /// Degrees of the lost remain in V, and P̃ tells those of the others.
  @Test
  void privirec_thatWouldGoOnAfterLosses_isRefused() {
    coordinator.onLoss = "tolerant";
    try {
      begin("tolerant", PRIVIREC);

      await(
          "all refuse",
          () -> List.of(NAMES).stream().allMatch(name -> isRefused(name, "tolerant")));

      assertThat(of("p1", "tolerant").refusal()).isEqualTo("loss-tolerated");
    } finally {
      coordinator.onLoss = "strict";
    }
  }

  private static boolean isRefused(String participant, String session) {
    return client.participations(participant).stream()
        .anyMatch(view -> view.sessionId().equals(session) && view.refusal() != null);
  }

  private static void begin(String session, Algorithm algorithm) {
    coordinator.begin(session, algorithm);
    coordinator.open(0, 1, Optional.empty());
  }

  private static void end() {
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
    await(
        "sessions are over",
        () ->
            List.of(NAMES).stream()
                .flatMap(name -> client.participations(name).stream())
                .allMatch(view -> view.status().equals("OVER")));
  }

  private static void approve(String participant, String session) {
    var answer =
        client.postJson(
            "/v1/participants/" + participant + "/sessions/" + session + ":approve", "");
    assertThat(answer.statusCode()).isEqualTo(204);
  }

  private static boolean isAsked(String participant, String session) {
    return client.participations(participant).stream()
        .anyMatch(
            view -> view.sessionId().equals(session) && view.status().equals("AWAITING_APPROVAL"));
  }

  private static ParticipationView of(String participant, String session) {
    return client.participations(participant).stream()
        .filter(view -> view.sessionId().equals(session))
        .findFirst()
        .orElseThrow();
  }
}
