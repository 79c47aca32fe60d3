package io.privirec.secagg.roster;

import static io.privirec.secagg.roster.Rosters.KEEPER;
import static io.privirec.secagg.roster.Rosters.address;
import static io.privirec.secagg.roster.Rosters.cell;
import static io.privirec.secagg.roster.Rosters.departure;
import static io.privirec.secagg.roster.Rosters.former;
import static io.privirec.secagg.roster.Rosters.id;
import static io.privirec.secagg.roster.Rosters.ids;
import static io.privirec.secagg.roster.Rosters.key;
import static io.privirec.secagg.roster.Rosters.line;
import static io.privirec.secagg.roster.Rosters.lines;
import static io.privirec.secagg.roster.Rosters.roster;
import static io.privirec.secagg.roster.Rosters.waiver;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a participant puts in force, and what it refuses by name.
class RosterCheckTest {
  private static final IdentityKeyPair OTHER_KEEPER =
      IdentityKeyPair.generate(new SeededRandom(77));
  private static final Cell FIVE = cell(1, "a,b,c,d,e");
  private static final Cell THREE = cell(2, "a,b,c");

  private static SignedRoster signed(Roster roster) {
    return SignedRoster.sign(roster, KEEPER);
  }

  private static Optional<RosterFault> check(Roster candidate) {
    return check(candidate, Optional.empty(), List.of(), List.of());
  }

  private static Optional<RosterFault> after(Roster inForce, Roster candidate, Cell... maskedFor) {
    List<MaskedCell> masked = List.of(maskedFor).stream().map(MaskedCell::of).toList();
    return check(candidate, Optional.of(inForce), masked, List.of());
  }

  private static Optional<RosterFault> check(
      Roster candidate,
      Optional<Roster> inForce,
      Collection<MaskedCell> maskedFor,
      Collection<CohortMember> hosted) {
    return RosterCheck.check(
        signed(candidate),
        KEEPER.publicKey(),
        inForce.map(RosterCheckTest::signed),
        maskedFor,
        hosted);
  }

  private static Optional<RosterFault> small(Roster roster, String atom, String unsigned) {
    Atom found =
        roster.atoms().stream()
            .filter(each -> each.members().equals(ids(atom)))
            .findFirst()
            .orElseThrow();
    return Optional.of(new RosterFault.SmallAtom(found, ids(unsigned)));
  }

  @Test
  void check_firstRosterOfTheKeeper_isAccepted() {
    assertThat(check(roster(1, FIVE))).isEmpty();
    assertThat(check(roster(9, FIVE, cell(2, "x,y,z")))).isEmpty();
  }

  @Test
  void check_anotherKeeper_isRefused() {
    SignedRoster forged = SignedRoster.sign(roster(1, FIVE), OTHER_KEEPER);
    assertThat(
            RosterCheck.check(forged, KEEPER.publicKey(), Optional.empty(), List.of(), List.of()))
        .contains(new RosterFault.BadSignature());
  }

  @Test
  void check_versions_onlyGrowAndMayBeSkipped() {
    Roster inForce = roster(3, FIVE);
    assertThat(after(inForce, roster(3, FIVE))).isEmpty();
    assertThat(after(inForce, roster(4, FIVE))).isEmpty();
    assertThat(after(inForce, roster(40, FIVE), FIVE)).isEmpty();
    assertThat(after(inForce, roster(2, FIVE))).contains(new RosterFault.Outdated(2, 3));
    Roster fork = roster(3, FIVE, cell(2, "x,y,z"));
    assertThat(after(inForce, fork)).contains(new RosterFault.Forked(3));
  }

  @Test
  void check_changedAddress_isAcceptedInANewVersionOnly() {
    Roster inForce = withAddressOfA(3, address("http://a.example"));
    CohortMember hosted = line("a").inCohort();
    for (Optional<URI> next : List.of(address("http://b.example"), Optional.<URI>empty())) {
      assertThat(
              check(
                  withAddressOfA(4, next),
                  Optional.of(inForce),
                  List.of(MaskedCell.of(FIVE)),
                  List.of(hosted)))
          .isEmpty();
      assertThat(after(inForce, withAddressOfA(3, next))).contains(new RosterFault.Forked(3));
    }
  }

