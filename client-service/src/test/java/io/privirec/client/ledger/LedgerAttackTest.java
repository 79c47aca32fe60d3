package io.privirec.client.ledger;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.refused;
import static io.privirec.client.ledger.NoisySessions.DELTA;
import static io.privirec.client.ledger.NoisySessions.closed;
import static io.privirec.client.ledger.NoisySessions.tolerant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestDeployment.With;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.Algorithm;
import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Mechanism;
import io.privirec.privacy.text.ReleaseText;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.wire.OpenedEquations;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ParticipantPrivacy.Opened;
import io.privirec.wire.ParticipantPrivacy.Use;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A coordinator that lies about noise, asks for too much of it, or for the same again: the
/// holder's ledger is right, or nothing is sent.
class LedgerAttackTest {
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5");

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(
          ITEMS,
          4,
          NAMES,
          "--privirec.client.privacy.max-epsilon-per-sum=1.5",
          "--privirec.client.privacy.max-epsilon=2.5");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  private ParticipantPrivacy privacy() {
    return client.privacy("p1");
  }

  private List<Opened> noisy() {
    return privacy().sums().stream().filter(sum -> sum.use() == Use.NOISE).toList();
  }

  private List<String> lines(String participant) throws IOException {
    return Files.readAllLines(deployment.data().resolve("ledgers/" + participant + ".ledger"));
  }

  private List<String> sums(String participant) throws IOException {
    return lines(participant).stream().filter(line -> line.contains("\tsum\t")).toList();
  }

  private void finish() {
    deployment.finish(SessionView.Status.FAILED);
  }

  private static double epsilon(Mechanism... mechanisms) {
    Composition all = new Composition(List.of());
    for (Mechanism mechanism : mechanisms) {
      all = all.plus(Composition.of(mechanism, 1));
    }
    return all.epsilon(DELTA, Conversion.CKS).epsilon();
  }

