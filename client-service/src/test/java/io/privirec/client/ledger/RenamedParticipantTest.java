package io.privirec.client.ledger;

import static io.privirec.client.TestClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestRosters;
import io.privirec.privacy.ledger.Equations;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.SessionView;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A participant that a roster renames keeps its ledger.
class RenamedParticipantTest {
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4");

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(
          20,
          4,
          NAMES,
          "--privirec.client.privacy.min-colluders=1",
          "--privirec.client.privacy.max-epsilon=1.2");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  /// The next roster: p2, p3, p4 and one more line.
  ///
  /// @param line names of the participant, the present name first
  private Roster next(String... line) {
    List<RosterMember> members =
        Stream.of(line[0], "p2", "p3", "p4")
            .map(name ->
                new RosterMember(
                    new ParticipantId(name),
                    key(name).identityKey(),
                    new Holder(List.of("p3", "p4").contains(name) ? name : "both"),
                    name.equals(line[0]) ? ids(Arrays.copyOfRange(line, 1, line.length)) : ids()))
            .toList();
    return new Roster(
        coordinator.rosterInForce().version() + 1,
        List.of(TestRosters.cell(1, line[0], "p2", "p3", "p4")),
        members,
        List.of(),
        List.of());
  }

  private CohortMember key(String name) {
    return coordinator.members().stream()
        .filter(member -> member.id().value().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static SortedSet<ParticipantId> ids(String... names) {
    return Stream.of(names).map(ParticipantId::new).collect(Collectors.toCollection(TreeSet::new));
  }

  private void put(Roster roster) {
    coordinator.roster = roster;
    client.putRosterOf(coordinator);
  }

  private void enterWithoutNoise(String participant) {
    client
        .bean(PrivacyLedgers.class)
        .enter(
            new ParticipantId(participant),
            new Sum(
                0,
                "by-" + participant,
                "ab".repeat(32),
                0,
                1,
                "item degrees",
                "cd".repeat(32),
                List.of(participant),
                new Use.Exact(Optional.of(new Equations("als", List.of(), 7, 0, List.of())))));
  }

  @Test
  void sumsAndBudget_ofTheOldName_countForTheNewName() {
    deployment.openFirst("noisy", NoisySessions.closed(1));
    deployment.finish(SessionView.Status.FAILED);
    deployment.openFirst("exact", NoisySessions.EXACT);
    deployment.finish(SessionView.Status.FAILED);
    ParticipantPrivacy before = client.privacy("p1");
    client.host("p1b");

    put(next("p1b", "p1"));

    ParticipantPrivacy renamed = client.privacy("p1b");
    assertThat(renamed.exactSums()).isEqualTo(1);
    assertThat(renamed.equations()).isEqualTo(before.equations());
    assertThat(renamed.epsilonSpent()).isEqualTo(before.epsilonSpent()).isPositive();
    assertThat(renamed.epsilonLifetime()).isEqualTo(before.epsilonLifetime());
    assertThat(renamed.sums()).isEqualTo(before.sums());
    deployment.begin("more", NoisySessions.closed(1));
    deployment.awaitRefused(List.of("p1b"), "more", "period-epsilon-exceeded");
  }

  @Test
  void chainOfRenames_keepsItsSums_alsoWhenALaterRosterOmitsTheNames() {
    enterWithoutNoise("p1");
    client.host("p1b");
    client.host("p1c");
    put(next("p1b", "p1"));
    enterWithoutNoise("p1b");

    put(next("p1c", "p1b"));
    assertThat(client.privacy("p1c").equations().coordinator()).isEqualTo(14);
    put(next("p1c"));

    client.restartWith();
    for (String name : List.of("p1", "p1b", "p1c")) {
      assertThat(client.privacy(name).equations().coordinator()).as(name).isEqualTo(14);
    }
    assertThat(client.privacy("p2").equations().coordinator()).isZero();
  }

  @Test
  void formerName_givenToAnotherParticipant_isRejected() {
    client.host("p1b");
    put(next("p1b", "p1"));
    String before = client.get("/v1/roster").body();

    String reused = coordinator.rosters().text(next("p1"));

    refused(client.putText("/v1/roster", reused), 409, "name-reused");
    assertThat(client.get("/v1/roster").body()).isEqualTo(before);
  }

  @Test
  void users_ofTheOldName_areTheParticipantsOwn_andNoOtherParticipantsOfTheHolder() {
    client.host("p1b");
    put(next("p1b", "p1"));

    client.importCsv("p1b", "user,item\np1/user-0,i1\n");

    refused(
        client.post("/v1/participants/p2/interactions", "text/csv", "user,item\np1/user-0,i1\n"),
        409,
        "user-at-other-participant");
  }
}
