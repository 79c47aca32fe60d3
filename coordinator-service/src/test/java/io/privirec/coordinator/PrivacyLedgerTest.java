package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.coordinator.ledger.CoordinatorLedger;
import io.privirec.serving.release.ManifestClaim;
import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.CoordinatorLedgerView.Account;
import io.privirec.wire.CoordinatorLedgerView.Entry;
import io.privirec.wire.ReleaseView;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The ledger of a coordinator of its own, which has room for one session of epsilon 1.
class PrivacyLedgerTest {
  private static final String PATH = "/v1/privacy/ledger";
  private static final PrivacyParameters ONE = NoisyCohort.privacy(1, "closed");

  @TempDir Path data;
  @TempDir Path copies;
  private final String schema = RunningCoordinator.newSchema();
  private RunningCoordinator coordinator;

  @BeforeEach
  void start() {
    coordinator =
        RunningCoordinator.startIn(
            schema,
            data,
            "--privirec.coordinator.privacy.max-epsilon=1.2",
            "--privirec.coordinator.privacy.ledger-copy-dir=" + copies);
  }

  @AfterEach
  void stop() {
    coordinator.close();
  }

  private void restart() {
    stop();
    start();
  }

  @Test
  void session_withNoise_isEnteredAndCountsForItsParticipantsAlone() throws Exception {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "noisy", 4);
    TestCohort others = TestCohort.ofOneCell(coordinator, "exact", 3);

    SessionView done = cohort.runToEnd(NoisyCohort.start(cohort, ONE).id());
    SessionView exact = others.runTiny();

