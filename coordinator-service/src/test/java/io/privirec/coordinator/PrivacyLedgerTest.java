package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;

import io.privirec.coordinator.ledger.ClaimStandings;
import io.privirec.coordinator.ledger.ClaimStandings.ClaimStanding;
import io.privirec.coordinator.ledger.CoordinatorLedger;
import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.text.ReleaseText;
import io.privirec.secagg.ParticipantId;
import io.privirec.serving.release.ManifestClaim;
import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.CoordinatorLedgerView.Account;
import io.privirec.wire.CoordinatorLedgerView.Entry;
import io.privirec.wire.OpenedEquations;
import io.privirec.wire.ReleaseView;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The ledger of a coordinator of its own, which has room for one session of epsilon 1. Each test
/// begins with an empty ledger.
class PrivacyLedgerTest {
  private static final String PATH = "/v1/privacy/ledger";
  private static final PrivacyParameters ONE = NoisyCohort.privacy(1, "closed");
  private static final OpenedEquations NO_EQUATIONS = new OpenedEquations(0, Map.of(), 0);
  private static final String FILE = "coordinator.ledger";
  private static final int DEATHS = Boolean.getBoolean("tests.long") ? 3 : 1;

  @TempDir private static Path data;
  @TempDir private static Path copies;
  private static final String schema = RunningCoordinator.newSchema();
  private static RunningCoordinator coordinator;

  @BeforeAll
  static void start() {
    coordinator =
        RunningCoordinator.startIn(
            schema,
            data,
            "--privirec.coordinator.privacy.max-epsilon=1.2",
            "--privirec.coordinator.privacy.largest-users=500",
            "--privirec.coordinator.privacy.ledger-copy-dir=" + copies);
  }

  @AfterAll
  static void stop() {
    coordinator.close();
  }

  private static void restart() {
    stop();
    start();
  }

  @BeforeEach
  void emptyLedger() throws IOException {
    coordinator.update("update privacy_ledger set entries = 0, hash = null");
    Files.deleteIfExists(file());
    Files.deleteIfExists(copies.resolve(FILE));
  }

  @Test
  void session_withNoise_isEnteredAndCountsForItsParticipantsAlone() throws Exception {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "noisy", 4);
    TestCohort others = TestCohort.ofOneCell(coordinator, "exact", 3);

    SessionView done = runNoisy(cohort);
    SessionView exact = others.runTiny();

