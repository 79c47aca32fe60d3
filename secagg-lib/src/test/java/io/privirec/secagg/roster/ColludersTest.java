package io.privirec.secagg.roster;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.ParticipantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ColludersTest {
  private static Roster roster(List<RosterMember> members) {
    return new Roster(1, List.of(), members, List.of(), List.of());
  }

  private static List<ParticipantId> ids(Collection<RosterMember> members) {
    return members.stream().map(RosterMember::id).toList();
  }

  @Test
  void everybodyAHolder_isAFifthRoundedUp_withAndWithoutARoster() {
    int[] expected = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3};
    for (int n = 1; n <= expected.length; n++) {
      List<RosterMember> members =
          IntStream.range(0, n).mapToObj(i -> Rosters.line("p" + i)).toList();
      assertThat(Colluders.of(n)).as("n = %d", n).isEqualTo(expected[n - 1]);
      assertThat(Colluders.of(ids(members), Optional.empty())).isEqualTo(expected[n - 1]);
      assertThat(Colluders.of(ids(members), Optional.of(roster(members))))
          .isEqualTo(expected[n - 1]);
    }
  }

  @Test
  void participantsOfOneHolder_countTogether() {
    List<RosterMember> members =
        List.of(
            Rosters.line("a1", "a"),
            Rosters.line("a2", "a"),
            Rosters.line("a3", "a"),
            Rosters.line("b1", "b"),
            Rosters.line("b2", "b"),
            Rosters.line("c"),
            Rosters.line("d"));
    Optional<Roster> roster = Optional.of(roster(members));
    assertThat(Colluders.of(ids(members), roster)).isEqualTo(3);
    assertThat(Colluders.of(Rosters.ids("a1,b1,c,d"), roster)).isEqualTo(1);
    assertThat(Colluders.of(Rosters.ids("a1,a2,a3"), roster)).isEqualTo(1);
    assertThat(Colluders.of(Rosters.ids("a1,a2,b1,x"), roster)).isEqualTo(2);
  }

  /// By definition: for each observer, the largest holders that are not its own.
  @Test
  void colluders_coverTheLargestOtherHolders_forEachObserver() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      int n = 2 + random.nextInt(20);
      int holders = 1 + random.nextInt(n);
      List<RosterMember> members = new ArrayList<>();
      Map<Holder, Integer> sizes = new HashMap<>();
      for (int i = 0; i < n; i++) {
        RosterMember member = Rosters.line("p" + i, "h" + random.nextInt(holders));
        members.add(member);
        sizes.merge(member.holder(), 1, Integer::sum);
      }
      Set<Holder> all = members.stream().map(RosterMember::holder).collect(Collectors.toSet());
      int fifth = (all.size() + 4) / 5;
      int worst = 1;
      for (Holder observer : all) {
        int others =
            sizes.entrySet().stream()
                .filter(size -> !size.getKey().equals(observer))
                .map(Map.Entry::getValue)
                .sorted((one, other) -> other - one)
                .limit(fifth)
                .mapToInt(Integer::intValue)
                .sum();
        worst = Math.max(worst, others);
      }
      assertThat(Colluders.of(ids(members), Optional.of(roster(members))))
          .as("seed %d", seed)
          .isEqualTo(worst);
    }
  }

  /// By definition: every sum of so many participants, without any c of them, has three holders.
  @Test
  void leastSum_isTheSmallestSize_thatLeavesThreeHoldersWhoeverColludes() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      int n = 3 + random.nextInt(7);
      int holders = 1 + random.nextInt(n);
      List<RosterMember> members =
          IntStream.range(0, n)
              .mapToObj(i -> Rosters.line("p" + i, "h" + random.nextInt(holders)))
              .toList();
      int colluders = random.nextInt(3);
      int expected = largestWithoutThreeHolders(members, colluders) + 1;

      int least = Colluders.leastSum(ids(members), Optional.of(roster(members)), colluders);

      // A sum over everybody that is too small needs no exact number.
      assertThat(Math.min(least, n + 1)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  /// Tries each set of honest participants of at most two holders.
  private static int largestWithoutThreeHolders(List<RosterMember> members, int colluders) {
    int largest = 0;
    for (int set = 0; set < 1 << members.size(); set++) {
      int chosen = set;
      List<RosterMember> honest =
          IntStream.range(0, members.size())
              .filter(i -> (chosen >> i & 1) == 1)
              .mapToObj(members::get)
              .toList();
      if (honest.stream().map(RosterMember::holder).distinct().count() <= 2) {
        largest = Math.max(largest, Math.min(members.size(), honest.size() + colluders));
      }
    }
    return largest;
  }

  @Test
  void leastSum_ofHoldersWithAParticipantEach_isThreeAndTheColluders() {
    assertThat(Colluders.leastSum(Rosters.ids("a,b,c,d,e,f"), Optional.empty(), 2)).isEqualTo(5);
  }
}
