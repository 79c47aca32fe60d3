package io.privirec.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StallsTest {
  private static final long MILLI = 1_000_000;

  /// As of a clock that is about to overflow, which `System.nanoTime` may be.
  private static final long BEGUN = Long.MAX_VALUE - 50 * MILLI;

  private static long at(long millis) {
    return BEGUN + millis * MILLI;
  }

  @Test
  void list_answersThatOverlap_areOneStall() {
    Stalls stalls = new Stalls();
    stalls.answered(at(40), at(130));
    stalls.answered(at(10), at(60));
    stalls.answered(at(45), at(70));
    stalls.answered(at(200), at(219));
    stalls.answered(at(300), at(325));

    assertThat(stalls.list(BEGUN))
        .containsExactly(new Stalls.Stall(.01, 120, 3, 0), new Stalls.Stall(.3, 25, 1, 0));
  }

  @Test
  void list_senderLateAtTheSameTime_isNotOfTheService() {
    Stalls stalls = new Stalls();
    stalls.sent(at(20), at(28));
    stalls.sent(at(100), at(104));
    stalls.answered(at(10), at(60));
    stalls.answered(at(90), at(120));

    assertThat(stalls.list(BEGUN))
        .extracting(Stalls.Stall::ofTheService)
        .containsExactly(false, true);
    assertThat(stalls.list(BEGUN)).extracting(Stalls.Stall::senderMillis).containsExactly(8., 4.);
  }
}
