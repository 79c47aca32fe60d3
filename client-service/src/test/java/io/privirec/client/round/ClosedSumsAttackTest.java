package io.privirec.client.round;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.code;
import static io.privirec.client.TestRosters.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Forged;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestRosters;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.roster.Cell;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A coordinator that lies, and picks which sets it asks for: the four ways in which exact sums
/// over chosen sets gave away single participants, and what they come to over whole cells.
class ClosedSumsAttackTest {
  private static final int ITEMS = 20;

  /// All sessions of a test are of one interval.
  private static final Instant AS_OF = Instant.parse("2026-01-02T03:00:00Z");

  private static final List<String> FIRST = List.of("p1", "p2", "p3");
  private static final List<String> SECOND = List.of("p4", "p5", "p6");
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6");

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(ITEMS, 4, NAMES, "--privirec.client.min-interval=PT20H");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();
  private final OpenedSums opened = new OpenedSums(NAMES);
  private long seed;

  @BeforeEach
  void putTwoCells() {
    coordinator.dataAsOf = () -> AS_OF;
    coordinator.roster =
        TestRosters.roster(
            2,
            coordinator.members(),
            cell(1, FIRST.toArray(String[]::new)),
            cell(2, SECOND.toArray(String[]::new)));
    client.putRosterOf(coordinator);
  }

  /// Each session has other parameters; the degrees are the same numbers.
  private void begin(String session, Integer... cells) {
    coordinator.cells = List.of(cells);
    coordinator.begin(session, deployment.parameters(++seed));
  }

  private RoundId openBeside(UnaryOperator<RoundRecord> terms) {
    return coordinator.openBeside(0, 1, Optional.empty(), terms, signed -> signed);
  }

  /// Opens the degrees of some cells.
  ///
  /// @return the sum
  private long[] sumOver(String session, Integer... cells) throws IOException {
    begin(session, cells);
    coordinator.open(1);
    await(session + " is opened", coordinator::isSummed);
    opened.add(coordinator.sum());
    long[] sum = OpenedSums.numbers(coordinator.sum());
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
    return sum;
  }

