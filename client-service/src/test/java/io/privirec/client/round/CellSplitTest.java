package io.privirec.client.round;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestRosters.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestRosters;
import io.privirec.secagg.Phase;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.secagg.roster.Waiver;
import io.privirec.wire.SessionView;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A cell that was summed, and that a later roster takes apart: the first cohort after that has all
/// of it, but for those who signed.
class CellSplitTest {
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6");
  private static final List<String> FIRST = NAMES.subList(0, 3);
  private static final Cell WHOLE = cell(1, NAMES.toArray(String[]::new));
  private static final Cell FIRST_HALF = cell(2, "p1", "p2", "p3");
  private static final Cell SECOND_HALF = cell(3, "p4", "p5", "p6");

  @RegisterExtension
  private final TestDeployment deployment = TestDeployment.consenting(ITEMS, 4, NAMES);

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();
  private final OpenedSums opened = new OpenedSums(NAMES);

  @BeforeEach
  void sumTheWhole() {
    sumOver("whole", 1);
  }

  private void begin(String session, Integer... cells) {
    coordinator.cells = List.of(cells);
    deployment.begin(session, deployment.parameters(1));
  }

  private void sumOver(String session, Integer... cells) {
    begin(session, cells);
    await(session + " is opened", coordinator::isSummed);
    opened.add(coordinator.sum());
    deployment.finish(SessionView.Status.FAILED);
  }

  /// Nobody in the first half sends anything, or counts it as opened.
  private void refusesFirstHalf(String session) {
    begin(session, 2);
    deployment.awaitRefused(FIRST, session, "cell-split");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    deployment.finish(SessionView.Status.FAILED);
    assertThat(client.masked("p1")).containsExactly(1);
  }

  private void put(int version, List<Waiver> waivers, List<DepartureClause> left, Cell... cells) {
    coordinator.roster = TestRosters.roster(version, coordinator.members(), waivers, left, cells);
    client.putRosterOf(coordinator);
  }

  @Test
  void half_beforeBothWereSummedTogether_isRefused() {
    put(2, List.of(), List.of(), WHOLE.retired(), FIRST_HALF, SECOND_HALF);
    refusesFirstHalf("half-too-early");

    sumOver("halves", 2, 3);
    sumOver("half", 2);

    assertThat(opened.sets())
        .containsExactly(Set.copyOf(NAMES), Set.copyOf(NAMES), Set.copyOf(FIRST));
    assertThat(opened.toldApart()).isEmpty();
  }

  /// The version in between was never summed, and is skipped by a later one: its cells are not
  /// those that everybody has seen.
  @Test
  void half_ofASplitThatNobodySummed_isRefusedInLaterVersionsToo() {
    put(2, List.of(), List.of(), WHOLE.retired(), FIRST_HALF, SECOND_HALF);
    put(3, List.of(), List.of(), WHOLE.retired(), FIRST_HALF, SECOND_HALF.retired());
    refusesFirstHalf("skipped");
  }

  @Test
  void half_whoseOthersLeftUnsigned_isRefusedUntilEachHasSigned() throws GeneralSecurityException {
    DepartureClause p4 = DepartureClause.parse(client.departure("p4"));
    DepartureClause p5 = DepartureClause.parse(client.departure("p5"));
    DepartureClause p6 = DepartureClause.parse(client.departure("p6"));
    put(2, List.of(), List.of(p4, p5, p6), WHOLE.retired(), FIRST_HALF, SECOND_HALF);
    refusesFirstHalf("not-left-yet");
    // An atom of three needs no signature to be taken; to be told apart it does.
    put(3, List.of(), List.of(), WHOLE.retired(), FIRST_HALF);
    refusesFirstHalf("nobody-signed");
    put(4, List.of(), List.of(p4, p5), WHOLE.retired(), FIRST_HALF);
    refusesFirstHalf("one-has-not");
    put(5, List.of(), List.of(p4, p5, p6), WHOLE.retired(), FIRST_HALF);

    sumOver("all-signed", 2);

    assertThat(opened.sets()).containsExactly(Set.copyOf(NAMES), Set.copyOf(FIRST));
  }

  @Test
  void half_whoseOthersSignedWaivers_isSummed() throws GeneralSecurityException {
    List<Waiver> waivers = new ArrayList<>();
    for (String signer : List.of("p4", "p5", "p6")) {
      waivers.add(Waiver.parse(client.waiver(signer, "p4", "p5", "p6")));
    }
    put(2, waivers.subList(0, 2), List.of(), WHOLE.retired(), FIRST_HALF, SECOND_HALF);
    refusesFirstHalf("one-has-not");
    put(3, waivers, List.of(), WHOLE.retired(), FIRST_HALF, SECOND_HALF);

    sumOver("all-signed", 2);

    assertThat(opened.sets()).containsExactly(Set.copyOf(NAMES), Set.copyOf(FIRST));
  }
}
