package io.privirec.secagg.participant;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.participant.OpenedBefore.Opening;
import io.privirec.secagg.participant.OpenedBefore.TooClose;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OpenedBeforeTest {
  private static final int MIN = 6;

  @Test
  void refuse_neverOpened_allowsAnything() {
    assertThat(new OpenedBefore(List.of()).refuse(opening(range(0, 10)))).isEmpty();
  }

  @Test
  void refuse_identicalSet_isAllowed() {
    assertThat(opened(range(0, 10)).refuse(opening(range(0, 10)))).isEmpty();
  }

  @Test
  void refuse_oneMissingOneMoreOrOneExchanged_isRefused() {
    OpenedBefore opened = opened(range(0, 10));
    assertThat(opened.refuse(opening(range(0, 9)))).contains(new TooClose(1, MIN));
    assertThat(opened.refuse(opening(range(0, 11)))).contains(new TooClose(1, MIN));
    assertThat(opened.refuse(opening(range(1, 11)))).contains(new TooClose(2, MIN));
  }

  @Test
  void refuse_differenceAtTheMinimum_isAllowedAndJustBelowRefused() {
    OpenedBefore opened = opened(range(0, 12));
    assertThat(opened.refuse(opening(range(3, 15)))).isEmpty();
    assertThat(opened.refuse(opening(range(0, 18)))).isEmpty();
    assertThat(opened.refuse(opening(range(3, 14)))).contains(new TooClose(5, MIN));
  }

  /// Two rounds need not demand the same: the one that demands more protects more.
  @Test
  void refuse_roundsOfDifferentMinimum_takesTheLarger() {
    OpenedBefore demanding = new OpenedBefore(List.of(new Opening(range(0, 10), 6)));
    assertThat(demanding.refuse(new Opening(range(0, 6), 4))).contains(new TooClose(4, 6));
    OpenedBefore lenient = new OpenedBefore(List.of(new Opening(range(0, 6), 4)));
    assertThat(lenient.refuse(new Opening(range(0, 10), 6))).contains(new TooClose(4, 6));
  }

  @Test
  void refuse_farFromOneButCloseToAnother_isRefused() {
    OpenedBefore opened = new OpenedBefore(List.of(opening(range(0, 20)), opening(range(10, 20))));
    assertThat(opened.refuse(opening(range(9, 20)))).contains(new TooClose(1, MIN));
  }

  /// Against a plain count of who is in one set only.
  @Test
  void refuse_randomSets_followsTheRule() {
    Random random = new Random(17);
    int refused = 0;
    for (int run = 0; run < 2_000; run++) {
      List<Opening> openings = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        openings.add(new Opening(subset(random), 1 + random.nextInt(6)));
      }
      Opening next = new Opening(subset(random), 1 + random.nextInt(6));
      boolean same = openings.stream().anyMatch(o -> o.survivors().equals(next.survivors()));
      boolean far =
          openings.stream()
              .allMatch(
                  o -> difference(o, next) >= Math.max(o.minSurvivors(), next.minSurvivors()));
      boolean allowed = new OpenedBefore(openings).refuse(next).isEmpty();
      assertThat(allowed).isEqualTo(same || far);
      refused += allowed ? 0 : 1;
    }
    assertThat(refused).isBetween(200, 1_800);
  }

  private static long difference(Opening one, Opening other) {
    return one.survivors().stream().filter(p -> !other.survivors().contains(p)).count()
        + other.survivors().stream().filter(p -> !one.survivors().contains(p)).count();
  }

  private static OpenedBefore opened(SortedSet<ParticipantId> survivors) {
    return new OpenedBefore(List.of(opening(survivors)));
  }

  private static Opening opening(SortedSet<ParticipantId> survivors) {
    return new Opening(survivors, MIN);
  }

  private static SortedSet<ParticipantId> range(int from, int to) {
    SortedSet<ParticipantId> ids = new TreeSet<>();
    for (int i = from; i < to; i++) {
      ids.add(new ParticipantId("p" + i));
    }
    return ids;
  }

  private static SortedSet<ParticipantId> subset(Random random) {
    SortedSet<ParticipantId> ids = range(0, 8);
    ids.removeIf(id -> random.nextInt(3) == 0);
    return ids;
  }
}
