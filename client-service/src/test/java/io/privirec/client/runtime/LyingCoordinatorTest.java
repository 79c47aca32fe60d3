package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestRosters.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Forged;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestRosters;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.federation.registry.FormsWithoutNoise;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.DdppmParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PrivateFedPowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// A coordinator that lies about noise, or that uses an approval for another sum. A person is asked
/// about sums without noise; participants join sessions with noise by themselves.
class LyingCoordinatorTest {
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6");
  private static final List<String> FIRST_CELL = NAMES.subList(0, 3);
  private static final Map<String, AlgorithmParameters> FORMS =
      FormsWithoutNoise.all(ITEMS, NAMES.size(), "p1");

  @RegisterExtension
  private static final TestDeployment deployment =
      new TestDeployment(
          ITEMS,
          6,
          NAMES,
          "--privirec.client.approval=auto",
          "--privirec.client.sums-without-noise=ask",
          "--privirec.client.answer-delay=PT0S");

  private static final TestCoordinator coordinator = deployment.coordinator();
  private static final TestClient client = deployment.client();

  private static PriviRecKParameters ofRank(int k) {
    return PriviRecKParameters.gfCf(k, 1, 0.3, 7L, k, ITEMS);
  }

  private static AlgorithmParameters settled(String name, AlgorithmParameters asked) {
    try {
      return AlgorithmRegistry.settleAsStated(name, asked, ITEMS, NAMES.size(), () -> 7);
    } catch (InvalidParametersException e) {
      throw new AssertionError(e);
    }
  }

  private static PrivacyParameters privacy() {
    return new PrivacyParameters(.1, 1e-6, PrivacyParameters.USER, null, 2, "closed");
  }

  private static void approveAll(String session) {
    await("all are asked about " + session, () -> deployment.isAsked(session));
    NAMES.forEach(name -> deployment.approve(name, session));
  }

  private static void nothingIsSent() {
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(coordinator.stagedChunks()).isZero();
  }

  /// The view of a session without noise leaves the word out: the session looks private.
  @Test
  void sessions_calledNoisyThatAreNot_areRefusedAtFirstContact() {
    coordinator.views = view -> Forged.with(view, "noise", null);
    coordinator.seen.clear();
    FORMS.forEach((form, parameters) -> {
      String session = "called-noisy-" + form.replace('/', '-');
      coordinator.begin(session, parameters);
      coordinator.openBeside(session, 0, Optional.empty());
    });

    for (String form : FORMS.keySet()) {
      deployment.awaitRefused("called-noisy-" + form.replace('/', '-'), "noise-not-named");
    }
    assertThat(coordinator.seen).noneMatch(seen -> seen.path().startsWith("/v1/rounds/"));
  }

  @Test
  void session_calledWithoutNoiseThatHasNoise_isRefusedAtFirstContact() {
    coordinator.views = view -> Forged.with(view, "noise", SessionRequest.NO_NOISE);
    deployment.begin("called-exact", settled("item-degrees", new ItemDegreesParameters(privacy())));

    deployment.awaitRefused("called-exact", "noise-not-named");
    nothingIsSent();
  }

  /// The session shows an algorithm with noise, and the records bind the same sums without noise.
  @Test
  void rounds_withoutTheNoiseThatTheSessionShows_areRefused() {
    Map<String, AlgorithmParameters> shown =
        Map.of(
            "item-degrees",
            settled("item-degrees", new ItemDegreesParameters(privacy())),
            "fedpower",
            settled("fedpower-private", PrivateFedPowerParameters.DEFAULT.withPrivacy(privacy())));
    Map<String, String> names =
        Map.of("item-degrees", "item-degrees", "fedpower", "fedpower-private");
    shown.forEach((form, noisy) -> {
      String session = "shows-noise-" + form;
      coordinator.views =
          view ->
              Forged.with(
                  Forged.with(Forged.with(view, "parameters", noisy), "algorithm", names.get(form)),
                  "noise",
                  null);
      deployment.begin(session, FORMS.get(form));

      deployment.awaitRefused(session, "parameters-mismatch");
      nothingIsSent();
      deployment.finish(SessionView.Status.FAILED);
    });
    assertThat(client.privacy("p1").epsilonSpent()).isZero();
  }

  @Test
  void approvalForK_replayedForTwiceAsMany_isRefused(@TempDir Path work) throws IOException {
    coordinator.views = view -> Forged.with(view, "parameters", ofRank(2));
    coordinator.begin("replayed", ofRank(4));
    coordinator.open(1);
    approveAll("replayed");

    deployment.awaitRefused("replayed", "parameters-mismatch");
    nothingIsSent();
    deployment.finish(SessionView.Status.FAILED);

    coordinator.beHonest();
    Algorithm algorithm = deployment.begin("half-way", ofRank(2));
    approveAll("half-way");
    await("counts are opened", coordinator::isSummed);
    Path broadcast = coordinator.broadcastAfter(0, algorithm, work);
    Algorithm wider = TestCoordinator.algorithm(ofRank(4), ITEMS);
    coordinator.open(
        1,
        1,
        Optional.of(broadcast),
        terms -> Forged.with(terms, "vector", wider.rounds().get(1).vector()),
        signed -> signed);

    deployment.awaitRefused("half-way", "vector-mismatch");
    nothingIsSent();
  }

