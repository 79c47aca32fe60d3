package io.privirec.acceptance.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SoakReportTest {
  private static final long MB = 1_000_000;

  private static final SortedMap<Integer, Long> NONE = new TreeMap<>();

  private static SoakReport report(
      SortedMap<Integer, Long> others, long serverErrors, SoakReport.Growth growth) {
    return new SoakReport(
        5, 60_000, others, 2, 20, 90, 30, List.of(), serverErrors, List.of(growth));
  }

  /** Looks of which each is that much more than the one before. */
  private static SoakReport.Growth growth(long heap, long handles, long connections, long disk) {
    return SoakReport.Growth.of(
        "recommender",
        IntStream.range(0, 15)
            .mapToObj(n ->
                new Footprint(
                    60 * MB + n * heap, 200 + n * handles, 4 + n * connections, 90 * MB + n * disk))
            .toList());
  }

  @Test
  void growth_isFromTheLeastOfTheFirstThirdToTheLeastOfTheLast() {
    SoakReport.Growth grown = growth(MB, 1, 0, 10);
    assertThat(grown.first()).isEqualTo(new Footprint(60 * MB, 200, 4, 90 * MB));
    assertThat(grown.last()).isEqualTo(new Footprint(70 * MB, 210, 4, 90 * MB + 100));
  }

  @Test
  void whatStays_isNoMiss() {
    assertThat(report(NONE, 0, growth(MB, 1, 0, MB)).misses()).isEmpty();
    assertThat(report(NONE, 0, growth(-MB, -1, 0, -MB)).misses()).isEmpty();
  }

  @Test
  void whateverGrows_isNamed() {
    assertThat(report(NONE, 0, growth(3 * MB, 0, 0, 0)).misses())
        .containsExactly("heap of recommender grew from 60,000,000 to 90,000,000");
    assertThat(report(NONE, 0, growth(0, 5, 0, 0)).misses())
        .containsExactly("open files and sockets of recommender grew from 200 to 250");
    assertThat(report(NONE, 0, growth(0, 0, 1, 0)).misses())
        .containsExactly("connections to the database of recommender grew from 4 to 14");
    assertThat(report(NONE, 0, growth(0, 0, 0, 4 * MB)).misses())
        .containsExactly("disk of recommender grew from 90,000,000 to 130,000,000");
  }

  @Test
  void whateverFails_isNamed() {
    SoakReport.Growth flat = growth(0, 0, 0, 0);
    assertThat(report(new TreeMap<>(Map.of(0, 2L, 429, 3L)), 0, flat).misses())
        .containsExactly("2 requests had no answer", "3 requests were answered with 429");
    assertThat(report(NONE, 1, flat).misses()).containsExactly("1 answers were of 500 to 599");
    SoakReport failed =
        new SoakReport(
            5, 1, NONE, 1, 1, 1, 2, List.of("FAILED participant-missing"), 0, List.of(flat));
    assertThat(failed.misses())
        .containsExactly("a session was not published: FAILED participant-missing");
    assertThat(new SoakReport(5, 1, NONE, 1, 1, 1, 0, List.of(), 0, List.of(flat)).misses())
        .containsExactly("no session ended");
  }
}