  private static long[] plus(long[] one, long[] other) {
    long[] sum = one.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other[i];
    }
    return sum;
  }

  /// A record over some of a cell's members, which names the cells all the same.
  private static UnaryOperator<RoundRecord> without(String... missing) {
    Set<String> out = Set.of(missing);
    return terms -> {
      List<CohortMember> cohort =
          terms.cohort().stream().filter(member -> !out.contains(member.id().value())).toList();
      return Forged.with(terms, "cohort", cohort);
    };
  }

  @Test
  void race_ofSessionsAdvertisedBeforeEitherMasks_opensWholeCellsOnly() throws IOException {
    coordinator.asks(participant -> !participant.value().equals("p6"));
    begin("everybody", 1, 2);
    RoundId everybody = coordinator.open(1);
    await("five have advertised", () -> coordinator.received(Phase.ADVERTISE_KEYS) == 5);
    begin("some", 1);
    RoundId some = openBeside(terms -> terms);
    begin("chosen", 1, 2);
    RoundId chosen = openBeside(without("p5"));

    coordinator.asks(participant -> true);
    await("both are opened", () -> coordinator.isSummed(everybody) && coordinator.isSummed(some));
    deployment.awaitRefused(List.of("p1", "p2", "p3", "p4", "p6"), "chosen", "not-whole-cells");

    opened.add(coordinator.sum(everybody));
    opened.add(coordinator.sum(some));
    assertThat(coordinator.isSummed(chosen)).isFalse();
    assertThat(opened.sets()).containsExactly(Set.copyOf(NAMES), Set.copyOf(FIRST));
    assertThat(opened.toldApart()).isEmpty();
  }

  @Test
  void race_wonByLeavingAnswersOut_opensNothing() {
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p6");
    begin("few", 1, 2);
    coordinator.open(1);
    await("five have contributed", () -> coordinator.received(Phase.MASKED_INPUT) == 5);

    coordinator.passDeadline();

    assertThat(coordinator.isSummed()).isFalse();
    // It counts as opened: a coordinator that p6 helps has its masks.
    for (String name : NAMES) {
      int own = FIRST.contains(name) ? 1 : 2;
      await(name + " counts it", () -> client.masked(name).contains(own));
    }
  }

  /// Keys of some of the cohort would have been enough once.
  @Test
  void keyList_thatLacksSomebody_isRefused() {
    coordinator.messages = message -> lacking(message, "p6");
    begin("shortened", 1, 2);
    coordinator.open(1);

    deployment.awaitRefused(List.of("p1", "p2", "p3"), "shortened", "participant-missing");

    assertThat(coordinator.stagedChunks()).isZero();
    assertThat(client.masked("p1")).isEmpty();
  }

  private static CoordinatorMessage lacking(CoordinatorMessage message, String participant) {
    if (!(message instanceof AdvertisedKeys keys)) {
      return message;
    }
    return new AdvertisedKeys(
        keys.context(),
        keys.advertisements().stream()
            .filter(one -> !one.sender().value().equals(participant))
            .toList());
  }

  /// Every shop imports daily.
  @Test
  void oneImportedRow_betweenSessionsOfAnInterval_changesNoSum() throws IOException {
    long[] before = sumOver("before", 1, 2);
    for (String name : NAMES.subList(0, 5)) {
      client.importCsv(name, name + "/newcomer,i1\n");
    }

    begin("without-the-victim", 1, 2);
    coordinator.open(0, 1, Optional.empty(), without("p6"), signed -> signed);
    deployment.awaitRefused(NAMES.subList(0, 5), "without-the-victim", "not-whole-cells");
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
    long[] first = sumOver("first-cell", 1);
    long[] second = sumOver("second-cell", 2);
    long[] again = sumOver("again", 1, 2);

    assertThat(again).isEqualTo(before);
    assertThat(plus(first, second)).isEqualTo(before);
    assertThat(opened.toldApart()).isEmpty();
    assertThat(deployment.of("p1", "again").snapshot())
        .isEqualTo(deployment.of("p1", "before").snapshot());
  }

  /// Data beyond the older catalogue made the same rows look like another input.
  @Test
  void olderCatalogue_overFewer_isRefusedAndOverCellsIsThePartOfOneSum() throws IOException {
    long[] whole = sumOver("newest", 1, 2);
    coordinator.catalogueOf(ITEMS - 1);
    int older = ITEMS - 1;

    coordinator.cells = List.of(1, 2);
    coordinator.begin("older", PriviRecKParameters.gfCf(4, 1, 0.3, ++seed, 4, older));
    coordinator.open(0, 1, Optional.empty(), without("p6"), signed -> signed);
    deployment.awaitRefused(NAMES.subList(0, 5), "older", "not-whole-cells");
    coordinator.open(2);
    await("the same cells are opened", coordinator::isSummed);
    opened.add(coordinator.sum());

    long[] part = OpenedSums.numbers(coordinator.sum());
    for (int item = 0; item < older; item++) {
      assertThat(part[item]).as("item %s", item).isEqualTo(whole[item]);
    }
    assertThat(opened.toldApart()).isEmpty();
  }

  /// ½ (S₁ + S₂ − S₃) was the vector of the one that the first two have in common.
  @Test
  void threeSessions_overChangingCohorts_areNoWholeCells() throws IOException {
    OpenedSums wanted = new OpenedSums(NAMES);
    wanted.add(Set.of("p1", "p2", "p3"));
    wanted.add(Set.of("p1", "p4", "p5"));
    wanted.add(Set.of("p2", "p3", "p4", "p5"));
    assertThat(wanted.toldApart()).containsExactly("p1");

    sumOver("first", 1);
    begin("second", 1, 2);
    coordinator.open(0, 1, Optional.empty(), without("p2", "p3", "p6"), signed -> signed);
    deployment.awaitRefused(List.of("p1", "p4", "p5"), "second", "not-whole-cells");
    coordinator.open(0, 2, Optional.empty(), ofCells(List.of(1)), signed -> signed);
    deployment.awaitRefused(List.of("p2", "p3"), "second", "cohort-changed");
    coordinator.open(0, 3, Optional.empty(), without("p1", "p6"), signed -> signed);
    deployment.awaitRefused(List.of("p2", "p3", "p4", "p5"), "second", "not-whole-cells");

    assertThat(coordinator.isSummed()).isFalse();
    assertThat(opened.sets()).containsExactly(Set.copyOf(FIRST));
    assertThat(opened.toldApart()).isEmpty();
  }

  private static UnaryOperator<RoundRecord> ofCells(List<Integer> cells) {
    return terms ->
        Forged.with(
            Forged.with(terms, "cohort", terms.cohort().subList(0, 3)),
            "kind",
            new RoundKind.Closed(((RoundKind.Closed) terms.kind()).roster(), cells));
  }

  /// A keeper that helps the coordinator makes cells of the three cohorts.
  @Test
  void threeSessions_overCellsOfARegroupingKeeper_areStoppedByTheRoster() throws IOException {
    sumOver("first", 1);
    Cell used = cell(1, FIRST.toArray(String[]::new)).retired();

    refusesRoster("atom-too-small", 3, used, cell(2, "p1", "p4", "p5"));
    refusesRoster(
        "atom-too-small",
        3,
        used,
        cell(2, "p1", "p4", "p5").retired(),
        cell(3, "p2", "p3", "p4", "p5"));
    refusesRoster("cell-missing", 3, cell(2, "p1", "p4", "p5"), cell(3, "p2", "p3", "p6"));
    refusesRoster("cell-changed", 3, cell(1, "p1", "p4", "p5"));
    refusesRoster("roster-conflict", 2, cell(2, "p1", "p4", "p5"));

    sumOver("again", 1);
    assertThat(opened.toldApart()).isEmpty();
  }

  private void refusesRoster(String code, int version, Cell... cells) {
    String text =
        coordinator.rosters().text(TestRosters.roster(version, coordinator.members(), cells));
    assertThat(code(client.putText("/v1/roster", text))).isEqualTo(code);
  }
}
