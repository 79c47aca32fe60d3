package io.privirec.client.consent;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.code;
import static io.privirec.client.TestClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Holders;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.participation.Participation;
import io.privirec.client.participation.ParticipationStore;
import io.privirec.client.participation.SessionId;
import io.privirec.client.participation.SessionTerms;
import io.privirec.federation.Algorithm;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Participants that join sessions by themselves, but not those that open pairs of items of single
/// users.
@ExtendWith(OutputCaptureExtension.class)
class ConsentTest {
  private static final int ITEMS = 12;
  private static final List<String> NAMES = List.of("p1", "p2", "p3");
  private static final PriviRecParameters PRIVIREC =
      PriviRecParameters.DEFAULT
          .withModel(
              PriviRecParameters.GfCf.DEFAULT
                  .withGamma(.3)
                  .withFactors(
                      FactorParameters.DEFAULT
                          .withK(4)
                          .withOversampling(0)
                          .withIterations(1)
                          .withLambda("diag-t")
                          .withSeed(7L)))
          .withTopN(ITEMS)
          .withMinSupport(1);

  @RegisterExtension
  private static final TestDeployment deployment = TestDeployment.consenting(ITEMS, 4, NAMES);

  private static final Holders holders = deployment.holders();
  private static final TestCoordinator coordinator = deployment.coordinator();
  private static final TestClient client = deployment.client();

  /// A process that runs out of memory takes all of its participants with it.
  @Test
  void sessionThatWouldTakeTheHeap_isRefused() {
    int items = 50_000;
    coordinator.catalogueOf(items);
    try {
      deployment.begin("too-large", PriviRecKParameters.gfCf(2_000, 1, 0.3, 1L, 2_000, 10));
      deployment.awaitRefused("too-large", "heap-exceeded");
    } finally {
      coordinator.catalogueOf(ITEMS);
    }
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
  }

