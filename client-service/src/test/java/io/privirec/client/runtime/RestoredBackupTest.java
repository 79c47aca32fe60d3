package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.json;
import static io.privirec.client.TestRosters.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Holders;
import io.privirec.client.TestApprover;
import io.privirec.client.TestBackup;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestRosters;
import io.privirec.secagg.Phase;
import io.privirec.secagg.roster.Cell;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A holder whose database and ledgers are put back to an older state, of which nothing else knows:
/// what it has forgotten, what the others and the keeper's roster prevent nevertheless, and what
/// they do not.
class RestoredBackupTest {
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6");
  private static final String FORGETFUL = "p1";
  private static final List<String> OTHERS = NAMES.subList(1, 6);
  private static final Cell WHOLE = cell(1, NAMES.toArray(String[]::new));

  @TempDir Path own;
  @TempDir Path elsewhere;
  private final Holders holders = new Holders(ITEMS, 4, 1, NAMES.toArray(String[]::new));
  private TestCoordinator coordinator;
  private TestClient restored;
  private TestClient others;
  private final List<TestApprover> approvers = new ArrayList<>();

  @BeforeEach
  void start() {
    coordinator = new TestCoordinator();
    coordinator.catalogueOf(ITEMS);
    coordinator.dataAsOf = () -> Instant.parse("2026-01-02T03:00:00Z");
    restored = host(own, List.of(FORGETFUL));
    others = host(elsewhere, OTHERS);
    restored.putRosterOf(coordinator);
    others.putRosterOf(coordinator);
  }

  private TestClient host(Path data, List<String> names) {
    TestClient client =
        new TestClient(
                data,
                coordinator,
                "--privirec.client.approval=auto",
                "--privirec.client.sums-without-noise=ask",
                "--privirec.client.answer-delay=PT0S",
                "--privirec.client.min-interval=PT20H")
            .start();
    for (String name : names) {
      client.host(name);
      client.importCsv(name, holders.csv(name));
    }
    approvers.add(new TestApprover(coordinator, () -> client, names).start());
    return client;
  }

  @AfterEach
  void stop() {
    approvers.forEach(TestApprover::close);
    restored.close();
    others.close();
    coordinator.close();
  }

  private void begin(String session, Integer... cells) {
    coordinator.cells = List.of(cells);
    coordinator.begin(session, PriviRecKParameters.gfCf(4, 1, 0.3, 1L, 4, ITEMS));
    coordinator.open(1);
  }

  private void sumOver(String session, Integer... cells) {
    begin(session, cells);
    await(session + " is opened", coordinator::isSummed);
    finish();
  }

  private void finish() {
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
    await("sessions are over", () -> isOver(restored, FORGETFUL));
    OTHERS.forEach(name -> await("sessions are over", () -> isOver(others, name)));
  }

  private static boolean isOver(TestClient client, String name) {
    return client.participations(name).stream().allMatch(view -> view.status().equals("OVER"));
  }

  private void restore(TestBackup backup) {
    restored.stop();
    backup.restore();
    // A coordinator that follows the protocol would tell (RestoredLedgerTest); this one works
    // against the holder.
    coordinator.heads.clear();
    restored.start();
  }

  /// A session over the whole cell, of which the database is put back to before.
  private void forgetASum() {
    TestBackup before = TestBackup.of(restored);
    sumOver("forgotten", 1);
    assertThat(restored.masked(FORGETFUL)).containsExactly(1);
    restore(before);
    assertThat(restored.masked(FORGETFUL)).isEmpty();
  }

  private String roster(int version, Cell... cells) {
    coordinator.roster = TestRosters.roster(version, coordinator.members(), cells);
    return coordinator.rosters().text(coordinator.roster);
  }

  private static void refusesRoster(TestClient client, String roster, String code) {
    assertThat(json(client.putText("/v1/roster", roster)).get("code").asString()).isEqualTo(code);
  }

  /// The keeper helps the coordinator: the one that has forgotten takes the roster, and is alone.
  @Test
  void rosterWithoutTheForgottenCell_isTakenHereOnlyAndOpensNothing() {
    forgetASum();
    String forgetful = roster(2, cell(2, "p1", "p2", "p3", "p4"));
    restored.put(forgetful);
    refusesRoster(others, forgetful, "cell-missing");

    begin("behind-their-backs", 2);
    await("one has advertised", () -> coordinator.received(Phase.ADVERTISE_KEYS) == 1);
    coordinator.passDeadline();

    assertThat(coordinator.isSummed()).isFalse();
    assertThat(coordinator.stagedChunks()).isZero();
    assertThat(restored.masked(FORGETFUL)).isEmpty();
  }