    assertThat(List.of(done.status(), exact.status())).containsOnly(Status.PUBLISHED);
    CoordinatorLedgerView ledger = ledger();
    assertThat(ledger.locked()).isNull();
    assertThat(ledger.head().entries()).isEqualTo(3);
    assertThat(ledger.entries()).extracting(Entry::use).containsExactly("exact", "exact", "noise");
    Entry noise = ledger.entries().getLast();
    assertThat(noise.sum().participants()).isEqualTo(cohort.names());
    assertThat(noise.sum().roundId()).isEqualTo(done.rounds().getFirst().id());
    var manifest =
        coordinator.api().get("/v1/releases/" + done.releaseId()).as(ReleaseView.class).manifest();
    assertThat(manifest.privacy().claim().releases()).containsExactly(noise.noise().mechanism());
    double epsilon = ManifestClaim.read(manifest.privacy()).orElseThrow().epsilon();
    assertThat(ledger.accounts())
        .containsExactlyInAnyOrder(
            new Account(cohort.names(), 1, 0, epsilon, false),
            new Account(others.names(), 0, 2, 0, false));
    CoordinatorLedgerView own =
        cohort.participants().getFirst().get(PATH).as(CoordinatorLedgerView.class);
    assertThat(own.accounts())
        .containsExactly(new Account(cohort.names().subList(0, 1), 1, 0, epsilon, false));
    assertThat(own.entries()).containsExactly(noise);
    assertThat(coordinator.api().get(PATH).status()).isEqualTo(401);
  }

  @Test
  void session_overBudget_isRefusedWithTheNumbersAndSpendsNothing() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "spent", 4);
    cohort.runToEnd(NoisyCohort.start(cohort, ONE).id());
    CoordinatorLedgerView before = ledger();

    for (String path : List.of("/v1/sessions", "/v1/sessions:plan")) {
      Api.Answer answer = coordinator.api().adminPost(path, NoisyCohort.request(cohort, ONE));
      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.problem()).isEqualTo("privacy-budget-exceeded");
      assertThat(answer.text())
          .contains("4 participants, among them spent0-00", "epsilon 0.98", "of 1.2 are spent");
    }

    assertThat(ledger()).isEqualTo(before);
    assertThat(coordinator.api().adminGet("/v1/sessions").as(SessionView[].class)).hasSize(1);
    assertThat(cohort.runTiny().status()).isEqualTo(Status.PUBLISHED);
  }

  @Test
  void attempt_overBudget_failsTheSessionByName() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "again", 4);
    cohort.participants().getFirst().isSilentOn(work -> work.phase().equals("MASKED_INPUT"));

    SessionView done = cohort.runToEnd(NoisyCohort.start(cohort, ONE).id());

    assertThat(done.status()).isEqualTo(Status.FAILED);
    assertThat(done.failure().code()).isEqualTo("privacy-budget-exceeded");
    assertThat(done.rounds()).hasSize(1);
    assertThat(ledger().head().entries()).isEqualTo(1);
  }

  @Test
  void exactSum_triedAgain_isEnteredOnce() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "retry", 3);
    TestParticipant late = cohort.participants().getFirst();
    late.isSilentOn(work -> work.attempt() == 1 && work.roundIndex() == 0);
    SessionView started = cohort.start(cohort.privirecK(TestCohort.TINY, 2));
    cohort.dataFor(started);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).isEqualTo(Status.PUBLISHED);
    assertThat(done.rounds()).hasSize(3);
    assertThat(ledger().entries()).hasSize(2);
  }

  /// The database fails after the entry is on the disk, and the service dies.
  @Test
  void death_betweenFileAndDatabase_losesNothingAndDoublesNothing() throws Exception {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "dying", 4);
    forbidHeads();
    SessionView started =
        cohort.start(NoisyCohort.request(cohort, NoisyCohort.privacy(1, "closed")));
    for (int death = 0; death < 3; death++) {
      TestWait.until("entered", () -> Files.exists(file()) && lines().size() == 2);
      restart();
      assertThat(ledger().locked()).isNull();
      assertThat(ledger().head().entries()).isZero();
      assertThat(new TestCohort(coordinator, List.of()).view(started.id()).rounds()).isEmpty();
    }
    String entered = lines().getLast();
    coordinator.jdbc().sql("drop trigger no_heads on privacy_ledger").update();
    TestCohort again = new TestCohort(coordinator, cohort.participants());
    cohort.participants().forEach(participant -> participant.reconnect(coordinator.api()));
    NoisyCohort.contribute(again, started);

    SessionView done = again.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(lines()).hasSize(2).endsWith(entered);
    assertThat(entered).contains(done.rounds().getFirst().id());
    assertThat(ledger().head().entries()).isEqualTo(1);
  }

  private void forbidHeads() {
    coordinator
        .jdbc()
        .sql(
            """
            create function no_heads() returns trigger language plpgsql as
            $$ begin raise exception 'no head is saved'; end $$\
            """)
        .update();
    coordinator
        .jdbc()
        .sql(
            """
            create trigger no_heads before update on privacy_ledger
            for each row execute function no_heads()\
            """)
        .update();
  }

  @Test
  void file_tamperedWith_endsSessionsOverDataUntilTheCopyTakesItsPlace() throws Exception {
    TestCohort cohort = threeEntries("tamper");
    List<String> whole = lines();
    tamper(
        "entry",
        lines -> {
          lines.set(1, lines.get(1).replaceFirst("l2=[0-9.]+", "l2=1.0"));
          return lines;
        },
        "line 2 of the ledger was changed",
        cohort);
    tamper("end", lines -> lines.subList(0, 2), "has 1 entries, and its head counts 3", cohort);
    tamper(
        "order",
        lines -> {
          Collections.swap(lines, 1, 2);
          return lines;
        },
        "not in its place",
        cohort);
    tamper("all", lines -> List.of(), "has 0 entries, and its head counts 3", cohort);
    assertThat(lines()).isEqualTo(whole);
  }

  private void tamper(
      String what, UnaryOperator<List<String>> change, String words, TestCohort cohort)
      throws IOException {
    stop();
    Files.write(file(), change.apply(new ArrayList<>(lines())));
    start();
    CoordinatorLedgerView found = ledger();
    assertThat(found.locked()).as(what).contains(words);
    assertThat(found.accounts()).isEmpty();
    TestCohort now = new TestCohort(coordinator, cohort.participants());
    Api.Answer refused =
        coordinator.api().adminPost("/v1/sessions", now.privirecK(TestCohort.TINY, 1));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.problem()).isEqualTo("ledger-locked");
    assertThat(coordinator.bean(CoordinatorLedger.class).isUsable()).isFalse();
    assertThat(refused.text()).contains(words);
    assertThat(reconcile("FILE").problem()).isEqualTo("invalid-value");
    CoordinatorLedgerView repaired = reconcile("COPY").as(CoordinatorLedgerView.class);
    assertThat(repaired.locked()).isNull();
    assertThat(coordinator.bean(CoordinatorLedger.class).isUsable()).isTrue();
    assertThat(repaired.head().entries()).isEqualTo(3);
    assertThat(reconcile("COPY").problem()).isEqualTo("ledger-not-locked");
  }

  @Test
  void fileAndCopyRolledBack_isPresumedSpent() throws Exception {
    TestCohort cohort = threeEntries("lost");
    stop();
    Files.delete(file());
    Files.delete(copies.resolve("coordinator.ledger"));
    start();
    assertThat(ledger().locked()).contains("its head counts 3");
    assertThat(reconcile("COPY").problem()).isEqualTo("ledger-copy-unusable");

    CoordinatorLedgerView presumed = reconcile("WORST_CASE").as(CoordinatorLedgerView.class);

    assertThat(presumed.locked()).isNull();
    assertThat(presumed.entries())
        .singleElement()
        .satisfies(entry -> {
          assertThat(entry.use()).isEqualTo("presumed");
          assertThat(entry.reason()).isEqualTo("reconciled by the worst case");
        });
    TestCohort now = new TestCohort(coordinator, cohort.participants());
    now.participants().forEach(participant -> participant.reconnect(coordinator.api()));
    Api.Answer refused = coordinator.api().adminPost("/v1/sessions", NoisyCohort.request(now, ONE));
    assertThat(refused.problem()).isEqualTo("privacy-budget-exceeded");
    assertThat(refused.text()).contains("all of 1.2 are spent");
    assertThat(now.runTiny().status()).isEqualTo(Status.PUBLISHED);
  }

  /// As after a restore of an old copy of the database alone.
  @Test
  void headRolledBack_withTheSessions_isFoundAndTheFileCounts() throws Exception {
    threeEntries("old");
    stop();
    start();
    coordinator.update("update privacy_ledger set entries = 0, hash = null");
    assertThat(ledger().locked()).isNull();
    for (String table :
        new String[] {
          "round_event", "round_chunk", "round_member", "round", "session_stage", "session_member"
        }) {
      coordinator.update("delete from " + table);
    }
    coordinator.update("delete from release");
    coordinator.update("delete from aggregation_session");
    assertThat(ledger().locked())
        .contains("has 3 entries, and its head counts 0", "does not know the sessions");

    CoordinatorLedgerView counted = reconcile("FILE").as(CoordinatorLedgerView.class);

    assertThat(counted.locked()).isNull();
    assertThat(counted.head().entries()).isEqualTo(3);
    assertThat(counted.accounts())
        .singleElement()
        .satisfies(account -> assertThat(account.epsilon()).isBetween(.95, 1.));
  }

  /// A noisy sum, and two that are exact.
  private TestCohort threeEntries(String prefix) {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, prefix, 4);
    cohort.runToEnd(NoisyCohort.start(cohort, ONE).id());
    cohort.runTiny();
    return cohort;
  }

  /// A transaction that failed lets go of the head before its process lets go of the file.
  private CoordinatorLedgerView ledger() {
    AtomicReference<Api.Answer> answer = new AtomicReference<>();
    TestWait.until(
        "free",
        () -> {
          answer.set(coordinator.api().adminGet(PATH));
          return answer.get().status() != 503;
        });
    return answer.get().as(CoordinatorLedgerView.class);
  }

  private Api.Answer reconcile(String way) {
    return coordinator.api().adminPost(PATH + "/reconciliation", "{\"by\":\"%s\"}".formatted(way));
  }

  private Path file() {
    return data.resolve("ledgers").resolve("coordinator.ledger");
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(file());
  }
}