  @Test
  void privirec_underAutomaticApproval_waitsForEachParticipantsOwn(@TempDir Path work)
      throws IOException {
    Algorithm algorithm = deployment.begin("asked", PRIVIREC);
    await("all are asked", () -> deployment.isAsked("asked"));
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(of("p1", "asked").disclosed()).containsExactly("Nothing so far.");

    deployment.approve("p1", "asked");
    deployment.approve("p2", "asked");
    await("two have joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == 2);
    assertThat(of("p3", "asked").status()).isEqualTo("AWAITING_APPROVAL");
    assertThat(of("p3", "asked").rounds()).isEmpty();

    deployment.approve("p3", "asked");
    await("degrees are opened", coordinator::isSummed);
    Path broadcast = coordinator.broadcastAfter(0, algorithm, work);
    coordinator.open(1, 1, Optional.of(broadcast));
    await("the item Gram matrix is opened", coordinator::isSummed);
    assertThat(holders.isSumOfAll(coordinator.sum(), algorithm, 1, broadcast)).isTrue();

    deployment.finish(SessionView.Status.FAILED);
    ParticipationView over = of("p1", "asked");
    assertThat(over.wouldDisclose()).isEmpty();
    assertThat(over.disclosed().getLast())
        .contains(over.terms().itemPairs().distinct() + " pairs of items");
  }

  /// Counting takes time that depends on the data. The service counts for a person who looks, and
  /// the terms that the participant's loop settled have no pairs.
  @Test
  void pairs_areCountedForTheirReader_andNotAtFirstContact() {
    ParticipationStore store = client.bean(ParticipationStore.class);
    deployment.begin("unread", PRIVIREC);
    await("it is settled", () -> settled(store).isPresent());
    assertThat(settled(store).orElseThrow().itemPairs()).isEmpty();

    assertThat(of("p1", "unread").terms().itemPairs().distinct()).isPositive();

    assertThat(settled(store).orElseThrow().itemPairs()).isEmpty();
    deployment.approve("p1", "unread");
    assertThat(settled(store).orElseThrow().itemPairs()).isPresent();
  }

  private static Optional<SessionTerms> settled(ParticipationStore store) {
    return store
        .find(new SessionId("unread"), new ParticipantId("p1"))
        .flatMap(Participation::terms);
  }

  @Test
  void whoeverIsAsked_readsWhatWouldBeOpenedOfItsOwnUsers() {
    deployment.begin("read", PRIVIREC);
    await("it is asked", () -> deployment.isAsked("p2", "read"));

    ParticipationView view = of("p2", "read");

    Set<List<Integer>> pairs = new HashSet<>();
    Set<List<Integer>> shared = new HashSet<>();
    for (int user = 0; user < 4; user++) {
      TreeSet<Integer> history = new TreeSet<>(holders.history("p2", "p2/user-" + user));
      for (int item : history) {
        for (int other : history.tailSet(item, false)) {
          if (!pairs.add(List.of(item, other))) {
            shared.add(List.of(item, other));
          }
        }
      }
    }
    assertThat(view.terms().itemPairs())
        .isEqualTo(new ParticipationView.OpenedPairs(pairs.size(), pairs.size() - shared.size()));
    assertThat(String.join(" ", view.wouldDisclose()))
        .contains("78 %")
        .contains("pairs of items of single users")
        .contains(pairs.size() + " distinct pairs")
        .contains("would enter the sum; " + (pairs.size() - shared.size()) + " of them")
        .doesNotContain("leave the session");
  }

  @Test
  void whoeverIsAsked_readsWhichItemsLeaveAndWhoseWordThatIs() {
    deployment.begin(
        "fewer-items",
        PriviRecParameters.DEFAULT.withModel(PRIVIREC.model()).withTopN(ITEMS).withMinSupport(5));
    await("it is asked", () -> deployment.isAsked("p2", "fewer-items"));

    assertThat(String.join(" ", of("p2", "fewer-items").wouldDisclose()))
        .contains("Items that fewer than 5 users of the cohort have leave the session")
        .contains("is the coordinator's word")
        .contains("would enter the sum, but for those of items that leave the session;");
  }

  @Test
  void whoeverIsAsked_readsWithWhomAndFromWhichData() {
    deployment.begin("shown", PRIVIREC);
    await("it is asked", () -> deployment.isAsked("p2", "shown"));

    ParticipationView view = of("p2", "shown");

    assertThat(view.terms().roundKind()).isEqualTo("closed");
    assertThat(view.terms().rosterVersion()).isEqualTo(1);
    assertThat(view.terms().cells()).containsExactly(1);
    assertThat(view.terms().onMissing()).isEqualTo("wait");
    assertThat(view.terms().minParticipants()).isEqualTo(3);
    assertThat(view.cohort().cells()).containsExactly(new ParticipationView.Cell(1, 3, NAMES));
    assertThat(view.cohort().ownCell()).isEqualTo(1);
    assertThat(view.cohort().participants()).isEqualTo(3);
    assertThat(view.cohort().ownAtom()).isEqualTo(new ParticipationView.Atom(3, NAMES));
    assertThat(view.cohort().smallestAtom()).isEqualTo(view.cohort().ownAtom());
    assertThat(view.snapshot()).isNull();
    assertThat(String.join(" ", view.wouldDisclose()))
        .contains("everybody in the cells 1, 3 participants, or nothing")
        .contains("frozen at consent");
  }

  @Test
  void approval_ofOtherCellsThanAsked_isAMismatchAndChangesNothing() {
    deployment.begin("bound", PRIVIREC);
    await("it is asked", () -> deployment.isAsked("p1", "bound"));
    String path = "/v1/participants/p1/sessions/bound:approve";

    var other = client.postJson(path, "{\"cells\":[1,2]}");

    refused(other, 409, "consent-mismatch");
    var twice = client.postJson(path, "{\"cells\":[1,1]}");
    refused(twice, 422, "invalid-value");
    assertThat(twice.body()).contains("/cells/1");
    assertThat(deployment.isAsked("p1", "bound")).isTrue();
    refused(client.postJson(path, "{\"cells\":[1]}"), 409, "exposure-not-measured");
    assertThat(deployment.isAsked("p1", "bound")).isTrue();
    assertThat(client.get("/v1/participants/p1/sessions/bound/exposure").statusCode())
        .isEqualTo(200);
    assertThat(client.postJson(path, "{\"cells\":[1]}").statusCode()).isEqualTo(204);
    assertThat(of("p1", "bound").snapshot()).isNotNull();
  }

  /// Returns the files of the participant's snapshots. A snapshot stays until a newer snapshot.
  private static List<Path> frozen() throws IOException {
    Path directory = deployment.data().resolve("sessions/snapshots/p1");
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void privirec_neverApproved_freezesNothingAndLeavesNothingBehind() throws IOException {
    List<Path> before = frozen();
    deployment.begin("ignored", PRIVIREC);
    await("all are asked", () -> deployment.isAsked("ignored"));
    assertThat(frozen()).isSubsetOf(before);

    deployment.finish(SessionView.Status.FAILED);

    assertThat(of("p1", "ignored").disclosed())
        .containsExactly("Nothing: the session ended without this participant.");
    assertThat(
            client
                .bean(JdbcClient.class)
                .sql("select count(*) from round_participation where session_id = 'ignored'")
                .query(Integer.class)
                .single())
        .isZero();
    var late = client.postJson("/v1/participants/p1/sessions/ignored:approve", "");
    assertThat(code(late)).isEqualTo("approval-not-pending");
  }

  /// The consent has reserved its budget and not ended its transaction when the rejection comes.
  @Test
  void rejectionBesideAConsent_endsTheParticipation() throws Exception {
    deployment.begin("both", PRIVIREC);
    await("all are asked", () -> deployment.isAsked("both"));
    String path = "/v1/participants/p1/sessions/both";
    await("it is measured", () -> client.get(path + "/exposure").statusCode() == 200);
    JdbcClient database = client.bean(JdbcClient.class);
    TransactionTemplate transaction =
        new TransactionTemplate(client.bean(PlatformTransactionManager.class));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> answers =
          transaction.execute(_ -> {
            // The consent writes the snapshot's row after its reservation.
            database.sql("lock table snapshot in share mode").update();
            int holder = database.sql("select pg_backend_pid()").query(Integer.class).single();
            Future<Integer> consent =
                threads.submit(() -> client.postJson(path + ":approve", "").statusCode());
            await("the consent waits for the table", () -> blocked(database, holder) == 1);
            Future<Integer> rejection =
                threads.submit(() -> client.postJson(path + ":reject", "").statusCode());
            await(
                "the rejection waits for the consent, or ends",
                () -> blocked(database, holder) == 2 || rejection.isDone());
            return List.of(consent, rejection);
          });
      assertThat(answers.getFirst().get()).isEqualTo(204);
      assertThat(answers.getLast().get()).isEqualTo(204);
    }

    assertThat(of("p1", "both").status()).isEqualTo("OVER");
    assertThat(of("p1", "both").refusal()).isEqualTo("rejected-by-holder");
    await(
        "the coordinator knows the rejection",
        () ->
            coordinator
                .rejections
                .getOrDefault(new ParticipantId("p1"), Set.of())
                .contains("both"));
    assertThat(of("p1", "both").rounds()).isEmpty();
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
  }

  /// Returns how many connections wait for a lock of a connection, or for a connection that waits
  /// for such a lock.
  private static int blocked(JdbcClient database, int holder) {
    return database
        .sql(
            """
            with recursive blocked (pid) as (
              select pid from pg_stat_activity where ? = any (pg_blocking_pids(pid))
              union
              select waiting.pid from pg_stat_activity waiting
                join blocked on blocked.pid = any (pg_blocking_pids(waiting.pid)))
            select count(*) from blocked\
            """)
        .param(holder)
        .query(Integer.class)
        .single();
  }

  /// An earlier version, or an earlier setting, let the service join without a person.
  @Test
  void sessionWithoutNoise_thatNoPersonApproved_waitsForApprovalAgain(
      @TempDir Path work, CapturedOutput output) throws IOException {
    Algorithm algorithm = deployment.begin("earlier", PRIVIREC);
    await("all are asked", () -> deployment.isAsked("earlier"));
    NAMES.forEach(name -> deployment.approve(name, "earlier"));
    await("degrees are opened", coordinator::isSummed);
    Path broadcast = coordinator.broadcastAfter(0, algorithm, work);
    client
        .bean(JdbcClient.class)
        .sql("update participation set approved_at = null where session_id = 'earlier'")
        .update();

    coordinator.open(1, 1, Optional.of(broadcast));

    await("all are asked again", () -> deployment.isAsked("earlier"));
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(output).contains("p1 waits for approval of session earlier again");
    NAMES.forEach(name -> deployment.approve(name, "earlier"));
    await("the item Gram matrix is opened", coordinator::isSummed);
    deployment.finish(SessionView.Status.FAILED);
  }

  @Test
  void privirecK_underAutomaticApproval_isJoinedAtOnce() {
    deployment.begin("factors", deployment.parameters(7));

    await("degrees are opened", coordinator::isSummed);

    assertThat(of("p1", "factors").terms().itemPairs()).isNull();
  }

  /// Two products of six columns are twelve equations for each row of twelve items.
  @Test
  void privirecK_withProductsThatTellTheWholeMatrix_waitsForApproval() {
    deployment.begin("columns", PriviRecKParameters.gfCf(6, 2, 0.3, 7L, 6, ITEMS));

    await("all are asked", () -> deployment.isAsked("columns"));

    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(of("p1", "columns").terms().itemPairs()).isNotNull();
  }

  private static ParticipationView of(String participant, String session) {
    return deployment.of(participant, session);
  }
}
