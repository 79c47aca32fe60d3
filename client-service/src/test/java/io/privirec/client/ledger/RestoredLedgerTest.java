package io.privirec.client.ledger;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.refused;
import static io.privirec.client.ledger.NoisySessions.closed;
import static io.privirec.client.ledger.NoisySessions.tolerant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.client.Forged;
import io.privirec.client.TestBackup;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.LedgerHeadStatement;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ParticipantPrivacy.Opened;
import io.privirec.wire.ParticipantPrivacy.Use;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A holder of whom a part is put back to an older state: it joins nothing over data until somebody
/// has reconciled its ledger.
class RestoredLedgerTest {
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5");

  @TempDir Path copies;
  private TestDeployment deployment;
  private TestCoordinator coordinator;
  private TestClient client;

  private void start(String... more) {
    deployment = TestDeployment.consenting(ITEMS, 4, NAMES, more).start();
    coordinator = deployment.coordinator();
    client = deployment.client();
  }

  private void startWithCopies() {
    start("--privirec.client.privacy.ledger-copy-dir=" + copies);
  }

  @AfterEach
  void stop() {
    deployment.close();
  }

  private void sum(String session) {
    deployment.openFirst(session, closed(1));
    deployment.finish(SessionView.Status.FAILED);
    await("the coordinator keeps the head of what the end returned", this::keepsReturnedBudgets);
  }

  private boolean keepsReturnedBudgets() {
    return NAMES.stream()
        .allMatch(name -> {
          List<Opened> sums = client.privacy(name).sums();
          LedgerHeadStatement kept = coordinator.heads.get(new ParticipantId(name));
          return sums.getLast().use() == Use.RETURNED
              && kept != null
              && kept.entries() == sums.size();
        });
  }

  private List<Opened> noisy() {
    return client.privacy("p1").sums().stream().filter(sum -> sum.use() == Use.NOISE).toList();
  }

  private Path ledger() {
    return deployment.data().resolve("ledgers/p1.ledger");
  }

  /// Nothing is sent for a session over data; a rehearsal goes on as ever.
  private void assertLocked(String session, String why) {
    assertThat(client.privacy("p1").locked()).contains(why);
    assertThat(client.privacy("p1").epsilonSpent()).isNull();
    deployment.begin(session, closed(.1));
    deployment.awaitRefused(List.of("p1"), session, "ledger-locked");
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
    deployment.begin(session + "-exact", NoisySessions.EXACT);
    deployment.awaitRefused(List.of("p1"), session + "-exact", "ledger-locked");
    assertThat(coordinator.received(Phase.MASKED_INPUT)).isZero();
    deployment.finish(SessionView.Status.FAILED);
    deployment.openFirst(session + "-rehearsal", NoisySessions.REHEARSAL);
    deployment.finish(SessionView.Status.FAILED);
  }

