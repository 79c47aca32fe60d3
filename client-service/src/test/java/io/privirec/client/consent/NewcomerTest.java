package io.privirec.client.consent;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.refused;
import static io.privirec.client.TestRosters.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestRosters;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Waiver;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Holders that join a cell whose other holders were in sessions with noise before. All
/// participants join sessions with noise by themselves.
class NewcomerTest {
  private static final List<String> FIRST = List.of("p1", "p2", "p3", "p4");
  private static final Cell BEFORE = cell(1, FIRST.toArray(String[]::new));

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(20, 4, FIRST, "--privirec.client.privacy.min-colluders=1");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  @BeforeEach
  void runOnceWithoutNewcomers() {
    deployment.openFirst("before", noisy(1));
    deployment.finish(SessionView.Status.FAILED);
  }

  private static ItemDegreesParameters noisy(int colluders) {
    return ItemDegreesParameters.DEFAULT.withPrivacy(
        PrivacyParameters.of(.3, 1e-6)
            .withUnit(PrivacyParameters.USER)
            .withItemsPerUser(5)
            .withColluders(colluders)
            .withRounds("closed"));
  }

  /// Enrols holders, and puts a roster in force whose cell has them, too.
  private void join(String... newcomers) throws GeneralSecurityException {
    List<String> all = new ArrayList<>(FIRST);
    List<Waiver> waivers = new ArrayList<>();
    for (String newcomer : newcomers) {
      client.host(newcomer);
      client.importCsv(newcomer, newcomer + "/user-1,i1\n" + newcomer + "/user-1,i2\n");
      all.add(newcomer);
    }
    for (String newcomer : newcomers) {
      waivers.add(Waiver.parse(client.waiver(newcomer, newcomers)));
    }
    coordinator.roster =
        TestRosters.roster(
            2,
            coordinator.members(),
            waivers,
            List.of(),
            BEFORE.retired(),
            cell(2, all.toArray(String[]::new)));
    client.putRosterOf(coordinator);
  }

  private void awaitOthers(String session) {
    await(
        "the others have joined " + session,
        () -> coordinator.received(Phase.ADVERTISE_KEYS) == FIRST.size());
  }

