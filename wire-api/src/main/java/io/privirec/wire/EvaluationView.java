package io.privirec.wire;

import java.time.Instant;
import java.util.Map;

/// What a model was measured at, as somebody told.
///
/// @param users over whom the metrics are means
/// @param metrics by name, with the cutoff: `ndcg@20`
/// @param toldAt when
public record EvaluationView(
    String modelVersion, String dataset, long users, Map<String, Double> metrics, Instant toldAt) {
  public EvaluationView {
    metrics = Map.copyOf(metrics);
  }
}
