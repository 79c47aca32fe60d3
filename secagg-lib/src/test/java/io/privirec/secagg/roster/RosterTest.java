package io.privirec.secagg.roster;

import static io.privirec.secagg.roster.Rosters.address;
import static io.privirec.secagg.roster.Rosters.cell;
import static io.privirec.secagg.roster.Rosters.former;
import static io.privirec.secagg.roster.Rosters.id;
import static io.privirec.secagg.roster.Rosters.ids;
import static io.privirec.secagg.roster.Rosters.line;
import static io.privirec.secagg.roster.Rosters.lines;
import static io.privirec.secagg.roster.Rosters.roster;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.RosterReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What a roster says of participants, and what no roster can say.
class RosterTest {
  private static final PublicIdentityKey KEEPER = Rosters.KEEPER.publicKey();

  private static CohortMember inCohort(String name) {
    return line(name).inCohort();
  }

  @Test
  void firstOutside_stranger_isNamed() {
    Roster roster = roster(1, cell(1, "a,b,c,d"));
    assertThat(roster.firstOutside(List.of())).isEmpty();
    assertThat(roster.firstOutside(List.of(inCohort("b"), inCohort("d")))).isEmpty();
    assertThat(roster.firstOutside(List.of(inCohort("b"), inCohort("e")))).contains(id("e"));
    CohortMember borrowed = new CohortMember(id("b"), line("c").identityKey());
    assertThat(roster.firstOutside(List.of(borrowed))).contains(id("b"));
    assertThat(roster.keyOf(id("e"))).isEmpty();
    assertThat(roster.keyOf(id("d"))).contains(line("d").identityKey());
  }

  @Test
  void ofOneCell_anyOrder_isOneCellOfEverybody() {
    Roster roster = Roster.ofOneCell(4, List.of(inCohort("c"), inCohort("a"), inCohort("b")));
    assertThat(roster).isEqualTo(roster(4, cell(1, "a,b,c")));
    assertThat(roster).hasSameHashCodeAs(roster(4, cell(1, "c,b,a")));
    assertThat(roster).isNotEqualTo(roster(5, cell(1, "a,b,c")));
    assertThat(roster.reference()).isEqualTo(new RosterReference(4, roster.digest()));
    assertThat(roster.digest()).isNotEqualTo(roster(4, cell(2, "a,b,c")).digest());
  }

  @Test
  void cells_currentAndFormer_areFoundByNumberAndMember() {
    Roster roster = roster(1, former(1, "a,b,c,d"), cell(3, "a,b,c"), cell(2, "x,y,z"));
    assertThat(roster.cells()).extracting(Cell::number).containsExactly(1, 2, 3);
    assertThat(roster.currentCells()).extracting(Cell::number).containsExactly(2, 3);
    assertThat(roster.cell(3)).contains(cell(3, "a,b,c"));
    assertThat(roster.cell(4)).isEmpty();
    assertThat(roster.currentCellOf(id("a"))).contains(cell(3, "a,b,c"));
    assertThat(roster.currentCellOf(id("d"))).isEmpty();
    assertThat(roster.currentCellOf(id("nobody"))).isEmpty();
    assertThat(roster.cellsOf(id("a"))).extracting(Cell::number).containsExactly(1, 3);
  }

  @Test
  void cohort_ofCells_isTheirUnion() {
    Roster roster = roster(1, former(1, "a,b,c,d"), cell(3, "a,b,z"), cell(2, "x,y,c"));
    assertThat(roster.cohort(Set.of(3, 2)))
        .extracting(member -> member.id().value())
        .containsExactly("a", "b", "c", "x", "y", "z");
    assertThat(roster.cohort(Set.of(2))).hasSize(3).contains(inCohort("x"));
    assertThatThrownBy(() -> roster.cohort(Set.of(1))).hasMessageContaining("cell 1");
    assertThatThrownBy(() -> roster.cohort(Set.of(9))).hasMessageContaining("cell 9");
  }

  @Test
  void atoms_equalListsOfCells_areGrouped() {
    Roster roster =
        roster(1, former(1, 3, "a,b,c,d,e"), former(7, 5, "a,b"), cell(2, 4, "a,b,d,e"));
    assertThat(roster.atoms())
        .containsExactly(
            new Atom(ids("a,b"), Ascending.copyOf(Set.of(1, 2, 7)), 2, 5),
            new Atom(ids("c"), Ascending.copyOf(Set.of(1)), 1, 3),
            new Atom(ids("d,e"), Ascending.copyOf(Set.of(1, 2)), 2, 4));
  }

  @Test
  void atoms_whoNeverStoodInACell_isInNone() {
    List<RosterMember> members = new ArrayList<>(lines("a,b,c"));
    members.add(line("waiting"));
    Roster roster = new Roster(1, List.of(cell(1, "a,b,c")), members, List.of(), List.of());
    assertThat(roster.atoms()).extracting(Atom::members).containsExactly(ids("a,b,c"));
  }

  @Test
  void atoms_twoParticipantsOfOneHolder_countAsOne() {
    List<RosterMember> members =
        List.of(line("a", "h1"), line("b", "h1"), line("c", "h2"), line("d", "h3"));
    Roster roster =
        new Roster(
            1, List.of(former(1, "a,b,c"), cell(2, "a,b,c,d")), members, List.of(), List.of());
    Atom atom = roster.atoms().getFirst();
    assertThat(atom.members()).isEqualTo(ids("a,b,c"));
    assertThat(atom.holders()).isEqualTo(2);
    assertThat(atom.isLargeEnough()).isFalse();
    assertThat(roster.unsigned(atom, KEEPER)).isEqualTo(ids("a,b,c"));
    assertThatThrownBy(
            () -> new Roster(1, List.of(cell(1, "a,b,c")), members, List.of(), List.of()))
        .hasMessageContaining("cell 1 must have participants of at least 3 holders");
  }