  @Test
  void singleNewcomer_waitsForOneApproval_andJoinsLaterSessionsByItself() throws Exception {
    join("p5");
    deployment.begin("asked", noisy(1));
    await("it is asked", () -> deployment.isAsked("p5", "asked"));
    awaitOthers("asked");
    assertThat(deployment.of("p5", "asked").rounds()).isEmpty();
    assertThat(deployment.of("p5", "asked").snapshot()).isNull();
    assertThat(client.privacy("p5").sums()).isEmpty();
    assertThat(deployment.of("p5", "asked").wouldDisclose())
        .contains(Newcomers.SENTENCE)
        .contains("An approval of this session approves that for all later sessions with noise.");

    coordinator.silent = true;
    deployment.approve("p5", "asked");
    await("it has joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == FIRST.size() + 1);
    deployment.finish(SessionView.Status.FAILED);
    coordinator.silent = false;

    deployment.openFirst("second", noisy(1));
    deployment.finish(SessionView.Status.FAILED);
    deployment.openFirst("third", noisy(1));
    assertThat(client.privacy("p5").epsilonSpent()).isPositive();
    deployment.finish(SessionView.Status.FAILED);

    deployment.begin("few", noisy(3));
    deployment.awaitRefused(List.of("p5"), "few", "too-few-to-join-alone");
  }

  @Test
  void singleNewcomer_whoseHolderRejects_takesNoPartAndSaysSo() throws Exception {
    client.restartWith("--privirec.client.join-alone=reject");
    join("p5");
    deployment.begin("rejected", noisy(1));

    deployment.awaitRefused(List.of("p5"), "rejected", "join-alone-rejected");
    await(
        "the coordinator is told",
        () ->
            coordinator
                .rejections
                .getOrDefault(new ParticipantId("p5"), Set.of())
                .contains("rejected"));
    awaitOthers("rejected");
    assertThat(deployment.of("p5", "rejected").rounds()).isEmpty();
  }

  /// Five holders are fewer than three and three colluders.
  @Test
  void singleNewcomer_amongTooFewHolders_isRefusedByName() throws Exception {
    join("p5");
    deployment.begin("few", noisy(3));

    deployment.awaitRefused(List.of("p5"), "few", "too-few-to-join-alone");
    assertThat(deployment.of("p5", "few").rounds()).isEmpty();
    deployment.awaitJoined("p1", "few");
  }

  /// The setting changes while the session waits.
  @Test
  void approval_ofASession_thatTheHolderRejectsMeanwhile_isRefused() throws Exception {
    join("p5");
    deployment.begin("late", noisy(1));
    await("it is asked", () -> deployment.isAsked("p5", "late"));
    client.restartWith("--privirec.client.join-alone=reject");

    refused(client.approve("p5", "late"), 409, "consent-mismatch");
    assertThat(deployment.of("p5", "late").rounds()).isEmpty();
  }

  /// The roster may have changed after a person read the text.
  @Test
  void approval_thatDoesNotStateIt_isRefused() throws Exception {
    join("p5");
    deployment.begin("unread", noisy(1));
    await("it is asked", () -> deployment.isAsked("p5", "unread"));
    assertThat(deployment.of("p5", "unread").joinsAlone()).isTrue();

    String path = "/v1/participants/p5/sessions/unread:approve";
    for (String request : List.of("", "{}", "{\"joinsAlone\":false}")) {
      var answer = client.postJson(path, request);
      refused(answer, 409, "consent-mismatch");
      assertThat(answer.body()).contains("does not state joinsAlone");
    }
    assertThat(deployment.isAsked("p5", "unread")).isTrue();
    assertThat(client.postJson(path, "{\"joinsAlone\":true}").statusCode()).isEqualTo(204);
  }

  /// Six holders have two colluders: each newcomer could be alone with one of them.
  @Test
  void twoNewcomers_areBothAsked() throws Exception {
    join("p5", "p6");
    deployment.begin("pair", noisy(2));

    for (String name : List.of("p5", "p6")) {
      await(name + " is asked", () -> deployment.isAsked(name, "pair"));
      deployment.approve(name, "pair");
    }
    await("the sum is opened", coordinator::isSummed);
  }

  /// The participant's loop consents between the standing approval and the approver's consent.
  @Test
  void approval_thatTheLoopOvertakes_isGiven() throws Exception {
    join("p5");
    deployment.begin("raced", noisy(1));
    await("it is asked", () -> deployment.isAsked("p5", "raced"));

    StandingApprovals approvals = client.bean(StandingApprovals.class);
    ParticipantId participant = new ParticipantId("p5");
    HttpResponse<String> answer;
    try (var background = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection = client.bean(DataSource.class).getConnection();
        Statement sql = connection.createStatement()) {
      connection.setAutoCommit(false);
      sql.execute("select pg_advisory_xact_lock(hashtext('consent'), hashtext('p5'))");
      approvals.keep(participant, Newcomers.NAME);
      await("the loop consents", () -> waits(sql));
      client
          .bean(JdbcClient.class)
          .sql("delete from standing_approval where participant = 'p5'")
          .update();
      Future<HttpResponse<String>> approval =
          background.submit(() -> client.approve("p5", "raced"));
      await("it is kept again", () -> approvals.has(participant, Newcomers.NAME));
      connection.commit();
      answer = approval.get();
    }

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    await("it has joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == FIRST.size() + 1);
  }

  private static boolean waits(Statement sql) throws SQLException {
    try (ResultSet rows =
        sql.executeQuery(
            """
            select count(*) from pg_locks
            where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())\
            """)) {
      rows.next();
      return rows.getInt(1) > 0;
    }
  }

  /// Puts a roster in force that has a second cell of new holders.
  private void openCell(String... newcomers) {
    for (String newcomer : newcomers) {
      client.host(newcomer);
    }
    client.importCsv(newcomers[0], newcomers[0] + "/user-1,i1\n");
    coordinator.roster = TestRosters.roster(2, coordinator.members(), BEFORE, cell(2, newcomers));
    client.putRosterOf(coordinator);
  }

  /// Seven holders have two colluders: with p6 and p7, which have no users, the difference of two
  /// releases would be the data of p5.
  @Test
  void newCell_ofNoMoreOthersThanColluders_isAsked() {
    openCell("p5", "p6", "p7");
    deployment.begin("puppets", noisy(2));

    await("p5 is asked", () -> deployment.isAsked("p5", "puppets"));
    awaitOthers("puppets");
    assertThat(client.privacy("p5").sums()).isEmpty();
  }

  /// The operator names the cells of a session. Over the new cell alone, a fifth of its holders
  /// would be a single colluder, and a sum with noise would be in the ledger of p5.
  @Test
  void newCellFirst_thenAllCells_stillAsks() {
    openCell("p5", "p6", "p7");
    coordinator.cells = List.of(2);
    deployment.begin("puppets", noisy(1));
    deployment.awaitRefused(List.of("p5", "p6", "p7"), "puppets", "too-few-to-join-alone");
    deployment.finish(SessionView.Status.FAILED);
    assertThat(client.privacy("p5").sums()).isEmpty();

    coordinator.cells = null;
    deployment.begin("all", noisy(2));
    await("p5 is asked", () -> deployment.isAsked("p5", "all"));
    awaitOthers("all");
    assertThat(client.privacy("p5").sums()).isEmpty();
  }

  @Test
  void allCellsFirst_thenNewCell_isRefusedAlsoAfterApproval() {
    openCell("p5", "p6", "p7");
    deployment.begin("all", noisy(2));
    for (String name : List.of("p5", "p6", "p7")) {
      await(name + " is asked", () -> deployment.isAsked(name, "all"));
      deployment.approve(name, "all");
    }
    await("the sum is opened", coordinator::isSummed);
    deployment.finish(SessionView.Status.FAILED);

    coordinator.cells = List.of(2);
    deployment.begin("puppets", noisy(1));
    deployment.awaitRefused(List.of("p5", "p6", "p7"), "puppets", "too-few-to-join-alone");
    deployment.finish(SessionView.Status.FAILED);

    coordinator.cells = null;
    deployment.openFirst("again", noisy(2));
    assertThat(deployment.isAsked("p5", "again")).isFalse();
  }

  /// Eight holders have two colluders.
  @Test
  void newCell_ofMoreOthersThanColluders_isNotAsked() {
    openCell("p5", "p6", "p7", "p8");
    deployment.begin("many", noisy(2));

    deployment.awaitJoined("p5", "many");
    assertThat(deployment.isAsked("p5", "many")).isFalse();
  }
}
