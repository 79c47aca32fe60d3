package io.privirec.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KillScheduleTest {
  private static List<PlannedKill> draw(long seed, int kills) {
    return new KillSchedule(new SplittableRandom(seed), 4, Moment.AIMS).draw(kills);
  }

  @Test
  void draw_sameSeed_givesTheSameKills() {
    assertThat(draw(7, 200)).isEqualTo(draw(7, 200)).isNotEqualTo(draw(8, 200));
    assertThat(draw(7, 200).subList(0, 50)).isEqualTo(draw(7, 50));
  }

  @Test
  void draw_twoHundred_coverEveryServiceTargetAndMoment() {
    for (long seed = 0; seed < 20; seed++) {
      List<PlannedKill> kills = draw(seed, 200);
      assertThat(kills).extracting(PlannedKill::number).isSorted().doesNotHaveDuplicates();
      assertThat(kills).extracting(PlannedKill::service).contains(0, 1, 2, 3, 4);
      assertThat(kills).extracting(PlannedKill::target).contains(Target.values());
      assertThat(kills.stream().map(PlannedKill::aim).flatMap(Optional::stream))
          .containsAll(Moment.AIMS)
          .contains(Moment.START_UP);
    }
  }

  @Test
  void draw_twoHundred_aimsAQuarterAtAPhase() {
    for (long seed = 0; seed < 20; seed++) {
      assertThat(draw(seed, 200).stream().filter(kill -> kill.aim().isPresent()))
          .filteredOn(kill -> kill.aim().orElseThrow() != Moment.START_UP)
          .hasSizeGreaterThanOrEqualTo(50);
    }
  }

  @Test
  void draw_killAtStartUp_followsAKillOfTheSameServiceThatEndsIt() {
    List<PlannedKill> kills = draw(3, 500);
    IntStream.range(0, kills.size())
        .filter(i -> kills.get(i).aim().equals(Optional.of(Moment.START_UP)))
        .forEach(i -> {
          PlannedKill before = kills.get(i - 1);
          assertThat(before.service()).isEqualTo(kills.get(i).service());
          assertThat(before.target()).isNotEqualTo(Target.BACKEND);
        });
  }
}
