package io.privirec.acceptance.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Draws the kills of a campaign, all of them beforehand: the same seed gives the same list.
///
/// @param clients number of client-services
/// @param moments what kills may be aimed at, start-up aside
record KillSchedule(RandomGenerator random, int clients, List<Moment> moments) {
  private static final double COORDINATOR = 0.4;
  private static final double AIMED = 0.55;
  private static final double AT_START_UP = 0.2;
  private static final double SETTLED = 0.75;
  private static final int LONGEST_GAP_MILLIS = 5_000;
  private static final int LONGEST_IN_PHASE_MILLIS = 150;
  private static final int LONGEST_IN_SHORT_MOMENT_MILLIS = 15;
  private static final int LONGEST_IN_START_UP_MILLIS = 4_000;

  KillSchedule {
    moments = List.copyOf(moments);
  }

  List<PlannedKill> draw(int kills) {
    List<PlannedKill> drawn = new ArrayList<>();
    for (int number = 1; number <= kills; number++) {
      boolean aimed = random.nextDouble() < AIMED;
      // Nothing starts again before the first kill, nor after one that a server recovers from.
      boolean atStartUp =
          aimed
              && random.nextDouble() < AT_START_UP
              && number > 1
              && drawn.getLast().target() != Target.BACKEND;
      drawn.add(
          atStartUp
              ? again(number, drawn.getLast())
              : first(number, aimed ? Optional.of(moment()) : Optional.empty()));
    }
    return drawn;
  }

  /// A service that was killed is killed again before it is ready.
  private PlannedKill again(int number, PlannedKill before) {
    return new PlannedKill(
        number,
        random.nextBoolean() ? Target.SERVICE : Target.HOST,
        before.service(),
        Optional.of(Moment.START_UP),
        millis(LONGEST_IN_START_UP_MILLIS),
        false,
        random.nextInt(Integer.MAX_VALUE));
  }

  private PlannedKill first(int number, Optional<Moment> aim) {
    int longest =
        aim.map(moment ->
                moment.isShort() ? LONGEST_IN_SHORT_MOMENT_MILLIS : LONGEST_IN_PHASE_MILLIS)
            .orElse(LONGEST_GAP_MILLIS);
    return new PlannedKill(
        number,
        target(),
        random.nextDouble() < COORDINATOR ? 0 : 1 + random.nextInt(clients),
        aim,
        millis(longest),
        random.nextDouble() < SETTLED,
        random.nextInt(Integer.MAX_VALUE));
  }

  private Moment moment() {
    return moments.get(random.nextInt(moments.size()));
  }

  private Target target() {
    int ticket = random.nextInt(Arrays.stream(Target.values()).mapToInt(Target::weight).sum());
    for (Target target : Target.values()) {
      ticket -= target.weight();
      if (ticket < 0) {
        return target;
      }
    }
    throw new IllegalStateException("weights do not add up");
  }

  private Duration millis(int longest) {
    return Duration.ofMillis(random.nextInt(longest + 1));
  }
}
