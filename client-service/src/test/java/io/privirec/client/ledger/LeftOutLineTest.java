package io.privirec.client.ledger;

import static io.privirec.client.TestClient.json;
import static io.privirec.client.TestClient.refused;
import static io.privirec.client.TestRosters.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Rosters of a keeper that replaces a participant by another participant of the same users, so
/// that the users would begin a new ledger. A roster may move a participant out of its cell.
class LeftOutLineTest {
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4");
  private static final PublicIdentityKey ELSEWHERE =
      IdentityKeyPair.generate(new SecureRandom()).publicKey();
  private static final String USER_OF_P1 = "user,item\np1/user-0,i1\n";

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(20, 4, NAMES, "--privirec.client.privacy.min-colluders=1");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  /// A line of the next roster; of a participant that is hosted nowhere, with a key of its own.
  ///
  /// @param words name, holder, earlier names
  private RosterMember line(String words) {
    String[] word = words.split(" ", -1);
    CohortMember key =
        coordinator.members().stream()
            .filter(member -> member.id().value().equals(word[0]))
            .findFirst()
            .orElse(new CohortMember(new ParticipantId(word[0]), ELSEWHERE));
    return new RosterMember(
        key.id(),
        key.identityKey(),
        new Holder(word[1]),
        ids(Arrays.copyOfRange(word, 2, word.length)));
  }

  private static SortedSet<ParticipantId> ids(String... names) {
    return Stream.of(names).map(ParticipantId::new).collect(Collectors.toCollection(TreeSet::new));
  }

  private Roster next(List<Cell> cells, Stream<RosterMember> lines) {
    return new Roster(
        coordinator.rosterInForce().version() + 1, cells, lines.toList(), List.of(), List.of());
  }

  private Roster next(List<Cell> cells, String... lines) {
    return next(cells, Stream.of(lines).map(this::line));
  }

  private HttpResponse<String> put(Roster roster) {
    return client.putText("/v1/roster", coordinator.rosters().text(roster));
  }

  private void take(Roster roster) {
    coordinator.roster = roster;
    client.putRosterOf(coordinator);
  }

  private void isRefused(Roster roster, String code, String... details) {
    String before = client.get("/v1/roster").body();
    HttpResponse<String> answer = put(roster);
    refused(answer, 409, code);
    assertThat(json(answer).get("detail").asString()).contains(details);
    assertThat(client.get("/v1/roster").body()).isEqualTo(before);
  }

  private HttpResponse<String> imported(String participant, String csv) {
    return client.post("/v1/participants/" + participant + "/interactions", "text/csv", csv);
  }

  private void sum(String session, ItemDegreesParameters parameters) {
    deployment.openFirst(session, parameters);
    deployment.finish(SessionView.Status.FAILED);
  }

  /// A roster that has p1b in the place of p1, and no line of p1.
  private Roster replaced() {
    return next(List.of(cell(2, "p1b", "p2", "p3", "p4")), "p1b p1", "p2 p2", "p3 p3", "p4 p4");
  }

  /// A roster that p1 has left. In its place is p1b of the same holder.
  private Roster left() {
    return next(
        List.of(cell(2, "p1b", "p2", "p3", "p4")), "p1 p1", "p1b p1", "p2 p2", "p3 p3", "p4 p4");
  }

  @Test
  void participant_ofAClosedSumWithNoise_isNotReplaced_andKeepsItsUsersWhenItLeaves() {
    sum("noisy", NoisySessions.closed(1));
    client.host("p1b");
    isRefused(replaced(), "line-missing", "no line for p1,", "--rename");
    client.restartWith();
    isRefused(replaced(), "line-missing", "p1");

    take(left());
    HttpResponse<String> answer = imported("p1b", USER_OF_P1);
    refused(answer, 409, "user-at-other-participant");
    assertThat(answer.body()).contains("(p1)", "--rename").doesNotContain("user-0");
    client.importCsv("p1b", "user,item\nanna,i1\n");

    // Imports of earlier versions were not compared with participants that had left.
    client
        .bean(JdbcClient.class)
        .sql("insert into holder_user (participant, id) values ('p1b', 'p1/user-0')")
        .update();
    take(left());
    deployment.begin("again", NoisySessions.closed(1));
    deployment.awaitRefused(List.of("p1b"), "again", "user-at-other-participant");
    assertThat(client.privacy("p1b").sums()).isEmpty();
  }

  @Test
  void participant_thatIsRenamedAfterItLeft_keepsUsersAndLedger() {
    sum("noisy", NoisySessions.closed(1));
    double spent = client.privacy("p1").epsilonLifetime();
    client.host("p1b");
    take(next(List.of(cell(2, "p2", "p3", "p4")), "p1 p1", "p2 p2", "p3 p3", "p4 p4"));
    take(next(List.of(cell(3, "p1b", "p2", "p3", "p4")), "p1b p1 p1", "p2 p2", "p3 p3", "p4 p4"));

    client.importCsv("p1b", USER_OF_P1);

    assertThat(client.privacy("p1b").epsilonLifetime()).isEqualTo(spent).isPositive();
  }

  @Test
  void participant_withoutASum_mayLoseItsLine_andItsKeyNameAndUsersStayItsOwn() {
    List<Cell> cells = List.of(cell(2, "p2", "p3", "p4"));
    take(next(cells, "p2 p2", "p3 p3", "p4 p4"));
    CohortMember old = line("p1 p1").inCohort();

    RosterMember moved = new RosterMember(new ParticipantId("p1b"), old.identityKey());
    isRefused(next(cells, with(moved)), "key-reused", "key of p1b", "key of p1;");
    RosterMember other =
        new RosterMember(old.id(), IdentityKeyPair.generate(new SecureRandom()).publicKey());
    isRefused(next(cells, with(other)), "roster-key-mismatch", "p1");

    client.host("p1b");
    client.importCsv("p1b", USER_OF_P1);
    isRefused(replaced(), "user-at-other-participant", "holder p1 would have 1 users");
    take(next(List.of(cell(3, "p1", "p2", "p3", "p4")), "p1 p1", "p2 p2", "p3 p3", "p4 p4"));
  }

  private Stream<RosterMember> with(RosterMember member) {
    return Stream.concat(Stream.of(member), Stream.of("p2 p2", "p3 p3", "p4 p4").map(this::line));
  }
}