  /// An honest keeper lists what was used, whoever has forgotten it.
  @Test
  void rosterThatListsTheForgottenCell_keepsItsAtomsLarge() {
    forgetASum();
    refusesRoster(
        restored, roster(2, WHOLE.retired(), cell(2, "p1", "p2", "p3", "p4")), "atom-too-small");

    String halves =
        roster(2, WHOLE.retired(), cell(2, "p1", "p2", "p3"), cell(3, "p4", "p5", "p6"));
    restored.put(halves);
    others.put(halves);
    begin("half", 2);
    await("one has advertised", () -> coordinator.received(Phase.ADVERTISE_KEYS) == 1);
    for (String name : List.of("p2", "p3")) {
      await(name + " refuses", () -> refuses(others, name, "cell-split"));
    }
    assertThat(coordinator.stagedChunks()).isZero();
    finish();
    sumOver("halves", 2, 3);
    sumOver("half-after-both", 2);
  }

  private static boolean refuses(TestClient client, String participant, String reason) {
    return client.participations(participant).stream()
        .flatMap(view -> view.rounds().stream())
        .anyMatch(round -> reason.equals(round.abortReason()));
  }

  /// What is masked follows from the keys and the frozen data alone, not from what was imported
  /// since.
  @Test
  void masks_usedOnceMoreAfterTheRestore_coverTheSameInput() {
    restoreAfterATextWasSent();
    restored.importCsv(FORGETFUL, FORGETFUL + "/newcomer,i1\n");
    int sent = coordinator.arrivals().get(place()).size();

    coordinator.asks(participant -> true);
    await("the sum is opened", coordinator::isSummed);

    assertThat(coordinator.arrivals().get(place())).hasSizeGreaterThan(sent);
    assertThat(texts()).isEqualTo(1);
  }

  @Test
  void masks_ofFrozenDataThatWasNotRestored_coverNothingMore() throws IOException {
    restoreAfterATextWasSent();
    try (Stream<Path> frozen = Files.list(own.resolve("sessions/snapshots").resolve(FORGETFUL))) {
      Files.write(frozen.findFirst().orElseThrow(), new byte[100]);
    }
    int sent = coordinator.arrivals().get(place()).size();

    coordinator.asks(participant -> true);
    await("it refuses", () -> refuses(restored, FORGETFUL, "snapshot-mismatch"));

    assertThat(coordinator.arrivals().get(place())).hasSize(sent);
    assertThat(coordinator.isSummed()).isFalse();
  }

  /// The database is put back to when the holder had advertised its keys: it does not know that it
  /// has sent a masked text since.
  private void restoreAfterATextWasSent() {
    coordinator.silent = true;
    begin("masks", 1);
    await("all have advertised", () -> coordinator.received(Phase.ADVERTISE_KEYS) == 6);
    TestBackup before = TestBackup.of(restored);
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals(FORGETFUL);
    coordinator.silent = false;
    await("it has sent a text", () -> texts() == 1);
    coordinator.asks(participant -> !participant.value().equals(FORGETFUL));
    restore(before);
    coordinator.takesChunk = (participant, chunk) -> true;
  }

  private String place() {
    return coordinator.arrivals().keySet().stream()
        .filter(arrival -> arrival.endsWith("/" + FORGETFUL + "/0"))
        .findFirst()
        .orElse("");
  }

  private int texts() {
    return Set.copyOf(coordinator.arrivals().getOrDefault(place(), List.of())).size();
  }

  /// What is not prevented: the interval is forgotten with its snapshot, and a second sum within it
  /// is over what has changed since.
  @Test
  void snapshot_ofAForgottenInterval_isFrozenAnew() {
    TestBackup before = TestBackup.of(restored);
    sumOver("forgotten", 1);
    Optional<ParticipationView> first = restored.participations(FORGETFUL).stream().findFirst();
    restore(before);
    restored.importCsv(FORGETFUL, FORGETFUL + "/newcomer,i1\n");

    sumOver("again", 1);

    assertThat(restored.participations(FORGETFUL))
        .singleElement()
        .satisfies(
            view -> assertThat(view.snapshot()).isNotEqualTo(first.orElseThrow().snapshot()));
  }
}