    assertThat(List.of(done.status(), exact.status())).containsOnly(Status.PUBLISHED);
    CoordinatorLedgerView ledger = ledger();
    assertThat(ledger.locked()).isNull();
    assertThat(ledger.head().entries()).isEqualTo(5);
    assertThat(ledger.entries())
        .extracting(Entry::use)
        .containsExactly("exact", "exact", "returned", "noise", "reserved");
    Entry noise = ledger.entries().get(3);
    Entry reserved = ledger.entries().getLast();
    assertThat(reserved.reservation().participants()).isEqualTo(cohort.names());
    assertThat(reserved.reservation().sessionId()).isEqualTo(done.id());
    assertThat(noise.sum().participants()).isEqualTo(cohort.names());
    assertThat(noise.sum().roundId()).isEqualTo(done.rounds().getFirst().id());
    var manifest =
        coordinator.api().get("/v1/releases/" + done.releaseId()).as(ReleaseView.class).manifest();
    assertThat(manifest.privacy().claim().releases()).containsExactly(noise.noise().mechanism());
    double epsilon = ManifestClaim.read(manifest.privacy()).orElseThrow().epsilon();
    assertThat(ledger.accounts())
        .containsExactlyInAnyOrder(
            new Account(cohort.names(), 1, 0, epsilon, epsilon, NO_EQUATIONS, false),
            new Account(others.names(), 0, 2, 0, 0, tiny(others), false));
    CoordinatorLedgerView own =
        cohort.participants().getFirst().get(PATH).as(CoordinatorLedgerView.class);
    assertThat(own.accounts())
        .containsExactly(
            new Account(cohort.names().subList(0, 1), 1, 0, epsilon, epsilon, NO_EQUATIONS, false));
    assertThat(own.entries()).containsExactly(ledger.entries().get(2), noise, reserved);
    ClaimStandings standings = coordinator.bean(ClaimStandings.class);
    assertThat(standings.of(done.id())).isInstanceOf(ClaimStanding.Unmarked.class);
    assertThat(standings.of(exact.id()))
        .isEqualTo(new ClaimStanding.Marked(ledger.entries().get(1).at()));
    assertThat(coordinator.api().get(PATH).status()).isEqualTo(401);
  }

  @Test
  void session_overBudget_isRefusedWithTheNumbersAndSpendsNothing() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "spent", 4);
    runNoisy(cohort);
    CoordinatorLedgerView before = ledger();
    long sessions = coordinator.count("aggregation_session");

    for (String path : List.of("/v1/sessions", "/v1/sessions:plan")) {
      Api.Answer answer = coordinator.api().adminPost(path, NoisyCohort.request(cohort, ONE));
      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.problem()).isEqualTo("privacy-budget-exceeded");
      assertThat(answer.text())
          .contains(
              "4 participants, among them spent0-00", "of 1.2 are spent or reserved in the period");
    }

    assertThat(ledger()).isEqualTo(before);
    assertThat(coordinator.count("aggregation_session")).isEqualTo(sessions);
    assertThat(cohort.runTiny().status()).isEqualTo(Status.PUBLISHED);
  }

  /// With the default of largest-users, the same plan passes.
  @Test
  void plan_withNoiseAboveTheDeclaredUsers_isRejected() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "small", 4);

    Api.Answer answer =
        coordinator
            .api()
            .adminPost(
                "/v1/sessions:plan",
                NoisyCohort.request(cohort, NoisyCohort.privacy(.01, "closed")));

    assertThat(answer.problem()).isEqualTo("invalid-value");
    assertThat(answer.text())
        .contains("cannot be useful", "4 participants have at most 2000 users");
  }

  /// A second attempt over the same cohort has the same noise. The budget has room for a single
  /// sum.
  @Test
  void closedSum_triedAgain_isOneEntry_andTheRestIsReturned() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "again", 4);
    cohort.participants().getFirst().isSilentOn(work -> work.phase().equals("MASKED_INPUT"));

    SessionView done = runNoisy(cohort);

    assertThat(done.status()).isEqualTo(Status.FAILED);
    assertThat(done.failure().code()).isEqualTo("participant-missing");
    assertThat(done.rounds()).hasSize(2);
    assertThat(ledger().entries())
        .extracting(Entry::use)
        .containsExactly("returned", "noise", "reserved");
  }

  /// The service restarts when the session has reserved, and again when all participants have sent
  /// their keys and none has masked.
  @Test
  void restart_betweenReservationAndMask_reservesOnceAndReturnsTheRest() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "half", 4);
    SessionView started = NoisyCohort.start(cohort, ONE);
    TestWait.until("entered", () -> ledger().head().entries() == 2);
    List<String> entered = lines();
    assertThat(entered.get(1)).contains("\treserved\t", started.id());

    TestCohort again = restarted(cohort);

    refusesAnother(again);
    again.runUntil(started.id(), view -> view.rounds().getLast().phase().equals("MASKED_INPUT"));
    assertThat(again.view(started.id()).rounds().getLast().arrived()).isZero();
    again = restarted(again);
    refusesAnother(again);
    assertThat(lines()).isEqualTo(entered);
    SessionView done = again.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(done.rounds()).hasSize(1);
    awaitReturned(done);
    assertThat(lines()).hasSize(4).startsWith(entered.toArray(String[]::new));
    assertThat(ledger().entries())
        .extracting(Entry::use)
        .containsExactly("returned", "noise", "reserved");
    Account account = ledger().accounts().getFirst();
    assertThat(account.epsilon()).isEqualTo(epsilonOfTheSum()).isBetween(.95, 1.);
    assertThat(account.epsilonLifetime()).isEqualTo(account.epsilon());
  }

  private TestCohort restarted(TestCohort cohort) {
    restart();
    cohort.participants().forEach(participant -> participant.reconnect(coordinator.api()));
    return new TestCohort(coordinator, cohort.participants());
  }

  private void refusesAnother(TestCohort cohort) {
    Api.Answer answer =
        coordinator.api().adminPost("/v1/sessions", NoisyCohort.request(cohort, ONE));
    assertThat(answer.problem()).isEqualTo("privacy-budget-exceeded");
  }

  private double epsilonOfTheSum() {
    return mechanism().epsilon(1e-6, Conversion.CKS).epsilon();
  }

  /// Returns the noise of the newest sum, whose session has returned the rest.
  private Composition mechanism() {
    return Composition.of(
        ReleaseText.parse(ledger().entries().get(1).noise().mechanism(), Adjacency.ADD_OR_REMOVE)
            .mechanism(),
        1);
  }

  /// Each session fits alone. The second session finds the reservation of the first.
  @Test
  void sessionsAtOnce_areNotBothTaken() throws Exception {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "race", 4);
    SessionView first = cohort.start(NoisyCohort.request(cohort, ONE));
    TestWait.until("reserved", () -> lines().stream().anyMatch(line -> line.contains(first.id())));
    CoordinatorLedger bean = coordinator.bean(CoordinatorLedger.class);
    assertThat(bean.defaultRho(ids(cohort)))
        .isLessThan(Conversion.CKS.rho(new PrivacyTarget(1.2, 1e-6)));

    Api.Answer answer =
        coordinator.api().adminPost("/v1/sessions", NoisyCohort.request(cohort, ONE));

    assertThat(answer.problem()).isEqualTo("privacy-budget-exceeded");
    coordinator.api().adminPost("/v1/sessions/" + first.id() + ":cancel", "");
    awaitReturned(first);
    assertThat(lines().stream().filter(line -> line.contains("\treserved\t"))).hasSize(1);
  }

  /// The sessions still to come share the rest of the budget.
  @Test
  void defaultRho_isAnEqualPartOfWhatThePoorestHasLeft() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "poor", 4);
    TestCohort others = TestCohort.ofOneCell(coordinator, "rich", 3);
    CoordinatorLedger bean = coordinator.bean(CoordinatorLedger.class);
    double period = Conversion.CKS.rho(new PrivacyTarget(1.2, 1e-6));
    assertThat(bean.defaultDelta()).isEqualTo(1e-6);
    assertThat(bean.defaultRho(ids(cohort))).isEqualTo(period / 4);

    runNoisy(cohort);

    List<ParticipantId> all = new ArrayList<>(ids(cohort));
    all.addAll(ids(others));
    double spent = mechanism().rho().orElseThrow();
    assertThat(bean.defaultRho(ids(others))).isEqualTo(period / 4);
    assertThat(bean.defaultRho(all)).isEqualTo((period - spent) / 3);
  }

  private static List<ParticipantId> ids(TestCohort cohort) {
    return cohort.participants().stream().map(TestParticipant::id).toList();
  }

  private SessionView runNoisy(TestCohort cohort) {
    SessionView done = cohort.runToEnd(NoisyCohort.start(cohort, ONE).id());
    awaitReturned(done);
    return done;
  }

  private void awaitReturned(SessionView session) {
    TestWait.until(
        "returned",
        () -> lines().stream().anyMatch(line -> line.contains("\treturned\t" + session.id())));
  }

  /// Degrees are broadcast to everybody, and a product of four columns is not.
  private static OpenedEquations tiny(TestCohort cohort) {
    return new OpenedEquations(
        1 + 4, cohort.names().stream().collect(Collectors.toMap(name -> name, _ -> 1L)), 0);
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
    for (int death = 0; death < DEATHS; death++) {
      TestWait.until("entered", () -> Files.exists(file()) && lines().size() == 3);
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
    awaitReturned(done);
    assertThat(lines()).hasSize(4).contains(entered, atIndex(2));
    assertThat(entered).contains(done.rounds().getFirst().id());
    assertThat(ledger().head().entries()).isEqualTo(3);
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
    TestCohort cohort = fiveEntries("tamper");
    List<String> whole = lines();
    stop();
    change(lines -> lines.subList(0, 4));
    start();
    requireLocked("start", "has 3 entries, and its head counts 5", cohort);
    tamper(
        "entry",
        lines -> {
          lines.set(2, lines.get(2).replaceFirst("l2=[0-9.]+", "l2=1.0"));
          return lines;
        },
        "line 3 of the ledger was changed",
        cohort);
    tamper("end", lines -> lines.subList(0, 2), "has 1 entries, and its head counts 5", cohort);
    tamper(
        "order",
        lines -> {
          Collections.swap(lines, 1, 2);
          return lines;
        },
        "not in its place",
        cohort);
    tamper("all", lines -> List.of(), "has 0 entries, and its head counts 5", cohort);
    assertThat(lines()).isEqualTo(whole);
  }

  private void tamper(
      String what, UnaryOperator<List<String>> change, String words, TestCohort cohort)
      throws IOException {
    change(change);
    requireLocked(what, words, cohort);
  }

  private void change(UnaryOperator<List<String>> change) throws IOException {
    Files.write(file(), change.apply(new ArrayList<>(lines())));
  }

  private void requireLocked(String what, String words, TestCohort cohort) {
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
    assertThat(repaired.head().entries()).isEqualTo(5);
    assertThat(reconcile("COPY").problem()).isEqualTo("ledger-not-locked");
  }

  @Test
  void fileAndCopyRolledBack_isPresumedSpent() throws Exception {
    TestCohort cohort = fiveEntries("lost");
    stop();
    Files.delete(file());
    Files.delete(copies.resolve(FILE));
    start();
    assertThat(ledger().locked()).contains("its head counts 5");
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
    assertThat(refused.text()).contains("all of 1.2 counts as spent");
    assertThat(now.runTiny().status()).isEqualTo(Status.PUBLISHED);
  }

  /// As after a restore of an old copy of the database alone.
  @Test
  void headRolledBack_withTheSessions_isFoundAndTheFileCounts() throws Exception {
    fiveEntries("old");
    TestWait.until("tidied up", () -> coordinator.count("aggregation_session where active") == 0);
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
        .contains("has 5 entries, and its head counts 0", "does not know the sessions");

    CoordinatorLedgerView counted = reconcile("FILE").as(CoordinatorLedgerView.class);

    assertThat(counted.locked()).isNull();
    assertThat(counted.head().entries()).isEqualTo(5);
    assertThat(counted.accounts())
        .singleElement()
        .satisfies(account -> assertThat(account.epsilon()).isBetween(.95, 1.));
  }

  /// A reservation, its noisy sum and its end, and two sums without noise.
  private TestCohort fiveEntries(String prefix) {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, prefix, 4);
    runNoisy(cohort);
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
    return data.resolve("ledgers").resolve(FILE);
  }

  private List<String> lines() {
    try {
      return Files.exists(file()) ? Files.readAllLines(file()) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
