package io.privirec.secagg.roster;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KnownLinesTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final KnownLines NONE = KnownLines.of(List.of(), FormerNames.NONE);

  private final Map<String, PublicIdentityKey> keys = new HashMap<>();

  private static ParticipantId id(String name) {
    return new ParticipantId(name);
  }

  private static SortedSet<ParticipantId> ids(String... names) {
    return Stream.of(names).map(ParticipantId::new).collect(Collectors.toCollection(TreeSet::new));
  }

  private PublicIdentityKey key(String name) {
    return keys.computeIfAbsent(name, _ -> IdentityKeyPair.generate(RANDOM).publicKey());
  }

  private CohortMember member(String name) {
    return new CohortMember(id(name), key(name));
  }

  /// A line.
  ///
  /// @param words name, name of the key, holder, earlier names
  private RosterMember line(String words) {
    String[] word = words.split(" ", -1);
    return new RosterMember(
        id(word[0]),
        key(word[1]),
        new Holder(word[2]),
        ids(Arrays.copyOfRange(word, 3, word.length)));
  }

  private Roster roster(String... lines) {
    return roster(List.of(), lines);
  }

  private Roster roster(List<Cell> cells, String... lines) {
    return new Roster(
        1, cells, Arrays.stream(lines).map(this::line).toList(), List.of(), List.of());
  }

  private static KnownLines after(Roster... rosters) {
    KnownLines lines = NONE;
    for (Roster roster : rosters) {
      lines = lines.plus(roster);
    }
    return lines;
  }

  private static Optional<RosterFault> fault(
      KnownLines lines, Roster inForce, Roster later, ParticipantId... summed) {
    return lines.fault(later, Optional.of(inForce), List.of(summed), List.of());
  }

  @Test
  void line_ofASummedParticipant_mayBeOmittedByNoRoster() {
    Roster first = roster("a a h", "b b b", "c c c");
    Roster later = roster("b b b", "x x h");

    assertThat(fault(after(first), first, later, id("a"), id("b"), id("c")))
        .contains(new RosterFault.MissingLine(ids("a", "c")));
    assertThat(fault(after(first), first, later, id("b"))).isEmpty();
    assertThat(NONE.fault(later, Optional.empty(), List.of(id("a")), List.of()))
        .contains(new RosterFault.MissingLine(ids("a")));
  }

  @Test
  void line_underAnyNameOfTheParticipant_isItsLine() {
    Roster first = roster("a a h", "b b b");
    Roster renamed = roster("a2 a h a", "b b b");
    Roster again = roster("a3 a h a2", "b b b");
    Roster silent = roster("a3 a h", "b b b");

    assertThat(fault(after(first), first, renamed, id("a"))).isEmpty();
    assertThat(fault(after(first, renamed), renamed, again, id("a"), id("a2"))).isEmpty();
    assertThat(fault(after(first, renamed, again), again, silent, id("a"))).isEmpty();
    assertThat(fault(after(first, renamed), renamed, silent, id("a")))
        .contains(new RosterFault.MissingLine(ids("a")));
  }

  @Test
  void key_thatMovesToAnotherName_isAFault_alsoAfterRostersWithoutIt() {
    Roster first = roster("a a h", "b b b");
    Roster without = roster("b b b");
    Roster moved = roster("x a x", "b b b");
    Optional<RosterFault> reused = Optional.of(new RosterFault.ReusedKey(id("x"), id("a")));

    assertThat(fault(after(first), first, moved)).isEqualTo(reused);
    assertThat(fault(after(first, without), without, moved)).isEqualTo(reused);
    assertThat(fault(after(first, without), without, roster("x a x a", "b b b"))).isEmpty();
    assertThat(fault(after(first, without), without, first)).isEmpty();
  }

  @Test
  void key_ofALineInForceOrOfTheHostedParticipant_isNoFault() {
    Roster wrong = roster("a b a", "b a b");
    Roster right = roster("a a a", "b b b");

    assertThat(fault(after(right, wrong), wrong, roster("a b a", "b a b", "c c c"))).isEmpty();
    assertThat(
            after(wrong)
                .fault(right, Optional.of(wrong), List.of(), List.of(member("a"), member("b"))))
        .isEmpty();
    assertThat(fault(after(wrong), wrong, right)).isPresent();
  }

  @Test
  void key_ofAHostedParticipant_isNotReplaced_alsoAfterRostersWithoutIt() {
    Roster first = roster("a a h", "b b b");
    Roster without = roster("b b b");
    Roster later = roster("a x h", "b b b");

    assertThat(
            after(first, without)
                .fault(later, Optional.of(without), List.of(), List.of(member("a"))))
        .contains(new RosterFault.ChangedKey(id("a")));
    assertThat(fault(after(first, without), without, later)).isEmpty();
  }

  @Test
  void roster_inForce_hasNoFault() {
    Roster inForce = roster("x a x");

    assertThat(fault(after(roster("a a h")), inForce, inForce, id("a"))).isEmpty();
  }

  @Test
  void message_namesTheParticipants() {
    assertThat(new RosterFault.MissingLine(ids("a", "c")).message()).contains("a,c", "--rename");
    assertThat(new RosterFault.ReusedKey(id("x"), id("a")).message()).contains("of x", "of a;");
  }

  @Test
  void holder_keepsParticipantsThatLeftOrThatNoRosterLists() {
    Cell cell = new Cell(1, 3, false, ids("b", "c", "d"));
    Roster first = roster("a a h", "b b b", "c c c", "d d d", "gone gone h");
    Roster now = roster(List.of(cell), "a a elsewhere", "b b h", "c c c", "d d d");

    Map<Holder, ?> groups = after(first, now).byHolder(Optional.of(now));

    assertThat(groups).isEqualTo(Map.of(new Holder("h"), Set.of(ids("a"), ids("b"), ids("gone"))));
  }

  @Test
  void holder_ofAParticipantInACurrentCell_isThatOfItsLine() {
    Cell cell = new Cell(1, 3, false, ids("a", "b", "c"));
    Roster wrong = roster("a a h", "b b h", "c c c");
    Roster now = roster(List.of(cell), "a a a", "b b b", "c c c");

    assertThat(after(wrong, now).byHolder(Optional.of(now))).isEmpty();
    assertThat(after(wrong, now).byHolder(Optional.empty())).containsOnlyKeys(new Holder("h"));
  }

  @Test
  void holder_ofARenamedParticipantInACurrentCell_isThatOfItsNewLine() {
    Cell cell = new Cell(1, 3, false, ids("a2", "b", "c"));
    Roster sold = roster("a a h", "b b h", "c c c");
    Roster now = roster(List.of(cell), "a2 a elsewhere a", "b b h", "c c c");

    assertThat(after(sold, now).byHolder(Optional.of(now))).isEmpty();
  }

  @Test
  void holder_countsAllNamesOfAParticipantAsOne() {
    Roster first = roster("a a h", "b b h");
    Roster renamed = roster("a2 a h a", "b b h");

    assertThat(after(first).linkedBy(renamed).byHolder(Optional.empty()))
        .isEqualTo(Map.of(new Holder("h"), Set.of(ids("a", "a2"), ids("b"))));
  }
}
