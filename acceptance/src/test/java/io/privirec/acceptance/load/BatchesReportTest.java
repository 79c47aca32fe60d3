package io.privirec.acceptance.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchesReportTest {
  @Test
  void misses_areOfTheMedianRound() {
    BatchesReport report =
        BatchesReport.of(10, new double[] {1, 9, 5}, new double[] {100, 40, 50, 60});

    assertThat(report.medianStreams()).isEqualTo(5);
    assertThat(report.medianJob()).isEqualTo(50);
    assertThat(report.misses(5, 50)).isEmpty();
    assertThat(report.misses(6, 51))
        .containsExactly(
            "streams answer less than 6.0 users per second",
            "jobs answer less than 51.0 users per second");
  }

  @Test
  void jobs_thatWereNotAskedFor_areNotMissed() {
    assertThat(BatchesReport.of(10, new double[] {5}, new double[0]).misses(5, 1e9)).isEmpty();
  }
}
