package io.privirec.secagg.roster;

import static io.privirec.secagg.roster.Rosters.KEEPER;
import static io.privirec.secagg.roster.Rosters.cell;
import static io.privirec.secagg.roster.Rosters.departure;
import static io.privirec.secagg.roster.Rosters.former;
import static io.privirec.secagg.roster.Rosters.id;
import static io.privirec.secagg.roster.Rosters.ids;
import static io.privirec.secagg.roster.Rosters.line;
import static io.privirec.secagg.roster.Rosters.roster;
import static io.privirec.secagg.roster.Rosters.waiver;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.ParticipantId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;

/// Cells that are split: in front of everybody, or behind somebody's back.
class CohortCheckTest {
  private static final Cell ALL = cell(1, "a,b,c,d,e,f,g");
  private static final MaskedCell MASKED = MaskedCell.of(ALL);
  private static final Cell LEFT = cell(2, "a,b,c");
  private static final Cell RIGHT = cell(3, "d,e,f,g");

  private static SortedSet<ParticipantId> absent(
      Roster roster, Set<Integer> cells, MaskedCell... maskedFor) {
    return CohortCheck.absent(roster, KEEPER.publicKey(), cells, List.of(maskedFor));
  }

  private static Optional<RosterFault> check(Roster roster) {
    return RosterCheck.check(
        SignedRoster.sign(roster, KEEPER),
        KEEPER.publicKey(),
        Optional.of(SignedRoster.sign(roster(1, ALL), KEEPER)),
        List.of(MASKED),
        List.of());
  }

  @Test
  void absent_wholeCells_isNobody() {
    assertThat(absent(roster(1, ALL), Set.of(1))).isEmpty();
    assertThat(absent(roster(1, ALL), Set.of(1), MASKED)).isEmpty();
    Roster joined = roster(2, ALL.retired(), cell(2, "a,b,c,d,e,f,g,h,i,j"));
    assertThat(absent(joined, Set.of(2), MASKED)).isEmpty();
  }

  /// Both rosters pass the check of those that see them: each leaves at least four of the cell
  /// together. The sums over both new cells, subtracted from that over the old one, leave `g`
  /// alone.
  @Test
  void absent_twoSplitsThatDoNotKnowOfEachOther_namesWhoWouldBeLeft() {
    Roster one = roster(2, ALL.retired(), LEFT);
    Roster other = roster(2, ALL.retired(), cell(2, "d,e,f"));
    assertThat(check(one)).isEmpty();
    assertThat(check(other)).isEmpty();

    assertThat(absent(one, Set.of(2), MASKED)).isEqualTo(ids("d,e,f,g"));
    assertThat(absent(other, Set.of(2), MASKED)).isEqualTo(ids("a,b,c,g"));
  }

  @Test
  void absent_splitBeforeAll_isNobodyFromThenOn() {
    Roster split = roster(2, ALL.retired(), LEFT, RIGHT);
    assertThat(check(split)).isEmpty();
    assertThat(absent(split, Set.of(2), MASKED)).isEqualTo(ids("d,e,f,g"));
    assertThat(absent(split, Set.of(2, 3), MASKED)).isEmpty();

    MaskedCell left = MaskedCell.of(LEFT);
    MaskedCell right = MaskedCell.of(RIGHT);
    assertThat(absent(split, Set.of(2), MASKED, left, right)).isEmpty();
    Roster again = roster(3, ALL.retired(), LEFT, RIGHT.retired(), cell(4, "d,e,f,x"));
    assertThat(absent(again, Set.of(2), MASKED, left, right)).isEqualTo(ids("d,e,f,g"));
    assertThat(absent(again, Set.of(2, 4), MASKED, left, right)).isEqualTo(ids("g"));
  }

  @Test
  void absent_whoSigned_needNotBeThere() {
    Cell rest = cell(2, "a,b,c,d,e");
    assertThat(absent(signed(rest), Set.of(2), MASKED)).isEqualTo(ids("f,g"));
    Roster waived = signed(rest, waiver("f,g", "f"), waiver("f,g", "g"));
    assertThat(absent(waived, Set.of(2), MASKED)).isEmpty();
    Roster half = signed(rest, waiver("f,g", "f"));
    assertThat(absent(half, Set.of(2), MASKED)).isEqualTo(ids("g"));
    Roster another = signed(rest, waiver("f,e", "f"), waiver("g", "g"));
    assertThat(absent(another, Set.of(2), MASKED)).isEqualTo(ids("f"));

    List<DepartureClause> clauses = List.of(departure("f"), departure("g"));
    Roster left = roster(2, List.of(ALL.retired(), rest), List.of(), clauses);
    assertThat(absent(left, Set.of(2), MASKED)).isEmpty();
    Cell third = cell(3, "f,g,x");
    Roster stayed = roster(2, List.of(ALL.retired(), rest, third), List.of(), clauses);
    assertThat(absent(stayed, Set.of(2), MASKED)).isEqualTo(ids("f,g"));
  }

  private static Roster signed(Cell current, Waiver... waivers) {
    return roster(2, List.of(ALL.retired(), current), List.of(waivers), List.of());
  }

  @Test
  void absent_setOfBeforeTheUpgradeAndRenamed_areTheSameCells() {
    MaskedCell old = new MaskedCell(Optional.empty(), 3, ids("a,b,c,d"));
    Roster whole = roster(1, former(1, "a,b,c,d"), cell(2, "a,b,c,d,e"));
    assertThat(absent(whole, Set.of(2), old)).isEmpty();
    Roster split = roster(1, former(1, "a,b,c,d"), cell(2, "a,b,c"));
    assertThat(absent(split, Set.of(2), old)).isEqualTo(ids("d"));

    List<RosterMember> members = new ArrayList<>(Rosters.lines("a,b,c"));
    members.add(new RosterMember(id("new"), line("d").identityKey(), new Holder("d"), ids("d")));
    Cell renamed = cell(1, "a,b,c,new");
    Roster roster = new Roster(2, Arrays.asList(renamed), members, List.of(), List.of());
    assertThat(absent(roster, Set.of(1), old)).isEmpty();
  }
}