  private static Roster withAddressOfA(int version, Optional<URI> address) {
    List<RosterMember> members = with("b,c,d,e", line("a").at(address));
    return new Roster(version, List.of(FIVE), members, List.of(), List.of());
  }

  @Test
  void check_smallAtom_namesWhoWouldHaveToSign() {
    Roster left = roster(2, FIVE.retired(), THREE);
    assertThat(after(roster(1, FIVE), left, FIVE)).isEqualTo(small(left, "d,e", "d,e"));
    Roster joined = roster(2, former(1, "a,b,c"), cell(2, "a,b,c,d"));
    assertThat(check(joined)).isEqualTo(small(joined, "d", "d"));
    assertThat(check(joined).orElseThrow().message())
        .isEqualTo(
            "d would be told apart, being alone in exactly the cells 2; holders: 1, minimum: 3; a"
                + " waiver lacks the signature of d");
    Roster threeAndThree = roster(2, former(1, "a,b,c,d,e,f"), cell(2, "a,b,c"));
    assertThat(check(threeAndThree)).isEmpty();
    Roster ofFour = roster(2, former(1, 4, "a,b,c,d,e,f"), cell(2, "a,b,c"));
    assertThat(check(ofFour)).isEqualTo(small(ofFour, "a,b,c", "a,b,c"));
  }

  @Test
  void check_twoParticipantsOfOneHolder_areOneInAnAtom() {
    List<RosterMember> members = with("a,b,c,d,e", line("f", "e"));
    List<Cell> cells = List.of(former(1, "a,b,c,d,e,f"), THREE);
    Roster roster = new Roster(1, cells, members, List.of(), List.of());
    assertThat(check(roster)).isEqualTo(small(roster, "d,e,f", "d,e,f"));
  }

  @Test
  void check_waiverOfEverybody_isAccepted() {
    assertThat(check(withWaivers(waiver("d,e", "d"), waiver("d,e", "e")))).isEmpty();
  }

  @Test
  void check_partialWaiver_namesTheOther() {
    Roster roster = withWaivers(waiver("d,e", "e"));
    assertThat(check(roster)).isEqualTo(small(roster, "d,e", "d"));
  }

  @Test
  void check_waiverForAPartOfTheAtom_holdsAndForMoreDoesNot() {
    assertThat(check(withWaivers(waiver("d", "d"), waiver("d,e", "e")))).isEmpty();
    Roster more = withWaivers(waiver("c,d,e", "d"), waiver("d,e", "e"));
    assertThat(check(more)).isEqualTo(small(more, "d,e", "d"));
  }

  @Test
  void check_waiverThatIsForgedOrMoved_isRefused() {
    Waiver byAnother = Waiver.sign(KEEPER.publicKey(), ids("d,e"), id("d"), key("e"));
    Waiver elsewhere = Waiver.sign(OTHER_KEEPER.publicKey(), ids("d,e"), id("d"), key("d"));
    Waiver otherAtom = new Waiver(ids("d,e"), id("d"), waiver("d", "d").signature());
    Waiver otherSigner = new Waiver(ids("d,e"), id("d"), waiver("d,e", "e").signature());
    for (Waiver bad : List.of(byAnother, elsewhere, otherAtom, otherSigner)) {
      Roster roster = withWaivers(bad, waiver("d,e", "e"));
      assertThat(check(roster)).contains(new RosterFault.ForgedWaiver(id("d")));
      assertThat(roster.unsigned(small(roster), KEEPER.publicKey())).isEqualTo(ids("d"));
    }
    Waiver unneeded = Waiver.sign(KEEPER.publicKey(), ids("a"), id("a"), key("b"));
    assertThat(check(withWaivers(waiver("d", "d"), waiver("e", "e"), unneeded)))
        .contains(new RosterFault.ForgedWaiver(id("a")));
  }

  private static Atom small(Roster roster) {
    return roster.atoms().stream().filter(atom -> !atom.isLargeEnough()).findFirst().orElseThrow();
  }

  /// Of cell 1, `d` and `e` have left.
  private static Roster withWaivers(Waiver... waivers) {
    return roster(2, List.of(FIVE.retired(), THREE), List.of(waivers), List.of());
  }

