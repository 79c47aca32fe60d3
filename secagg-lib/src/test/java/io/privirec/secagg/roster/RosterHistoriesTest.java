package io.privirec.secagg.roster;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.ParticipantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Histories of rosters at random, up to 12 participants: whatever sums honest participants let be
/// opened, no combination of them tells fewer apart than the minimum, unless they signed. 400
/// histories; 20,000 with `-Dtests.long=true`.
class RosterHistoriesTest {
  private static final int HISTORIES = Boolean.getBoolean("tests.long") ? 20_000 : 400;
  private static final RosterHistory.Rules CHECKED = new RosterHistory.Rules(true, true, true);
  private static final RosterHistory.Rules UNCHECKED = new RosterHistory.Rules(false, true, true);

  @Test
  void sums_ofCheckedRosters_areConstantOnAtomsThatAreLargeEnough() {
    int interesting = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      RosterHistory history = RosterHistory.run(seed, CHECKED);
      List<Atom> atoms = history.atoms();
      requireSpanned(history, atoms);
      assertThat(atoms).as("seed %d", seed).noneMatch(history::isTooSmall);
      interesting += history.used().size() > 1 ? 1 : 0;
    }
    // Histories that use one cell at most prove little.
    assertThat(interesting).isGreaterThan(HISTORIES / 5);
  }

  @Test
  void sums_withoutTheCheck_tellTooFewApart() {
    long broken =
        LongStream.range(0, HISTORIES)
            .mapToObj(seed -> RosterHistory.run(seed, UNCHECKED))
            .filter(history ->
                history.atoms().stream()
                    .anyMatch(atom -> history.isTooSmall(atom) && isToldApart(history, atom)))
            .count();
    // About 115 of 3,000: some combination of sums depends on the honest of one small atom alone.
    assertThat(broken).isGreaterThan(HISTORIES / 50);
  }

  /// The indicators of atoms, projected on the honest, span every sum.
  private static void requireSpanned(RosterHistory history, List<Atom> atoms) {
    List<ParticipantId> honest = List.copyOf(history.honest());
    List<long[]> spanning = new ArrayList<>();
    atoms.forEach(atom -> spanning.add(indicator(honest, atom.members())));
    int rank = ModularMatrix.rank(spanning);
    history.opened().forEach(sum -> spanning.add(indicator(honest, sum)));
    assertThat(ModularMatrix.rank(spanning)).isEqualTo(rank);
  }

  /// Whether a combination of sums is zero on all honest participants outside an atom, and not on
  /// those in it.
  private static boolean isToldApart(RosterHistory history, Atom atom) {
    List<ParticipantId> outside =
        history.honest().stream().filter(id -> !atom.members().contains(id)).toList();
    return rank(history, history.honest()) > rank(history, outside);
  }

  private static int rank(RosterHistory history, Collection<ParticipantId> among) {
    return ModularMatrix.rank(history.opened().stream().map(sum -> indicator(among, sum)).toList());
  }

  private static long[] indicator(Collection<ParticipantId> among, Set<ParticipantId> members) {
    return among.stream().mapToLong(id -> members.contains(id) ? 1 : 0).toArray();
  }
}
