package io.privirec.recommender.models;

/** Bodies for the API's description. */
final class ModelExamples {
  static final String MODEL =
      """
      {"modelVersion": "r-20260102-1", "active": true, "shadow": false, "kind": "folded-filter",
       "model": "gf-cf", "algorithm": "privirec-k",
       "parameters": {"k": 256, "iterations": 2, "gamma": 0.3, "seed": 1, "topN": 1000},
       "sessionId": "s-1",
       "filterHash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
       "items": 40981, "cohortSize": 10, "survivors": ["shop-a", "shop-b", "shop-c"],
       "privacy": {"threatModel": "semi-malicious", "minSurvivors": 6,
                   "differentialPrivacy": "none", "statement": "Sums are exact."},
       "createdAt": "2026-01-02T03:04:05Z", "loadedAt": "2026-01-02T03:05:00Z"}\
      """;

  static final String LIST =
      """
      {"policy": "newest", "active": "r-20260102-1", "previous": "r-20260101-1", "limit": 3,
       "models": [\
      """
          + MODEL
          + "]}";

  private ModelExamples() {}
}
