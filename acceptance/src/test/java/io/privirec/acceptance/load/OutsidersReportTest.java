package io.privirec.acceptance.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.acceptance.load.LoadReport.Latency;
import org.junit.jupiter.api.Test;

class OutsidersReportTest {
  private static final long MEBIBYTE = 1 << 20;

  private static OutsidersReport report(long errors, double p99, long heapAfter) {
    return new OutsidersReport(
        new Latency("alone", 3_000, 0, 1, 2, 3, 4),
        new Latency("attacked", 3_000, errors, 1, p99, 3, 4),
        7,
        50 * MEBIBYTE,
        heapAfter);
  }

  @Test
  void attack_thatNobodyNoticed_missesNothing() {
    assertThat(report(0, 20, 58 * MEBIBYTE).misses(10)).isEmpty();
  }

  @Test
  void attack_thatOthersNoticed_isNamed() {
    assertThat(report(1, 20, 0).misses(10)).containsExactly("there were errors during the attack");
    assertThat(report(0, 21, 0).misses(10))
        .containsExactly("p99 is 10.5 times that without the attack");
    assertThat(report(0, 2, 59 * MEBIBYTE).misses(10)).containsExactly("the live heap grew");
  }
}
