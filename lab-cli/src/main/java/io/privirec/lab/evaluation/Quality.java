package io.privirec.lab.evaluation;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.privirec.filter.ranking.RankingMetrics;
import java.util.Map;

/// The metrics of one recommender over one set of users.
///
/// @param ndcg mean `ndcg@20`
/// @param recall mean `recall@20`
/// @param users how many users were averaged: those with held-out items
public record Quality(
    @JsonProperty("ndcg@20") double ndcg, @JsonProperty("recall@20") double recall, long users) {
  /// The cutoff of both metrics.
  public static final int CUTOFF = 20;

  /// Both metrics, by their names.
  public Map<String, Double> byName() {
    return Map.of("ndcg@" + CUTOFF, ndcg, "recall@" + CUTOFF, recall);
  }

  /// Of metrics at that cutoff.
  public static Quality of(RankingMetrics metrics) {
    return new Quality(
        metrics.value("ndcg@" + CUTOFF), metrics.value("recall@" + CUTOFF), metrics.users());
  }
}