  @Test
  void check_waiverByAFormerName_isResolved() {
    List<RosterMember> members = with("a,b,c,e", renamed("dd", "d", "d"));
    List<Cell> cells = List.of(former(1, "a,b,c,dd,e"), THREE);
    List<Waiver> waivers = List.of(waiver("d,e", "d"), waiver("d,e", "e"));
    Roster renamed = new Roster(3, cells, members, waivers, List.of());
    assertThat(after(withWaivers(), renamed, FIVE)).isEmpty();
    Waiver another = Waiver.sign(KEEPER.publicKey(), ids("dd,e"), id("dd"), key("d"));
    Roster mixed = new Roster(3, cells, members, List.of(another, waivers.get(1)), List.of());
    assertThat(after(withWaivers(), mixed, FIVE)).isEmpty();
  }

  @Test
  void check_departureClause_countsOnlyAfterLeaving() {
    List<DepartureClause> both = List.of(departure("d"), departure("e"));
    assertThat(check(roster(2, List.of(FIVE.retired(), THREE), List.of(), both))).isEmpty();
    Roster one = roster(2, List.of(FIVE.retired(), THREE), List.of(), List.of(departure("e")));
    assertThat(check(one)).isEqualTo(small(one, "d,e", "d"));
    Cell elsewhere = cell(3, "d,e,x,y,z");
    Roster moved = roster(2, List.of(FIVE.retired(), THREE, elsewhere), List.of(), both);
    assertThat(check(moved)).isEqualTo(small(moved, "d,e", "d,e"));
    Roster mixed =
        roster(
            2,
            List.of(FIVE.retired(), THREE),
            List.of(waiver("d,e", "d")),
            List.of(departure("e")));
    assertThat(check(mixed)).isEmpty();
  }

  @Test
  void check_departureClauseThatIsForgedOrMoved_isRefused() {
    DepartureClause byAnother = DepartureClause.sign(KEEPER.publicKey(), id("d"), key("e"));
    DepartureClause elsewhere = DepartureClause.sign(OTHER_KEEPER.publicKey(), id("d"), key("d"));
    DepartureClause aWaiver = new DepartureClause(id("d"), waiver("d", "d").signature());
    for (DepartureClause bad : List.of(byAnother, elsewhere, aWaiver)) {
      Roster roster =
          roster(2, List.of(FIVE.retired(), THREE), List.of(), List.of(bad, departure("e")));
      assertThat(check(roster)).contains(new RosterFault.ForgedDeparture(id("d")));
      assertThat(roster.unsigned(small(roster), KEEPER.publicKey())).isEqualTo(ids("d"));
    }
  }

  @Test
  void check_usedCellDropped_isRefusedAndUnusedOneIsNot() {
    Roster inForce = roster(1, FIVE);
    Roster forgetful = withOthers(2, THREE, line("d"), line("e"));
    assertThat(after(inForce, forgetful)).isEmpty();
    assertThat(after(inForce, forgetful, FIVE))
        .contains(new RosterFault.MissingCell(MaskedCell.of(FIVE)));
    assertThat(after(inForce, forgetful, FIVE).orElseThrow().message())
        .isEqualTo(
            "a participant here has joined a round over cell 1 of a,b,c,d,e; the roster must list"
                + " it, as a current or former cell");
    assertThat(after(inForce, roster(2, FIVE.retired()), FIVE)).isEmpty();
  }

  private static List<RosterMember> with(String names, RosterMember other) {
    return Stream.concat(lines(names).stream(), Stream.of(other)).toList();
  }

  private static RosterMember renamed(String name, String first, String formerly) {
    return new RosterMember(id(name), key(first).publicKey(), new Holder(first), ids(formerly));
  }

  private static Roster withOthers(int version, Cell cell, RosterMember... others) {
    List<RosterMember> members = new ArrayList<>(List.of(others));
    cell.members().forEach(member -> members.add(line(member.value())));
    return new Roster(version, List.of(cell), members, List.of(), List.of());
  }

  @Test
  void check_usedCellWithOtherMembersOrMinimum_isRefused() {
    for (Cell changed :
        List.of(former(1, "a,b,c,d,e,f"), former(1, "b,c,d,e"), former(1, 4, "a,b,c,d,e"))) {
      assertThat(after(roster(1, FIVE), roster(2, changed), FIVE))
          .contains(new RosterFault.ChangedCell(MaskedCell.of(FIVE), changed));
    }
    Cell renumbered = former(2, "a,b,c,d,e");
    assertThat(after(roster(1, FIVE), roster(2, renumbered), FIVE))
        .contains(new RosterFault.MissingCell(MaskedCell.of(FIVE)));
  }

