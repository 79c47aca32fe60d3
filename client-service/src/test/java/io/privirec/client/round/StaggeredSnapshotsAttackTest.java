package io.privirec.client.round;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Forged;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A coordinator that lies, and has one participant freeze its data at another time than the
/// others: two sums over all of them would differ by what this one added. It may show a session to
/// one participant, or state another time to each.
class StaggeredSnapshotsAttackTest {
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3");
  private static final List<String> OTHERS = List.of("p2", "p3");
  private static final Instant FIRST = Instant.parse("2026-01-02T03:00:00Z");
  private static final Instant OWN = Instant.parse("2026-01-02T22:00:00Z");
  private static final Instant LATER = Instant.parse("2026-01-02T23:00:00Z");

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(ITEMS, 4, NAMES, "--privirec.client.min-interval=PT20H");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();
  private long seed;

  /// Each session has other parameters; the degrees are the same numbers.
  private RoundId open(String session, Instant dataAsOf) {
    coordinator.dataAsOf = () -> dataAsOf;
    coordinator.begin(session, deployment.parameters(++seed));
    return coordinator.openBeside(1);
  }

  private long[] sumOver(String session, Instant dataAsOf) throws IOException {
    RoundId round = open(session, dataAsOf);
    await(session + " is opened", () -> coordinator.isSummed(round));
    return OpenedSums.numbers(coordinator.sum(round));
  }

  /// A session that only one participant gets to see, over data of a time of its own.
  private void showToFirstAlone(String session, Instant dataAsOf) {
    coordinator.asks(participant -> participant.value().equals("p1"));
    RoundId round = open(session, dataAsOf);
    await("its data is frozen", () -> isActive("p1", session));
    assertThat(coordinator.isSummed(round)).isFalse();
  }

  private boolean isActive(String participant, String session) {
    return deployment
        .find(participant, session)
        .filter(view -> view.status().equals("ACTIVE"))
        .isPresent();
  }

  private void endIntervalOf(String participant) {
    client
        .bean(JdbcClient.class)
        .sql(
            "update snapshot set frozen_at = frozen_at - interval '21 hours' where participant = ?")
        .param(participant)
        .update();
  }

  private void grow(String participant) {
    client.importCsv(participant, participant + "/newcomer,i1\n");
  }

  /// Its interval is over before those of the others.
  @Test
  void oneThatFrozeAnew_isInNoSumWithOldSnapshotsOfTheOthers() throws IOException {
    long[] before = sumOver("before", FIRST);
    endIntervalOf("p1");
    grow("p1");
    showToFirstAlone("own", OWN);
    coordinator.asks(participant -> true);

    assertThat(sumOver("again", FIRST)).isEqualTo(before);
    RoundId mixed = open("mixed", OWN);
    await("p1 is there", () -> isActive("p1", "mixed"));
    for (String name : OTHERS) {
      await(name + " waits", () -> deployment.isAsked(name, "mixed"));
    }
    assertThat(coordinator.isSummed(mixed)).isFalse();

    for (String name : OTHERS) {
      grow(name);
      endIntervalOf(name);
    }
    await("all are there", () -> coordinator.isSummed(mixed));
    long[] after = OpenedSums.numbers(coordinator.sum(mixed));
    // Each of them grew by a user with one item.
    assertThat(after[1] - before[1]).isEqualTo(3);
  }

  /// It shall not be able to freeze with the others.
  @Test
  void oneThatFrozeBefore_isAwaitedByTheOthersOrRefusesByName() throws IOException {
    showToFirstAlone("own", OWN);
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
    coordinator.asks(participant -> true);

    RoundId earlier = open("earlier", FIRST);
    await("p1 is asked", () -> deployment.isAsked("p1", "earlier"));
    TestClient.refused(deployment.client().approve("p1", "earlier"), 409, "snapshot-superseded");
    for (String name : OTHERS) {
      await(name + " is there", () -> isActive(name, "earlier"));
    }
    for (String name : OTHERS) {
      endIntervalOf(name);
    }
    RoundId later = open("later", LATER);
    for (String name : OTHERS) {
      await(name + " is there", () -> isActive(name, "later"));
    }
    await("p1 waits", () -> deployment.isAsked("p1", "later"));
    assertThat(coordinator.isSummed(earlier)).isFalse();
    assertThat(coordinator.isSummed(later)).isFalse();

    grow("p1");
    endIntervalOf("p1");
    await("all are there", () -> coordinator.isSummed(later));
    assertThat(deployment.of("p1", "later").snapshot().users()).isEqualTo(5);
  }

  /// The session is one by name only.
  @Test
  void oneThatWasToldAnotherTime_getsThroughNoRoundWithTheOthers() throws IOException {
    long[] before = sumOver("before", FIRST);
    endIntervalOf("p1");
    grow("p1");
    coordinator.asks(participant -> participant.value().equals("p1"));
    coordinator.views = view -> Forged.with(view, "dataAsOf", OWN);
    RoundId split = open("split", FIRST);
    deployment.awaitRefused(List.of("p1"), "split", "parameters-mismatch");
    coordinator.views = view -> view;
    coordinator.asks(participant -> true);

    await("the others are there", () -> coordinator.received(Phase.ADVERTISE_KEYS) == 2);
    assertThat(coordinator.isSummed(split)).isFalse();
    assertThat(coordinator.stagedChunks()).isZero();
    assertThat(sumOver("again", FIRST)).isEqualTo(before);
  }
}
