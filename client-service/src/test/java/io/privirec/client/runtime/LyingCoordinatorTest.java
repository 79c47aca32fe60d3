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
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.wire.ExposureView;
import io.privirec.wire.OpenedEquations;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.DdppmParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PrivateFedPowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

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
    return PrivacyParameters.of(.1, 1e-6)
        .withUnit(PrivacyParameters.USER)
        .withColluders(2)
        .withRounds("closed");
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
    deployment.begin(
        "called-exact",
        settled("item-degrees", ItemDegreesParameters.DEFAULT.withPrivacy(privacy())));

    deployment.awaitRefused("called-exact", "noise-not-named");
    nothingIsSent();
  }

  /// The session shows an algorithm with noise, and the records bind the same sums without noise.
  @Test
  void rounds_withoutTheNoiseThatTheSessionShows_areRefused() {
    Map<String, AlgorithmParameters> shown =
        Map.of(
            "item-degrees",
            settled("item-degrees", ItemDegreesParameters.DEFAULT.withPrivacy(privacy())),
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
        terms -> Forged.with(terms, "vector", wider.specs().get(1).vector()),
        signed -> signed);

    deployment.awaitRefused("half-way", "vector-mismatch");
    nothingIsSent();
  }

  private static ExposureView exposure(String session) {
    String path = "/v1/participants/p1/sessions/" + session + "/exposure";
    HttpResponse<String> answer = client.get(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JsonMapper.shared().readValue(answer.body(), ExposureView.class);
  }

  private static void openCountsAndProduct(String session, Algorithm algorithm, Path work)
      throws IOException {
    await(session + " opens its counts", coordinator::isSummed);
    Path files = Files.createDirectory(work.resolve(session));
    coordinator.open(1, 1, Optional.of(coordinator.broadcastAfter(0, algorithm, files)));
    await(session + " opens its product", coordinator::isSummed);
  }

  /// An approval is for a session, and for nothing that follows. Each part opens the counts, which
  /// are a column, and a product of two columns. The exposure leaves the counts out, and sees the
  /// products of all parts: no user is read with the first part, and all users with the last.
  @Test
  void columns_splitOverSessions_needAnApprovalEach_andAddUp(@TempDir Path work)
      throws IOException {
    OpenedEquations before = client.privacy("p1").equations();
    List<Integer> read = new ArrayList<>();
    for (int part = 1; part <= 4; part++) {
      String session = "part-" + part;
      Algorithm algorithm = coordinator.begin(session, ofRank(2));
      coordinator.open(1);
      await("all are asked about " + session, () -> deployment.isAsked(session));
      nothingIsSent();
      ExposureView view = exposure(session);
      assertThat(view.equationsBefore()).isEqualTo(2 * (part - 1));
      assertThat(view.equations()).isEqualTo(2 * part);
      read.add(view.read() == null ? 0 : view.read());
      NAMES.forEach(name -> deployment.approve(name, session));

      openCountsAndProduct(session, algorithm, work);

      deployment.finish(SessionView.Status.FAILED);
      OpenedEquations now = client.privacy("p1").equations();
      assertThat(now.coordinator()).isEqualTo(before.coordinator() + part * 3L);
      for (String name : NAMES) {
        long counts = before.participants().getOrDefault(name, 0L);
        assertThat(now.participants()).containsEntry(name, counts + part);
      }
    }
    assertThat(read).startsWith(0).isSorted().endsWith(6);
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
        "ddppm",
        DdppmParameters.DEFAULT
            .withFactors(DdppmParameters.Vectors.DEFAULT.withK(2).withSteps(2))
            .withConsensus(consensus)
            .withTopology(topology)
            .withTopN(ITEMS)
            .withMinSupport(1));
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
  void peers_ofATopologyWithAStranger_areRefused_beforeTheyJoin(@TempDir Path work)
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
    nothingIsSent();
  }

  private static AlgorithmParameters power(String keyHolder) {
    return FormsWithoutNoise.all(ITEMS, NAMES.size(), keyHolder).get("fedpower-utility");
  }

  /// The key holder decrypts the total of the noise, and so reads the sum without it.
  @Test
  void keyHolder_thatIsNotTheApprovedOne_isRefused() {
    coordinator.views = view -> Forged.with(view, "parameters", power("p1"));
    coordinator.begin("key-holder", power("p2"));
    coordinator.open(1);
    approveAll("key-holder");

    deployment.awaitRefused("key-holder", "parameters-mismatch");
    nothingIsSent();
  }

  @Test
  void keyHolder_thatNoRosterNames_isRefused() {
    coordinator.begin("key-stranger", power("p9"));
    coordinator.open(1);
    approveAll("key-stranger");

    deployment.awaitRefused("key-stranger", "cohort-changed");
    nothingIsSent();
  }

  private static RoundRecord sentAlsoTo(RoundRecord terms, String name) {
    List<CohortMember> cohort = new ArrayList<>(terms.cohort());
    cohort.add(new CohortMember(new ParticipantId(name), coordinator.key().publicKey()));
    return Forged.with(terms, "cohort", cohort);
  }

  /// Replaces the key of the last participant: another process receives under its name.
  private static RoundRecord sentToAnother(RoundRecord terms) {
    List<CohortMember> others = terms.cohort().subList(0, NAMES.size() - 1);
    return sentAlsoTo(Forged.with(terms, "cohort", others), NAMES.getLast());
  }

  /// Each member of a cohort receives the next broadcast of `fedpower`, which is made of the sum.
  @Test
  void recipients_thatNoRosterNames_areRefused_inEachRound(@TempDir Path work) throws IOException {
    AlgorithmParameters parameters = FORMS.get("fedpower");
    coordinator.begin("first-round", parameters);
    coordinator.open(0, 1, Optional.empty(), terms -> sentAlsoTo(terms, "p9"), signed -> signed);
    approveAll("first-round");
    deployment.awaitRefused("first-round", "not-whole-cells");
    nothingIsSent();
    deployment.finish(SessionView.Status.FAILED);

    for (String lie : List.of("more", "another")) {
      Algorithm algorithm = deployment.begin(lie, parameters);
      approveAll(lie);
      await("counts are opened", coordinator::isSummed);
      Path files = Files.createDirectory(work.resolve(lie));
      Path broadcast = coordinator.broadcastAfter(0, algorithm, files);
      coordinator.open(
          1,
          1,
          Optional.of(broadcast),
          terms -> lie.equals("more") ? sentAlsoTo(terms, "p9") : sentToAnother(terms),
          signed -> signed);

      if (lie.equals("more")) {
        deployment.awaitRefused(lie, "not-whole-cells");
      } else {
        deployment.awaitRefused(NAMES.subList(0, 5), lie, "outside-roster");
        deployment.awaitRefused(NAMES.subList(5, 6), lie, "identity-key-mismatch");
      }
      nothingIsSent();
      deployment.finish(SessionView.Status.FAILED);
    }
  }
}