  @Test
  void check_setOfBeforeTheUpgrade_isMetByAnyCellOfIt() {
    MaskedCell old = new MaskedCell(Optional.empty(), 3, ids("a,b,c,d,e"));
    List<MaskedCell> masked = List.of(old);
    for (Cell same : List.of(FIVE, former(7, "a,b,c,d,e"), former(7, 4, "a,b,c,d,e"))) {
      assertThat(check(roster(1, same), Optional.empty(), masked, List.of())).isEmpty();
    }
    assertThat(check(roster(1, THREE), Optional.empty(), masked, List.of()))
        .contains(new RosterFault.MissingCell(old));
  }

  @Test
  void check_renamedMember_isTheSameCell() {
    Cell now = former(1, "a,b,c,dd,e");
    List<RosterMember> members = with("a,b,c,e", renamed("dd", "d", "d"));
    Roster renamed = new Roster(2, List.of(now), members, List.of(), List.of());
    assertThat(after(roster(1, FIVE), renamed, FIVE)).isEmpty();
    Roster unsaid = roster(2, now);
    assertThat(after(roster(1, FIVE), unsaid, FIVE))
        .contains(new RosterFault.ChangedCell(MaskedCell.of(FIVE), now));

    Cell merged = former(1, "a,b,c,dd");
    List<RosterMember> fewer = with("a,b,c", renamed("dd", "d", "d,e"));
    Roster twoInOne = new Roster(2, List.of(merged), fewer, List.of(), List.of());
    assertThat(after(roster(1, FIVE), twoInOne, FIVE))
        .contains(new RosterFault.ChangedCell(MaskedCell.of(FIVE), merged));
  }

  @Test
  void check_keyOfAHostedParticipant_staysOnceItWasRight() {
    CohortMember hosted = line("a").inCohort();
    List<RosterMember> others =
        with("b,c,d,e", new RosterMember(id("a"), key("another").publicKey()));
    Roster wrong = new Roster(2, List.of(FIVE), others, List.of(), List.of());
    assertThat(check(wrong, Optional.of(roster(1, FIVE)), List.of(), List.of(hosted)))
        .contains(new RosterFault.ChangedKey(id("a")));
    assertThat(check(wrong, Optional.empty(), List.of(), List.of(hosted))).isEmpty();
    assertThat(check(wrong, Optional.of(roster(1, FIVE)), List.of(), List.of())).isEmpty();
    Roster right = roster(3, FIVE);
    assertThat(check(right, Optional.of(wrong), List.of(), List.of(hosted))).isEmpty();

    List<RosterMember> renamed =
        with(
            "b,c,d,e",
            new RosterMember(id("z"), key("another").publicKey(), new Holder("a"), ids("a")));
    Cell cell = cell(1, "z,b,c,d,e");
    Roster stolen = new Roster(2, List.of(cell), renamed, List.of(), List.of());
    assertThat(check(stolen, Optional.of(roster(1, FIVE)), List.of(), List.of(hosted)))
        .contains(new RosterFault.ChangedKey(id("a")));
    CohortMember own = renamed.getLast().inCohort();
    assertThat(check(stolen, Optional.of(roster(1, FIVE)), List.of(), List.of(hosted, own)))
        .isEmpty();
  }

  @Test
  void messages_ofEveryFault_nameItInASentence() {
    ParticipantId a = id("a");
    for (RosterFault fault :
        List.of(
            new RosterFault.BadSignature(),
            new RosterFault.Outdated(1, 2),
            new RosterFault.Forked(2),
            new RosterFault.ForgedWaiver(a),
            new RosterFault.ForgedDeparture(a),
            new RosterFault.ChangedKey(a),
            new RosterFault.ReusedName(a, id("b")),
            new RosterFault.ChangedCell(MaskedCell.of(FIVE), FIVE),
            new RosterFault.MissingCell(new MaskedCell(Optional.empty(), 3, ids("a,b"))))) {
      assertThat(fault.message()).isNotBlank().doesNotContain("Optional");
    }
  }
}
