package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.CoordinatorLedgerView.Account;
import io.privirec.wire.ReleaseClaimView;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The coordinator counts entries under all names of a renamed participant.
class RenamedParticipantTest {
  @TempDir Path data;

  /// The roster in force, with a participant under another name.
  private static Roster renamed(Api api, TestParticipant before, TestParticipant after)
      throws GeneralSecurityException {
    Roster now = SignedRoster.parse(api.adminGet("/v1/roster").text()).roster();
    List<RosterMember> members = new ArrayList<>();
    for (RosterMember member : now.members()) {
      members.add(
          member.id().equals(before.id())
              ? new RosterMember(
                  after.id(),
                  after.identity().publicKey(),
                  member.holder(),
                  new TreeSet<>(List.of(before.id())))
              : member);
    }
    List<Cell> cells = new ArrayList<>();
    for (Cell cell : now.cells()) {
      SortedSet<ParticipantId> ids = new TreeSet<>(cell.members());
      if (ids.remove(before.id())) {
        ids.add(after.id());
      }
      cells.add(new Cell(cell.number(), cell.minimum(), cell.former(), ids));
    }
    return new Roster(now.version() + 1, cells, members, List.of(), List.of());
  }

  /// The same roster without the former name.
  private static Roster replaced(Api api, TestParticipant before, TestParticipant after)
      throws GeneralSecurityException {
    Roster renamed = renamed(api, before, after);
    List<RosterMember> members =
        renamed.members().stream()
            .map(member ->
                new RosterMember(
                    member.id(),
                    member.identityKey(),
                    member.holder(),
                    Collections.emptySortedSet()))
            .toList();
    return new Roster(renamed.version(), renamed.cells(), members, List.of(), List.of());
  }

  private static ReleaseClaimView claim(Api api, String release) {
    return api.get("/v1/releases/" + release + "/claim").as(ReleaseClaimView.class);
  }

  @Test
  void rename_keepsSumsAndMarks_andTheNameIsNotReused() throws GeneralSecurityException {
    try (RunningCoordinator coordinator = RunningCoordinator.start(data)) {
      Api api = coordinator.api();
      TestCohort cohort = TestCohort.ofOneCell(coordinator, "named", 4);
      String release =
          cohort
              .runToEnd(NoisyCohort.start(cohort, NoisyCohort.privacy(1, "closed")).id())
              .releaseId();
      assertThat(claim(api, release).holds()).isTrue();
      TestParticipant old = cohort.participants().getFirst();
      TestParticipant renamed = TestParticipant.enrol(api, "renamed");
      Api.Answer replaced =
          api.adminPut("/v1/roster", TestRosters.text(replaced(api, old, renamed)));
      assertThat(replaced.status()).isEqualTo(409);
      assertThat(replaced.problem()).isEqualTo("line-missing");
      assertThat(replaced.text()).contains("no line for " + old.name() + ",", "--rename");
      TestRosters.put(api, renamed(api, old, renamed));
      TestCohort after =
          new TestCohort(
              coordinator,
              List.of(
                  renamed,
                  cohort.participants().get(1),
                  cohort.participants().get(2),
                  cohort.participants().get(3)));

      assertThat(after.runTiny().failure()).isNull();

      for (TestParticipant name : List.of(old, renamed)) {
        CoordinatorLedgerView own = name.get("/v1/privacy/ledger").as(CoordinatorLedgerView.class);
        Account account = own.accounts().getFirst();
        assertThat(account.participants()).containsExactly(name.name());
        assertThat(account.exactSums()).isEqualTo(2);
        assertThat(account.epsilonLifetime()).isPositive();
        assertThat(own.entries()).hasSizeGreaterThan(3);
      }
      TestWait.until("the claim ends", () -> !claim(api, release).holds());
      assertThat(claim(api, release).reason()).isEqualTo("sums-without-noise");

      Roster now = SignedRoster.parse(api.adminGet("/v1/roster").text()).roster();
      List<RosterMember> members = new ArrayList<>(now.members());
      members.removeIf(member -> member.id().equals(renamed.id()));
      members.add(
          new RosterMember(
              renamed.id(),
              renamed.identity().publicKey(),
              new Holder("renamed"),
              new TreeSet<>(List.of(old.id(), new ParticipantId("other")))));
      TestRosters.put(
          api, new Roster(now.version() + 1, now.cells(), members, List.of(), List.of()));
      members.removeLast();
      members.add(
          new RosterMember(
              renamed.id(),
              renamed.identity().publicKey(),
              new Holder("renamed"),
              new TreeSet<>(List.of(old.id()))));
      TestParticipant other = TestParticipant.enrol(api, "other");
      members.add(
          new RosterMember(
              other.id(),
              other.identity().publicKey(),
              new Holder("other"),
              Collections.emptySortedSet()));
      Api.Answer reused =
          api.adminPut(
              "/v1/roster",
              TestRosters.text(
                  new Roster(now.version() + 2, now.cells(), members, List.of(), List.of())));
      assertThat(reused.problem()).isEqualTo("name-reused");
    }
  }
}