  private ParticipantPrivacy reconciled(String way) {
    for (String name : NAMES) {
      if (client.privacy(name).locked() != null) {
        var answer = client.reconcile(name, way);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      }
    }
    assertThat(client.privacy("p1").locked()).isNull();
    return client.privacy("p1");
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void database_putBack_locks_andTheWorstCountsAsSpent() {
    start();
    sum("before");
    TestBackup backup = TestBackup.of(client);
    sum("forgotten");
    client.stop();
    backup.restoreDatabase();
    client.start();

    assertLocked("locked", "the database is older than the ledger: 3 of its entries");
    refused(client.reconcile("p1", "COPY"), 409, "ledger-copy-unusable");
    ParticipantPrivacy privacy = reconciled("WORST_CASE");

    assertThat(privacy.epsilonSpent()).isEqualTo(8);
    assertThat(privacy.sums())
        .extracting(Opened::use)
        .containsExactly(
            Use.RESERVED,
            Use.NOISE,
            Use.RETURNED,
            Use.RESERVED,
            Use.NOISE,
            Use.RETURNED,
            Use.PRESUMED);
    deployment.begin("after", closed(.1));
    deployment.awaitRefused("after", "period-epsilon-exceeded");
    deployment.finish(SessionView.Status.FAILED);
    deployment.openFirst("exact", NoisySessions.EXACT);
    assertThat(client.privacy("p1").exactSums()).isEqualTo(1);
  }

  @Test
  void ledger_putBack_locks_andTheWorstCountsAsSpent() {
    start();
    sum("before");
    TestBackup backup = TestBackup.of(client);
    sum("forgotten");
    backup.restoreLedgers();

    assertLocked("locked", "the ledger has 3 entries, and its head counts 6");
    assertThat(reconciled("WORST_CASE").epsilonSpent()).isEqualTo(8);
  }

  @Test
  void bothPutBack_areFoundByTheCopy_andRestoredFromIt() throws IOException {
    startWithCopies();
    sum("before");
    TestBackup backup = TestBackup.of(client);
    sum("forgotten");
    double spent = client.privacy("p1").epsilonSpent();
    byte[] whole = Files.readAllBytes(ledger());
    client.stop();
    backup.restore();
    client.start();

    assertLocked("locked", "the ledger has 3 entries, and its copy 6");
    assertThat(reconciled("COPY").epsilonSpent()).isEqualTo(spent);

    assertThat(Files.readAllBytes(ledger())).isEqualTo(whole);
    sum("after");
    assertThat(noisy()).hasSize(3);
    assertThat(Files.readAllBytes(copies.resolve("p1.ledger")))
        .isEqualTo(Files.readAllBytes(ledger()));
  }

  private TestBackup putBackWhole() {
    sum("before");
    TestBackup backup = TestBackup.of(client);
    sum("forgotten");
    client.stop();
    backup.restore();
    return backup;
  }

  private void awaitLocked() {
    for (String name : NAMES) {
      await(name + " is locked", () -> client.privacy(name).locked() != null);
    }
  }

  /// As a snapshot of a virtual machine leaves it.
  @Test
  void bothPutBack_withoutCopies_areFoundByTheHeadThatTheCoordinatorKeeps() {
    start();
    TestBackup backup = putBackWhole();
    client.start();
    awaitLocked();

    assertLocked("locked", "signed by p1, of 6 entries, and it is none of these 3");
    refused(client.reconcile("p1", "FILE"), 422, "invalid-value");
    assertThat(reconciled("WORST_CASE").epsilonSpent()).isEqualTo(8);
    deployment.openFirst("exact", NoisySessions.EXACT);
    deployment.finish(SessionView.Status.FAILED);

    client.stop();
    backup.restore();
    client.start();
    awaitLocked();
    assertThat(client.privacy("p1").locked()).contains("of 5 entries, and it is none of these 3");
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void bothPutBack_firstAnswerLostAndOldHeadsShownLater_staysLocked() {
    start();
    sum("before");
    Map<ParticipantId, LedgerHeadStatement> old = Map.copyOf(coordinator.heads);
    TestBackup backup = TestBackup.of(client);
    sum("forgotten");
    client.stop();
    backup.restore();
    coordinator.headsLost.set(NAMES.size());
    client.start();
    awaitLocked();
    client.stop();
    coordinator.heads.putAll(old);
    client.start();
    assertLocked("locked", "signed by p1, of 6 entries, and it is none of these 3");
  }

  /// As an outside database and a disk are restored, or a machine with its memory.
  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void bothPutBack_whileTheServiceRuns_areFoundBeforeTheNextSumIsSent() {
    start();
    sum("before");
    TestBackup backup = TestBackup.of(client);
    sum("forgotten");
    backup.restore();
    awaitLocked();
    assertLocked("locked", "signed by p1, of 6 entries, and it is none of these 3");
  }

  /// A coordinator could lock participants out, which it can anyway; it must not name reasons.
  @Test
  void head_thatTheParticipantHasNotSigned_isNoneOfItsLedger() {
    start();
    sum("before");
    coordinator.heads.replaceAll((participant, head) ->
        new LedgerHeadStatement(head.entries() + 1, head.hash(), head.at(), head.signature()));
    client.stop();
    client.start();
    sum("after");
    assertThat(client.privacy("p1").locked()).isNull();
  }

  @Test
  void database_putBack_isReconciledByTheFile_andRunningSessionsEnd() {
    start();
    sum("before");
    coordinator.silent = true;
    deployment.begin("open", NoisySessions.EXACT);
    NAMES.forEach(name -> deployment.awaitJoined(name, "open"));
    TestBackup backup = TestBackup.of(client);
    coordinator.silent = false;
    deployment.openFirst("later", closed(1));
    double spent = client.privacy("p1").epsilonSpent();
    client.stop();
    backup.restoreDatabase();
    client.start();
    assertThat(reconciled("FILE").epsilonSpent()).isCloseTo(spent, within(1e-6));
    assertThat(noisy()).hasSize(2);
    NAMES.forEach(name -> assertEnded(name, "open"));
  }

  private void assertEnded(String participant, String session) {
    ParticipationView view = deployment.of(participant, session);
    assertThat(view.status()).isEqualTo("OVER");
    assertThat(view.refusal()).isEqualTo("rejected-by-holder");
  }

  @Test
  void restore_thatNobodyNoticed_isCountedWhenTheHolderSaysSo_andRunningSessionsEnd() {
    start();
    coordinator.silent = true;
    deployment.begin("open", closed(1));
    NAMES.forEach(name -> deployment.awaitJoined(name, "open"));
    refused(client.reconcile("p1", "COPY", true), 409, "ledger-not-locked");
    assertThat(client.reconcile("p1", "WORST_CASE", true).statusCode()).isEqualTo(200);
    assertThat(client.privacy("p1").epsilonSpent()).isEqualTo(8);
    assertThat(client.privacy("p1").sums().getLast().use()).isEqualTo(Use.RETURNED);

    assertEnded("p1", "open");
    coordinator.open(2);
    await("p1 tells the coordinator", () -> isRejectedBy("p1", "open"));
    await("p2 joins again", () -> deployment.of("p2", "open").rounds().size() == 2);
    assertThat(deployment.of("p1", "open").rounds()).hasSize(1);
  }

  private boolean isRejectedBy(String participant, String session) {
    return coordinator
        .rejections
        .getOrDefault(new ParticipantId(participant), Set.of())
        .contains(session);
  }

  @Test
  void file_thatWasChanged_locks_andIsRestoredFromTheCopy() throws IOException {
    startWithCopies();
    sum("before");
    byte[] whole = Files.readAllBytes(ledger());
    byte[] changed = whole.clone();
    changed[whole.length / 2] ^= 1;
    Files.write(ledger(), changed);

    assertLocked("locked", "line 3 of the ledger was changed");
    reconciled("COPY");

    assertThat(Files.readAllBytes(ledger())).isEqualTo(whole);
    Files.delete(ledger());
    assertThat(client.privacy("p1").locked())
        .isEqualTo("the ledger has 0 entries, and its head counts 3");
  }

  /// The database knows that the attempt was joined, and with which seed: that is what a crash
  /// between ledger and database leaves.
  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void attempt_thatTheDatabaseHasJoined_goesOnWithItsSeed() throws IOException {
    start();
    coordinator.silent = true;
    deployment.begin("crash", closed(1));
    await("all joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == NAMES.size());
    TestBackup backup = TestBackup.of(client);
    coordinator.takesChunk = (participant, chunk) -> false;
    coordinator.silent = false;
    await("everybody has sent", () -> coordinator.arrivals().size() == NAMES.size());
    byte[] before = Files.readAllBytes(ledger());
    client.stop();
    backup.restoreDatabase();
    client.start();
    coordinator.takesChunk = (participant, chunk) -> true;
    await("it is opened", coordinator::isSummed);

    assertThat(Files.readAllBytes(ledger())).isEqualTo(before);
    assertThat(coordinator.arrivals().values())
        .allSatisfy(all -> assertThat(List.copyOf(all).stream().distinct()).hasSize(1));
    assertThat(client.privacy("p1").locked()).isNull();
  }

  /// The backup has the secret that the noise of closed rounds follows from.
  @Test
  void closedAttempt_thatTheDatabaseHasForgotten_hasTheSameNoiseAndNoOtherEntry() {
    startWithCopies();
    int sent = forgetAnAttemptAndAskAgain(closed(1));
    await("it is sent again", () -> arrived() > sent);

    assertThat(client.privacy("p1").locked()).isNull();
    assertThat(noisy()).hasSize(1);
  }

  /// Its seed is gone with the database: another one would open what the first one hides.
  @Test
  void tolerantAttempt_thatTheDatabaseHasForgotten_isNeverJoinedWithAnotherSeed() {
    startWithCopies();
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    int sent = forgetAnAttemptAndAskAgain(tolerant(1));
    deployment.awaitRefused("open", "noise-seed-changed");

    assertThat(arrived()).isEqualTo(sent);
    assertThat(noisy()).hasSize(1);
  }

  /// @return chunks that arrived before the attempt is asked for again
  private int forgetAnAttemptAndAskAgain(ItemDegreesParameters parameters) {
    TestBackup backup = TestBackup.of(client);
    coordinator.takesChunk = (participant, chunk) -> false;
    coordinator.begin("open", parameters);
    RoundId round = coordinator.open(1);
    await("everybody has sent", () -> coordinator.arrivals().size() == NAMES.size());
    coordinator.asks(participant -> false);
    client.stop();
    backup.restoreDatabase();
    client.start();
    reconciled("COPY");
    int sent = arrived();
    coordinator.asks(participant -> true);
    coordinator.open(
        0, 1, Optional.empty(), terms -> Forged.with(terms, "id", round), signed -> signed);
    return sent;
  }

  private int arrived() {
    return coordinator.arrivals().values().stream().mapToInt(List::size).sum();
  }

  /// Whatever an open round would have gone on with is forgotten.
  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void openRounds_areGivenUp_whenTheLedgerIsReconciled() {
    start();
    sum("before");
    coordinator.silent = true;
    deployment.begin("open", closed(1));
    await("all joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == NAMES.size());
    coordinator.asks(participant -> false);
    client.stop();
    NAMES.forEach(this::deleteLedger);
    client.start();
    reconciled("WORST_CASE");

    assertThat(deployment.of("p1", "open").rounds())
        .singleElement()
        .satisfies(round -> assertThat(round.abortReason()).isEqualTo("ledger-locked"));
    coordinator.silent = false;
    coordinator.asks(participant -> true);
    deployment.begin("exact", NoisySessions.EXACT);
    await("it goes on with others", coordinator::isSummed);
  }

  private void deleteLedger(String name) {
    try {
      Files.delete(deployment.data().resolve("ledgers/" + name + ".ledger"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