  @Test
  void unsigned_largeAtom_isNobody() {
    Roster roster = roster(1, cell(1, "a,b,c"));
    assertThat(roster.unsigned(roster.atoms().getFirst(), KEEPER)).isEmpty();
  }

  @Test
  void constructor_whatCannotBe_refuses() {
    List<RosterMember> abc = lines("a,b,c");
    Cell one = cell(1, "a,b,c");
    refused("version must be at least 1", 0, List.of(one), abc);
    refused("members of a roster must be in [1, 65535]", 1, List.of(), List.of());
    refused("two cells have number 1", 1, List.of(one, former(1, "a")), abc);
    refused("in two current cells", 1, List.of(one, cell(2, "c,d,e")), lines("a,b,c,d,e"));
    refused("cell 2 has a member without a line", 1, List.of(one, former(2, "d")), abc);
    refused("at least 3 holders", 1, List.of(cell(2, "a,b")), abc);
    refused("at least 4 holders", 1, List.of(cell(2, 4, "a,b,c")), abc);
    refused("two lines have one id", 1, List.of(one), lines("a,a,b,c"));
    RosterMember sameKey = new RosterMember(id("d"), line("a").identityKey());
    refused("two lines have one identity key", 1, List.of(one), plus(abc, sameKey));
    RosterMember reused =
        new RosterMember(id("d"), line("d").identityKey(), new Holder("d"), ids("a"));
    refused("an earlier name is that of another line too", 1, List.of(one), plus(abc, reused));
    RosterMember reusedTwice =
        new RosterMember(id("e"), line("e").identityKey(), new Holder("d"), ids("x"));
    RosterMember reusedOnce =
        new RosterMember(id("d"), line("d").identityKey(), new Holder("d"), ids("x"));
    refused(
        "an earlier name is that of another line too",
        1,
        List.of(one),
        plus(plus(abc, reusedOnce), reusedTwice));
  }

  private static void refused(
      String because, int version, List<Cell> cells, List<RosterMember> members) {
    assertThatThrownBy(() -> new Roster(version, cells, members, List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(because);
  }

  private static List<RosterMember> plus(List<RosterMember> members, RosterMember another) {
    List<RosterMember> more = new ArrayList<>(members);
    more.add(another);
    return more;
  }

  @Test
  void parts_whatCannotBe_refuse() {
    assertThatThrownBy(() -> cell(0, "a")).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> cell(1, 2, "a")).hasMessageContaining("[3, 65535]");
    assertThatThrownBy(() -> cell(1, 65_536, "a")).hasMessageContaining("[3, 65535]");
    assertThatThrownBy(() -> new Cell(1, 3, false, Collections.emptySortedSet()))
        .hasMessageContaining("no members");
    assertThatThrownBy(() -> new Holder("Shop A")).hasMessageContaining("holder must match");
    assertThatThrownBy(
            () -> new RosterMember(id("a"), line("a").identityKey(), new Holder("a"), ids("a,b")))
        .hasMessageContaining("formerly itself");
    assertThat(new MaskedCell(Optional.of(1), 3, ids("b,a")).members()).isEqualTo(ids("a,b"));
  }

  @Test
  void address_ofAMember_isKeptAndTellsRostersApart() {
    RosterMember here = line("a").at(address("http://shop-a.example:8090"));
    RosterMember there = here.at(address("http://shop-a.example:8091"));
    assertThat(line("a").address()).isEmpty();
    assertThat(there.address()).isEqualTo(address("http://shop-a.example:8091"));
    assertThat(there.inCohort()).isEqualTo(inCohort("a"));
    assertThat(there.at(Optional.empty())).isEqualTo(line("a"));
    assertThat(of(here)).isEqualTo(of(here)).isNotEqualTo(of(there));
    assertThat(of(here).digest()).isNotEqualTo(of(there).digest());
    assertThat(of(here)).isNotEqualTo(of(line("a")));
  }

  private static Roster of(RosterMember a) {
    return new Roster(1, List.of(cell(1, "a,b,c")), plus(lines("b,c"), a), List.of(), List.of());
  }

  @Test
  void address_thatHasAnotherWriting_isRefused() {
    for (String good :
        List.of(
            "http://a",
            "https://shop-a.example",
            "http://127.0.0.1:7813",
            "http://[::1]:65535/x",
            "https://a.example/priviRec/peers_1/~b.c",
            "https://a.example/" + "x".repeat(182))) {
      assertThat(line("a").at(address(good)).address()).as(good).isPresent();
    }
    for (String bad :
        List.of(
            "",
            "shop-a.example",
            "//shop-a.example",
            "ftp://shop-a.example",
            "HTTP://shop-a.example",
            "http:///x",
            "http:shop-a.example",
            "http://Shop-a.example",
            "http://shop_a.example",
            "http://shop..example",
            "http://-a.example",
            "http://127.0.0.300",
            "http://me@shop-a.example",
            "http://a.example:",
            "http://a.example:0",
            "http://a.example:080",
            "http://a.example:65536",
            "http://a.example/",
            "http://a.example/x/",
            "http://a.example//x",
            "http://a.example/../x",
            "http://a.example/%41",
            "http://a.example/é",
            "http://a.example?x",
            "http://a.example#x",
            "https://a.example/" + "x".repeat(183))) {
      assertThatThrownBy(() -> line("a").at(address(bad)))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("an address must be http or https");
    }
  }
}
