package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.secagg.roster.FormerNames;
import io.privirec.secagg.roster.KnownLines;
import io.privirec.secagg.roster.MaskedCell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterCheck;
import io.privirec.secagg.roster.RosterFault;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.secagg.roster.Waiver;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// For each fault, a roster that coordinator and holders reject for the same reason.
class RosterFaultTest {
  private static final IdentityKeyPair STRANGER = IdentityKeyPair.generate(new SecureRandom());
  private static final IdentityKeyPair WAITING = IdentityKeyPair.generate(new SecureRandom());

  @TempDir private static Path data;
  private static RunningCoordinator coordinator;
  private static Api api;
  private static TestCohort cohort;
  private static SignedRoster inForce;

  /// A session without noise has used cell 1, and version 5 is in force.
  @BeforeAll
  static void useACell() throws GeneralSecurityException {
    coordinator =
        RunningCoordinator.start(data, "--privirec.coordinator.roster-key=" + TestRosters.key());
    api = coordinator.api();
    TestCatalogue.ensure(api);
    cohort = TestCohort.ofOneCell(coordinator, "member", 6);
    assertThat(cohort.runTiny().failure()).isNull();
    TestRosters.put(api, whole(4, "waiting"));
    TestRosters.put(api, roster(5, cell(1, 3, cohort.participants())));
    inForce = SignedRoster.parse(api.adminGet("/v1/roster").text());
  }

  @AfterAll
  static void stop() {
    coordinator.close();
  }

  private static Cell cell(int number, int minimum, List<TestParticipant> members) {
    return new Cell(
        number,
        minimum,
        false,
        members.stream().map(TestParticipant::id).collect(Collectors.toCollection(TreeSet::new)));
  }

  private static List<RosterMember> members() {
    return cohort.participants().stream()
        .map(each -> new RosterMember(each.id(), each.identity().publicKey()))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Roster roster(int version, Cell... cells) {
    return new Roster(version, List.of(cells), members(), List.of(), List.of());
  }

  /// A roster with a further line without a cell, always of the same key.
  private static Roster whole(int version, String waiting) {
    List<RosterMember> members = members();
    members.add(new RosterMember(new ParticipantId(waiting), WAITING.publicKey()));
    return new Roster(
        version, List.of(cell(1, 3, cohort.participants())), members, List.of(), List.of());
  }

  private static Roster whole(int version) {
    return roster(version, cell(1, 3, cohort.participants()));
  }

  private static void bothReject(String text, Class<? extends RosterFault> fault, String problem)
      throws GeneralSecurityException {
    TestParticipant holder = cohort.participants().getFirst();
    List<CohortMember> hosted =
        List.of(new CohortMember(holder.id(), holder.identity().publicKey()));
    SignedRoster candidate = SignedRoster.parse(text);
    Optional<RosterFault> found =
        RosterCheck.check(
                candidate,
                TestRosters.key(),
                Optional.of(inForce),
                List.of(MaskedCell.of(inForce.roster().cell(1).orElseThrow())),
                hosted)
            .or(() ->
                KnownLines.of(KnownLines.stated(whole(4, "waiting")), FormerNames.NONE)
                    .fault(
                        candidate.roster(),
                        Optional.of(inForce.roster()),
                        List.of(holder.id()),
                        hosted));
    assertThat(found).containsInstanceOf(fault);
    Api.Answer answer = api.adminPut("/v1/roster", text);
    assertThat(answer.problem()).isEqualTo(problem);
    assertThat(answer.text()).contains(found.get().message());
    assertThat(api.adminGet("/v1/roster").text()).isEqualTo(inForce.text());
  }

  @Test
  void signature_ofAnotherKey_isRejectedByBoth() throws GeneralSecurityException {
    bothReject(
        SignedRoster.sign(whole(6), STRANGER).text(),
        RosterFault.BadSignature.class,
        "bad-signature");
  }

  @Test
  void version_olderOrTwice_isRejectedByBoth() throws GeneralSecurityException {
    bothReject(TestRosters.text(whole(4)), RosterFault.Outdated.class, "outdated-roster");
    Roster other =
        roster(
            5,
            cell(1, 3, cohort.participants()),
            cell(2, 3, cohort.participants().subList(0, 3)).retired());
    bothReject(TestRosters.text(other), RosterFault.Forked.class, "roster-conflict");
  }

  @Test
  void statement_forged_isRejectedByBoth() throws GeneralSecurityException {
    ParticipantId first = cohort.participants().getFirst().id();
    Waiver waiver = Waiver.sign(TestRosters.key(), Set.of(first), first, STRANGER);
    Roster waived = new Roster(6, whole(6).cells(), members(), List.of(waiver), List.of());
    bothReject(TestRosters.text(waived), RosterFault.ForgedWaiver.class, "bad-waiver");
    DepartureClause clause = DepartureClause.sign(TestRosters.key(), first, STRANGER);
    Roster left = new Roster(6, whole(6).cells(), members(), List.of(), List.of(clause));
    bothReject(TestRosters.text(left), RosterFault.ForgedDeparture.class, "bad-waiver");
  }

  @Test
  void key_ofAnEnrolledParticipantChanged_isRejectedByBoth() throws GeneralSecurityException {
    List<RosterMember> members = members();
    members.set(0, new RosterMember(members.getFirst().id(), STRANGER.publicKey()));
    Roster changed = new Roster(6, whole(6).cells(), members, List.of(), List.of());
    bothReject(TestRosters.text(changed), RosterFault.ChangedKey.class, "roster-key-mismatch");
  }

  @Test
  void key_ofAnEarlierLineUnderAnotherName_isRejectedByBoth() throws GeneralSecurityException {
    bothReject(TestRosters.text(whole(6, "another")), RosterFault.ReusedKey.class, "key-reused");
  }

  @Test
  void cell_usedAndMissingOrChanged_isRejectedByBoth() throws GeneralSecurityException {
    Roster missing = roster(6, cell(2, 3, cohort.participants()));
    bothReject(TestRosters.text(missing), RosterFault.MissingCell.class, "cell-missing");
    Roster changed = roster(6, cell(1, 4, cohort.participants()));
    bothReject(TestRosters.text(changed), RosterFault.ChangedCell.class, "cell-changed");
  }

  @Test
  void atom_tooSmallAndUnsigned_isRejectedByBoth() throws GeneralSecurityException {
    Roster split =
        roster(
            6,
            cell(1, 3, cohort.participants()).retired(),
            cell(2, 3, cohort.participants().subList(0, 4)));
    bothReject(TestRosters.text(split), RosterFault.SmallAtom.class, "atom-too-small");
  }
}