  private static Mechanism closedMechanism(Algorithm algorithm) {
    RoundKind closed = new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1));
    return algorithm.specs().getFirst().noise().orElseThrow().mechanism(closed, NAMES.size());
  }

  /// Before the first byte that depends on data leaves, the sum stands in the file; epsilon is that
  /// of the record's noise.
  @Test
  void sums_standInTheLedgerBeforeAnythingLeaves() throws IOException {
    Set<String> unseen = ConcurrentHashMap.newKeySet();
    coordinator.takesChunk =
        (participant, chunk) -> {
          try {
            if (sums(participant.value()).size() < client.participations("p1").size()) {
              unseen.add(participant.value());
            }
          } catch (IOException e) {
            unseen.add(participant.value());
          }
          return true;
        };
    deployment.openFirst("exact", NoisySessions.EXACT);
    deployment.finish(SessionView.Status.PUBLISHED);
    Algorithm algorithm = deployment.openFirst("noisy", closed(1));
    finish();

    assertThat(unseen).isEmpty();
    ParticipantPrivacy privacy = privacy();
    assertThat(privacy.locked()).isNull();
    assertThat(privacy.exactSums()).isEqualTo(1);
    assertThat(privacy.sums())
        .extracting(Opened::use)
        .containsExactly(Use.EXACT, Use.RESERVED, Use.NOISE, Use.RETURNED);
    assertThat(privacy.sums())
        .extracting(Opened::sessionId)
        .containsExactly("exact", "noisy", "noisy", "noisy");
    assertThat(privacy.equations()).isEqualTo(new OpenedEquations(1, Map.of(), 0));
    assertThat(privacy.epsilonLifetime()).isEqualTo(privacy.epsilonSpent());
    Opened opened = noisy().getFirst();
    Mechanism mechanism = closedMechanism(algorithm);
    assertThat(privacy.epsilonSpent()).isEqualTo(epsilon(mechanism)).isLessThanOrEqualTo(1);
    assertThat(opened.epsilon()).isEqualTo(privacy.epsilonSpent());
    assertThat(opened.unit()).isEqualTo("user");
    assertThat(
            ReleaseText.parse(String.valueOf(opened.mechanism()), Adjacency.ADD_OR_REMOVE)
                .mechanism())
        .isEqualTo(mechanism);
    assertThat(String.join(" ", privacy.inWords()))
        .contains(
            "of 2.5 at delta 1.0E-6",
            "A session may have 3.0",
            "A sum may have epsilon 1.5",
            "Sums with noise since the ledger began: epsilon 1.00 of 16.0",
            "Sums without noise of the last 365 days: 1",
            "told the coordinator 1 columns");
    refused(client.reconcile("p1", "WORST_CASE"), 409, "ledger-not-locked");
  }

  /// What the coordinator claims of a sum's epsilon is nowhere read: the record's cohort and the
  /// session's parameters decide how much noise there is.
  @Test
  void manySums_areTaken_untilThePeriodIsSpent() {
    int sums = 0;
    Algorithm algorithm = null;
    while (sums < 9) {
      String session = "s" + sums;
      algorithm = deployment.begin(session, closed(1.4));
      await(
          session + " is opened or refused",
          () ->
              coordinator.isSummed()
                  || deployment.refuses("p1", session, "period-epsilon-exceeded"));
      if (!coordinator.isSummed()) {
        break;
      }
      sums++;
      deployment.finish(SessionView.Status.FAILED);
    }
    assertThat(sums).isEqualTo(2);
    Mechanism each = closedMechanism(Objects.requireNonNull(algorithm));
    assertThat(privacy().epsilonSpent()).isEqualTo(epsilon(each, each));
    deployment.awaitRefused("s2", "period-epsilon-exceeded");
    assertThat(coordinator.stagedChunks()).isZero();
    assertThat(noisy()).hasSize(2);
  }

  @Test
  void attempt_thatIsSentAgain_hasTheSameBitsAndOneEntry() {
    coordinator.takesChunk = (participant, chunk) -> false;
    deployment.begin("again", closed(1));
    await("everybody has sent", () -> coordinator.arrivals().size() == NAMES.size());
    client.restartWith();
    await(
        "everybody has sent again",
        () -> coordinator.arrivals().values().stream().allMatch(all -> all.size() > 1));
    coordinator.takesChunk = (participant, chunk) -> true;
    await("it is opened", coordinator::isSummed);

    assertThat(coordinator.arrivals().values())
        .allSatisfy(all -> assertThat(Set.copyOf(all)).hasSize(1));
    assertThat(noisy()).hasSize(1);
  }

  /// The survivors of a tolerant round are known only after masking: each attempt has other noise.
  @Test
  void tolerantAttempt_repeated_hasAnotherSeedAndAnotherEntry() throws IOException {
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p4");
    deployment.begin("twice", tolerant(1));
    await("four have sent all", () -> coordinator.received(Phase.MASKED_INPUT) == 4);
    coordinator.takesChunk = (participant, chunk) -> true;
    coordinator.open(2);
    await("the second is opened", coordinator::isSummed);

    assertThat(noisy()).extracting(Opened::attempt).containsExactly(1, 2);
    assertThat(privacy().epsilonSpent()).isGreaterThan(1);
    assertThat(seeds("p1")).hasSize(2);
  }

  private Set<String> seeds(String participant) throws IOException {
    return Set.copyOf(sums(participant).stream().map(line -> line.split("\t", -1)[14]).toList());
  }

  /// Others can open what was masked without the participant's last answer: it counts from the mask
  /// on.
  @Test
  void tolerantAttempt_standsInTheLedger_whoeverIsLost() throws IOException {
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p4");
    Algorithm algorithm = deployment.begin("tolerant", tolerant(1));
    await("four have sent all", () -> coordinator.received(Phase.MASKED_INPUT) == 4);
    assertThat(noisy()).hasSize(1);
    assertThat(coordinator.received(Phase.UNMASK)).isZero();
    coordinator.passDeadline();
    await("it is opened", coordinator::isSummed);
    finish();

    Mechanism mechanism =
        algorithm
            .specs()
            .getFirst()
            .noise()
            .orElseThrow()
            .mechanism(
                new RoundKind.Tolerant(Thresholds.of(ThreatModel.SEMI_MALICIOUS, NAMES.size())),
                NAMES.size());
    assertThat(privacy().epsilonSpent()).isEqualTo(epsilon(mechanism));
    assertThat(sums("p4")).hasSize(1);
  }

  /// A coordinator that picks the cohort would pick those who tell it their noise.
  @Test
  void tolerantNoise_overSomeOfTheRoster_isRefused() {
    Roster now = coordinator.rosterInForce();
    List<RosterMember> members = new ArrayList<>(now.members());
    SortedSet<ParticipantId> others = new TreeSet<>();
    SeededRandom random = new SeededRandom(5);
    for (String name : List.of("q1", "q2", "q3")) {
      ParticipantId id = new ParticipantId(name);
      others.add(id);
      members.add(new RosterMember(id, IdentityKeyPair.generate(random).publicKey()));
    }
    List<Cell> cells = new ArrayList<>(now.cells());
    cells.add(new Cell(cells.size() + 1, Cell.DEFAULT_MINIMUM, false, others));
    coordinator.roster =
        new Roster(now.version() + 1, cells, members, now.waivers(), now.departures());
    client.putRosterOf(coordinator);
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    deployment.begin("some", tolerant(1));

    deployment.awaitRefused("some", "cohort-changed");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(noisy()).isEmpty();
  }

  /// Either session alone is within the limit. The second session finds the reservation of the
  /// first.
  @Test
  @With("--privirec.client.privacy.max-epsilon=1.5")
  void sessionsAtOnce_areNotBothTaken() throws IOException {
    coordinator.silent = true;
    coordinator.begin("one", closed(1.4));
    RoundId one = coordinator.open(1);
    await("all joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == NAMES.size());
    coordinator.begin("other", closed(1.4));
    coordinator.openBeside(1);
    deployment.awaitRefused("other", "period-epsilon-exceeded");

    coordinator.silent = false;
    await("the first is opened", () -> coordinator.isSummed(one));

    for (String name : NAMES) {
      assertThat(lines(name)).filteredOn(line -> line.contains("\treserved\t")).hasSize(1);
      assertThat(sums(name)).singleElement().asString().contains("\tone\t");
      assertThat(client.privacy(name).epsilonSpent()).isLessThanOrEqualTo(1.5);
    }
  }

  /// The coordinator knows that the first session is over, and the participants do not yet.
  @Test
  @With("--privirec.client.privacy.max-epsilon=1.5")
  void sessionThatFollowsAtOnce_hasTheBudgetThatTheOneBeforeReturns() throws IOException {
    coordinator.silent = true;
    deployment.begin("before", closed(1.4));
    await("all joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == NAMES.size());

    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
    deployment.begin("next", closed(1.4));

    NAMES.forEach(name -> deployment.awaitJoined(name, "next"));
    assertThat(privacy().sums())
        .extracting(Opened::use)
        .containsExactly(Use.RESERVED, Use.RETURNED, Use.RESERVED);
  }

  /// The process dies after it has consented, and before it masks.
  @Test
  void reservation_survivesARestart_andTheSessionGoesOnWithIt() throws IOException {
    coordinator.silent = true;
    deployment.begin("killed", closed(1.4));
    await("all joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == NAMES.size());
    List<String> before = lines("p1");
    assertThat(before.getLast()).contains("\treserved\tkilled\tp1\t");
    double reserved = privacy().epsilonSpent();
    assertThat(reserved).isCloseTo(1.4, within(1e-6));

    client.restartWith("--privirec.client.privacy.max-epsilon=1.41");
    assertThat(privacy().epsilonSpent()).isEqualTo(reserved);
    coordinator.silent = false;
    await("it is opened", coordinator::isSummed);

    assertThat(lines("p1")).startsWith(before.toArray(String[]::new)).hasSize(before.size() + 1);
    assertThat(privacy().epsilonSpent()).isCloseTo(reserved, within(1e-9));
    finish();
    assertThat(lines("p1").getLast()).contains("\treturned\tkilled\tp1\t");
    assertThat(privacy().epsilonSpent()).isLessThan(reserved);
  }

  @Test
  void session_thatFailsBeforeItMasks_returnsAll() {
    coordinator.silent = true;
    deployment.begin("failing", closed(1.4));
    await("all joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == NAMES.size());
    assertThat(privacy().epsilonSpent()).isPositive();

    finish();

    assertThat(privacy().epsilonSpent()).isZero();
    assertThat(privacy().epsilonLifetime()).isZero();
    assertThat(privacy().sums())
        .extracting(Opened::use)
        .containsExactly(Use.RESERVED, Use.RETURNED);
  }

  @Test
  @With("--privirec.client.privacy.max-epsilon-per-session=1.2")
  void session_aboveItsLimit_isRefusedAtFirstSight() {
    deployment.begin("long", closed(1.4));

    deployment.awaitRefused("long", "session-epsilon-exceeded");
    assertThat(privacy().sums()).isEmpty();
  }

  @Test
  @With("--privirec.client.privacy.max-epsilon-lifetime=1.5")
  void sums_aboveTheLimitForLife_areRefused() {
    deployment.openFirst("first", closed(1.4));
    finish();
    deployment.begin("second", closed(1.4));

    deployment.awaitRefused("second", "lifetime-epsilon-exceeded");
    assertThat(noisy()).hasSize(1);
  }

  /// The holder's number replaces the number that follows from the cohort.
  @Test
  @With("--privirec.client.privacy.min-colluders=2")
  void colluders_followFromTheCohort_unlessTheHolderSaysOtherwise() {
    deployment.begin("few", closed(1));
    deployment.awaitRefused("few", "colluders-too-few");
    finish();
    client.restartWith("--privirec.client.privacy.min-colluders=0");
    deployment.openFirst(
        "none",
        ItemDegreesParameters.DEFAULT.withPrivacy(
            PrivacyParameters.of(1.0, DELTA)
                .withItemsPerUser(5)
                .withColluders(0)
                .withRounds("closed")));
    assertThat(noisy()).hasSize(1);
  }

  @Test
  void session_thatIsHidden_staysInTheLedger() {
    deployment.openFirst("hidden", closed(1));
    coordinator.tells = participant -> false;
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
    await(
        "nobody knows the session",
        () ->
            NAMES.stream().allMatch(name -> deployment.of(name, "hidden").status().equals("OVER")));

    assertThat(noisy()).extracting(Opened::sessionId).containsExactly("hidden");
  }

  @Test
  @With("--privirec.client.approval=manual")
  void approval_ofASumAboveTheLimit_isRefusedByName() {
    deployment.begin("asked", closed(1));
    await("all are asked", () -> deployment.isAsked("asked"));
    client.restartWith("--privirec.client.privacy.max-epsilon-per-sum=.5");

    refused(
        client.postJson("/v1/participants/p1/sessions/asked:approve", ""),
        409,
        "sum-epsilon-exceeded");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
  }
}
