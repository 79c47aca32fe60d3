package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.RosterView;
import io.privirec.wire.RosterView.CellView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// The roster of a coordinator of its own: what it takes, what it refuses, what sessions need.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RosterTest {
  @TempDir private static Path data;
  private static RunningCoordinator coordinator;
  private static List<TestParticipant> all;
  private static Api api;

  @BeforeAll
  static void start() {
    coordinator = RunningCoordinator.start(data);
    api = coordinator.api();
    TestCatalogue.ensure(api);
    all = TestParticipant.enrolAll(api, "member", 5);
  }

  @AfterAll
  static void stop() {
    coordinator.close();
  }

  @Test
  @Order(1)
  void noRoster_sessionsOverDataAreRefusedAndRehearsalsAreNot() {
    assertThat(api.adminGet("/v1/roster").problem()).isEqualTo("no-roster");
    assertThat(plan("{\"algorithm\":\"item-degrees\"}")).isEqualTo("no-roster");
    assertThat(
            api.adminPost(
                    "/v1/sessions:plan",
                    "{\"algorithm\":\"rehearsal\",\"parameters\":{\"elements\":9}}")
                .status())
        .isEqualTo(200);
  }

  @Test
  @Order(2)
  void roster_newerOrTheSame_isTakenAndHandedOut() {
    String text = TestRosters.text(ofTheFirst(4, 2));
    RosterView view = api.adminPut("/v1/roster", text).as(RosterView.class);

    assertThat(view.version()).isEqualTo(2);
    assertThat(view.members()).isEqualTo(4);
    assertThat(view.cells()).containsExactly(new CellView(1, 3, false, 4));
    assertThat(view.unlisted()).containsExactly(all.get(4).name());
    assertThat(api.adminPut("/v1/roster", text).status()).isEqualTo(200);
    assertThat(api.adminGet("/v1/roster").text()).isEqualTo(text);
    assertThat(all.getFirst().get("/v1/roster").text()).isEqualTo(text);
    assertThat(api.get("/v1/roster").problem()).isEqualTo("unauthenticated");
  }

  @Test
  @Order(3)
  void roster_malformedOlderOrAnotherOfTheVersion_isRefused() {
    assertThat(put("privirec-roster v2\n")).isEqualTo("malformed-roster");
    assertThat(put(TestRosters.text(ofTheFirst(4, 1)))).isEqualTo("outdated-roster");
    assertThat(put(TestRosters.text(ofTheFirst(3, 2)))).isEqualTo("roster-conflict");
    assertThat(TestRosters.inForce(api)).contains(ofTheFirst(4, 2));
  }

  @Test
  @Order(4)
  void session_overCellsThatAreNotThoseOfTheEnrolled_isRefusedByName() {
    List<CohortMember> members = new ArrayList<>(members(all));
    members.set(1, new CohortMember(all.get(1).id(), TestRosters.freshKey()));
    assertThat(put(TestRosters.text(Roster.ofOneCell(3, members))))
        .isEqualTo("roster-key-mismatch");
    // The roster in force does not list the fifth yet: no holder has a key of it to compare.
    members.set(1, members(all).get(1));
    members.set(4, new CohortMember(all.get(4).id(), TestRosters.freshKey()));
    TestRosters.put(api, Roster.ofOneCell(3, members));
    assertThat(plan("{\"algorithm\":\"item-degrees\"}")).isEqualTo("roster-key-mismatch");

    members.set(1, new CohortMember(new ParticipantId("stranger"), TestRosters.freshKey()));
    members.set(4, members(all).get(4));
    TestRosters.put(api, Roster.ofOneCell(4, members));
    assertThat(plan("{\"algorithm\":\"item-degrees\"}")).isEqualTo("unknown-participant");
  }

  private static String put(String text) {
    return api.adminPut("/v1/roster", text).problem();
  }

  private static String plan(String request) {
    return api.adminPost("/v1/sessions:plan", request).problem();
  }

  private static Roster ofTheFirst(int count, int version) {
    return Roster.ofOneCell(version, members(all.subList(0, count)));
  }

  private static List<CohortMember> members(List<TestParticipant> participants) {
    return participants.stream()
        .map(participant -> new CohortMember(participant.id(), participant.identity().publicKey()))
        .toList();
  }
}
