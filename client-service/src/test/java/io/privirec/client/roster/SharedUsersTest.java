package io.privirec.client.roster;

import static io.privirec.client.TestClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Tests that the participants of a holder have disjoint users.
class SharedUsersTest {
  @RegisterExtension
  private final TestDeployment deployment =
      new TestDeployment(8, 0, List.of("p1", "p2", "p3", "p4"));

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  /// The next roster, with p1 and p2 under the same holder.
  private String joined() {
    Roster now = coordinator.rosterInForce();
    List<RosterMember> members =
        now.members().stream()
            .map(member ->
                new RosterMember(
                    member.id(),
                    member.identityKey(),
                    List.of("p1", "p2").contains(member.id().value())
                        ? new Holder("both")
                        : new Holder(member.id().value()),
                    Collections.<ParticipantId>emptySortedSet()))
            .toList();
    coordinator.roster =
        new Roster(now.version() + 1, now.cells(), members, now.waivers(), now.departures());
    return coordinator.rosters().text(coordinator.rosterInForce());
  }

  private HttpResponse<String> imported(String participant, String csv) {
    return client.post("/v1/participants/" + participant + "/interactions", "text/csv", csv);
  }

  @Test
  void user_ofAnotherParticipantOfTheHolder_isRejectedByRowAndNumber() {
    client.put(joined());
    client.importCsv("p1", "user,item\nanna,i1\nbert,i2\n");

    HttpResponse<String> answer = imported("p2", "user,item\ncleo,i1\nbert,i2\nanna,i3\nbert,i4\n");

    refused(answer, 409, "user-at-other-participant");
    assertThat(answer.body())
        .contains("2 users of the import", "the first in row 2")
        .doesNotContain("anna", "bert", "cleo");
    client.importCsv("p2", "user,item\ncleo,i1\n");
    client.importCsv("p1", "user,item\nanna,i5\n");
    client.importCsv("p3", "user,item\nanna,i1\n");
  }

  /// The second import waits for the first import, and finds its users.
  @Test
  void imports_atOnce_areNotBothTaken() {
    client.put(joined());
    String csv = "user,item\nanna,i1\n";
    List<Integer> found =
        Stream.of("p1", "p2")
            .map(name -> CompletableFuture.supplyAsync(() -> imported(name, csv).statusCode()))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .sorted()
            .toList();
    assertThat(found).containsExactly(200, 409);
  }

  @Test
  void roster_thatJoinsParticipantsWithCommonUsers_isRejected() {
    client.importCsv("p1", "user,item\nanna,i1\nbert,i2\n");
    client.importCsv("p2", "user,item\nbert,i2\n");
    String before = client.get("/v1/roster").body();

    HttpResponse<String> answer = client.putText("/v1/roster", joined());

    refused(answer, 409, "user-at-other-participant");
    assertThat(answer.body())
        .contains("holder both would have 1 users at more than one of its participants")
        .doesNotContain("bert");
    assertThat(client.get("/v1/roster").body()).isEqualTo(before);
  }
}
