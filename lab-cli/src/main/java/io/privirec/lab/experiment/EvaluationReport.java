package io.privirec.lab.experiment;

import java.util.Map;

/// What `lab evaluate` found.
///
/// @param dataset its name
/// @param sha256 its fingerprint
/// @param filters `central` or `federated`
/// @param settings of the model, in words
/// @param bytesUp masked vectors that each participant uploads; 0 where nothing is
/// @param users users with held-out items, over whom metrics are averaged
/// @param skippedUsers users without
/// @param buildCpuSeconds processor time of making the model, all threads
/// @param scoreCpuSeconds processor time of scoring and ranking for all users
record EvaluationReport(
    String dataset,
    String sha256,
    int items,
    long interactions,
    String model,
    String filters,
    String settings,
    long users,
    long skippedUsers,
    Map<String, Double> metrics,
    long bytesUp,
    double buildCpuSeconds,
    double scoreCpuSeconds,
    double seconds) {
  EvaluationReport {
    metrics = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(metrics));
  }
}
