package io.privirec.secagg.roster;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.ParticipantId;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FormerNamesTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  private static ParticipantId id(String name) {
    return new ParticipantId(name);
  }

  private static SortedSet<ParticipantId> ids(String... names) {
    return Stream.of(names).map(ParticipantId::new).collect(Collectors.toCollection(TreeSet::new));
  }

  /// A roster without cells.
  ///
  /// @param lines names of each participant, the present name first
  private static Roster roster(String... lines) {
    List<RosterMember> members =
        Arrays.stream(lines)
            .map(line -> line.split(" "))
            .map(names ->
                new RosterMember(
                    id(names[0]),
                    IdentityKeyPair.generate(RANDOM).publicKey(),
                    new Holder(names[0]),
                    ids(Arrays.copyOfRange(names, 1, names.length))))
            .toList();
    return new Roster(1, List.of(), members, List.of(), List.of());
  }

  private static FormerNames after(Roster... rosters) {
    FormerNames names = FormerNames.NONE;
    for (Roster roster : rosters) {
      names = names.plus(roster);
    }
    return names;
  }

  private static Optional<RosterFault> reused(String name, String participant) {
    return Optional.of(new RosterFault.ReusedName(id(name), id(participant)));
  }

  @Test
  void names_ofAChainOfRenames_areOneParticipantUnderEachOfThem() {
    FormerNames names = after(roster("b a", "x"), roster("c b", "x"));

    for (String name : List.of("a", "b", "c")) {
      assertThat(names.of(id(name))).isEqualTo(ids("a", "b", "c"));
      assertThat(names.first(id(name))).isEqualTo(id("a"));
    }
    assertThat(names.of(id("x"))).isEqualTo(ids("x"));
    assertThat(names.of(id("unknown"))).isEqualTo(ids("unknown"));
  }

  @Test
  void names_thatALaterRosterOmits_stayLinked() {
    FormerNames names = after(roster("b a"), roster("b"), roster("c b"), roster("c"));

    assertThat(names.of(id("c"))).isEqualTo(ids("a", "b", "c"));
    assertThat(names.fault(roster("c"))).isEmpty();
  }

  @Test
  void rename_statedWithSomeOrAllEarlierNames_isNoFault() {
    FormerNames names = after(roster("b a"));

    assertThat(names.fault(roster("c a b"))).isEmpty();
    assertThat(names.fault(roster("c b"))).isEmpty();
    assertThat(after(roster("b a"), roster("c b")).fault(roster("c a"))).isEmpty();
    assertThat(FormerNames.NONE.fault(roster("b a", "x"))).isEmpty();
  }

  @Test
  void name_givenToAnotherParticipant_isAFault() {
    FormerNames names = after(roster("b a"));

    assertThat(names.fault(roster("a", "b"))).isEqualTo(reused("a", "b"));
    assertThat(names.fault(roster("a"))).isEqualTo(reused("a", "b"));
    assertThat(names.fault(roster("b", "x a"))).isEqualTo(reused("a", "b"));
    assertThat(names.fault(roster("x a"))).isEqualTo(reused("a", "b"));
  }

  @Test
  void name_thatAParticipantTakesBack_isNoFaultIfItsLineSaysSo() {
    FormerNames names = after(roster("b a"), roster("a b"));

    assertThat(after(roster("b a")).fault(roster("a b"))).isEmpty();
    assertThat(names.of(id("a"))).isEqualTo(ids("a", "b"));
    assertThat(names.fault(roster("a"))).isEmpty();
    assertThat(names.fault(roster("a", "b"))).isEqualTo(reused("b", "a"));
  }
}