  /// An approval is for a session, and for nothing that follows.
  @Test
  void columns_splitOverSessions_needAnApprovalEach_andAddUp() {
    long before = client.privacy("p1").equations().coordinator();
    for (int part = 1; part <= 3; part++) {
      String session = "part-" + part;
      coordinator.begin(session, ofRank(2));
      coordinator.open(1);
      await("all are asked about " + session, () -> deployment.isAsked(session));
      nothingIsSent();
      approveAll(session);
      await(session + " opens its counts", coordinator::isSummed);
      deployment.finish(SessionView.Status.FAILED);
      assertThat(client.privacy("p1").equations().coordinator()).isEqualTo(before + part);
    }
  }

  private static RoundRecord over(RoundRecord terms, Integer... numbers) {
    RoundKind.Closed closed = (RoundKind.Closed) terms.kind();
    List<Integer> cells = List.of(numbers);
    return Forged.with(
        Forged.with(terms, "kind", new RoundKind.Closed(closed.roster(), cells)),
        "cohort",
        coordinator.rosterInForce().cohort(new TreeSet<>(cells)));
  }

  @Test
  void approval_replayedForAnotherCell_isRefused() {
    coordinator.roster =
        TestRosters.roster(
            2,
            coordinator.members(),
            cell(1, NAMES.toArray(String[]::new)).retired(),
            cell(2, "p1", "p2", "p3"),
            cell(3, "p4", "p5", "p6"));
    client.putRosterOf(coordinator);

    coordinator.cells = List.of(2);
    coordinator.begin("wider", ofRank(2));
    coordinator.open(0, 1, Optional.empty(), terms -> over(terms, 2, 3), signed -> signed);
    await(
        "the cell is asked",
        () -> FIRST_CELL.stream().allMatch(name -> deployment.isAsked(name, "wider")));
    FIRST_CELL.forEach(name -> deployment.approve(name, "wider"));
    deployment.awaitRefused(FIRST_CELL, "wider", "cohort-changed");
    deployment.awaitRefused(NAMES.subList(3, 6), "wider", "not-in-cohort");
    nothingIsSent();
    deployment.finish(SessionView.Status.FAILED);

    coordinator.cells = null;
    coordinator.begin("narrower", ofRank(2));
    coordinator.open(0, 1, Optional.empty(), terms -> over(terms, 2), signed -> signed);
    await(
        "the cell is asked",
        () -> FIRST_CELL.stream().allMatch(name -> deployment.isAsked(name, "narrower")));
    FIRST_CELL.forEach(name -> deployment.approve(name, "narrower"));
    deployment.awaitRefused(FIRST_CELL, "narrower", "cohort-changed");
    nothingIsSent();
  }

  private static AlgorithmParameters peers(String consensus, DdppmParameters.Topology topology) {
    return settled(
        "ddppm", new DdppmParameters(2, 2, consensus, null, topology, null, null, ITEMS, 1));
  }

  /// In plain consensus each neighbour reads what a participant has.
  @Test
  void peers_whoseConsensusIsNotTheOneThatWasApproved_areRefused() {
    AlgorithmParameters secure = peers(DdppmParameters.SECURE, new DdppmParameters.Complete());
    coordinator.views = view -> Forged.with(view, "parameters", secure);
    coordinator.begin("plain", peers(DdppmParameters.PLAIN, new DdppmParameters.Complete()));
    coordinator.open(1);
    approveAll("plain");

    deployment.awaitRefused("plain", "parameters-mismatch");
    nothingIsSent();
  }

  /// The topology leads to a peer that no roster names.
  @Test
  void peers_ofATopologyWithAStranger_areRefused_beforeTheyMeet(@TempDir Path work)
      throws IOException {
    List<List<String>> edges =
        List.of(
            List.of("p1", "p2"),
            List.of("p2", "p3"),
            List.of("p3", "p4"),
            List.of("p4", "p5"),
            List.of("p5", "p6"),
            List.of("p6", "p9"));
    Algorithm algorithm =
        coordinator.begin(
            "stranger", peers(DdppmParameters.PLAIN, new DdppmParameters.Edges(edges)));
    coordinator.open(1);
    approveAll("stranger");
    await("counts are opened", coordinator::isSummed);
    Path broadcast = coordinator.broadcastAfter(0, algorithm, work);
    coordinator.open(1, 1, Optional.of(broadcast));

    deployment.awaitRefused("stranger", "topology-invalid");
    assertThat(coordinator.stagedChunks()).isZero();
    assertThat(coordinator.received(Phase.MASKED_INPUT)).isZero();
  }
}
