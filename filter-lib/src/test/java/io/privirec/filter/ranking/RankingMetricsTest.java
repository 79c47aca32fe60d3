package io.privirec.filter.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RankingMetricsTest {
  private static final double D1 = 1;
  private static final double D2 = Math.log(2) / Math.log(3);
  private static final double D3 = .5;
  private static final double D4 = Math.log(2) / Math.log(5);

  @Test
  void add_oneUser_givesEveryMetricAsDefined() {
    // hits at ranks 2 and 4 of 4; three held out
    RankingMetrics metrics = RankingMetrics.of(10, 4);
    metrics.add(new int[] {7, 1, 8, 3}, new int[] {1, 3, 9});
    assertMetric(metrics, "ndcg@4", (D2 + D4) / (D1 + D2 + D3));
    assertMetric(metrics, "ndcg-full@4", (D2 + D4) / (D1 + D2 + D3 + D4));
    assertMetric(metrics, "ndcg-lenskit@4", (1 + .5) / (1 + 1 + Math.log(2) / Math.log(3)));
    assertMetric(metrics, "ndcg-ngcf-legacy@4", (D2 + D4) / (D1 + D2));
    assertMetric(metrics, "recall@4", 2 / 3.0);
    assertMetric(metrics, "recall-capped@4", 2 / 3.0);
    assertMetric(metrics, "recall-micro@4", 2 / 3.0);
    assertMetric(metrics, "precision@4", .5);
    assertMetric(metrics, "precision-implicit@4", 2 / 3.0);
    assertMetric(metrics, "hit@4", 1);
    assertMetric(metrics, "mrr@4", .5);
    assertMetric(metrics, "map@4", (1 / 2.0 + 2 / 4.0) / 3);
    assertMetric(metrics, "coverage@4", .4);
    assertMetric(metrics, "gini@4", .6);
  }

  @Test
  void add_moreHeldOutThanTheCutoff_capsTheIdeal() {
    RankingMetrics metrics = RankingMetrics.of(10, 2);
    metrics.add(new int[] {1, 2, 3}, new int[] {1, 2, 3, 4});
    assertMetric(metrics, "ndcg@2", 1);
    assertMetric(metrics, "recall@2", .5);
    assertMetric(metrics, "recall-capped@2", 1);
    assertMetric(metrics, "map@2", 1);
  }

  @Test
  void add_fewerRankedThanTheCutoff_dividesPrecisionByTheCutoff() {
    RankingMetrics metrics = RankingMetrics.of(10, 4);
    metrics.add(new int[] {1}, new int[] {1, 2});
    assertMetric(metrics, "precision@4", .25);
    assertMetric(metrics, "recall@4", .5);
  }

  @Test
  void add_severalUsersAndCutoffs_averagesOverThoseThatCount() {
    RankingMetrics metrics = RankingMetrics.of(4, 1, 2);
    metrics.add(new int[] {0, 1}, new int[] {0});
    metrics.add(new int[] {0, 1}, new int[] {});
    metrics.add(new int[] {2, 3}, new int[] {0, 1, 3});
    assertThat(metrics.users()).isEqualTo(2);
    assertThat(metrics.skippedUsers()).isEqualTo(1);
    assertMetric(metrics, "recall@1", .5);
    assertMetric(metrics, "recall@2", (1 + 1 / 3.0) / 2);
    assertMetric(metrics, "recall-micro@2", 2 / 4.0);
    assertMetric(metrics, "precision-implicit@2", 2 / 3.0);
    assertMetric(metrics, "mrr@2", (1 + .5) / 2);
    assertMetric(metrics, "coverage@1", .5);
    assertMetric(metrics, "coverage@2", 1);
    assertMetric(metrics, "gini@2", 0);
  }

  @Test
  void values_nobody_areZero() {
    assertThat(RankingMetrics.of(3, 5).values().values()).containsOnly(0.0);
  }

  @Test
  void value_unknownName_isRefused() {
    assertThatThrownBy(() -> RankingMetrics.of(3, 5).value("ndcg@20"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ndcg@5");
    assertThatThrownBy(() -> RankingMetrics.of(3, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertMetric(RankingMetrics metrics, String name, double expected) {
    assertThat(metrics.value(name)).as(name).isCloseTo(expected, within(1e-12));
  }
}
