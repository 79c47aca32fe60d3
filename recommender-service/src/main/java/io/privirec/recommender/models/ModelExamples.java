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

  static final String UNKNOWN_MODEL =
      """
      {"type": "/problems/unknown-model", "title": "Unknown model", "status": 404,
       "detail": "No model of this version is loaded: see GET /v1/models", "code": "unknown-model",
       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "errors": []}\
      """;

  static final String UNKNOWN_RELEASE =
      """
      {"type": "/problems/unknown-release", "title": "Unknown release", "status": 404,
       "detail": "Neither this service nor the coordinator has this release", "code": "unknown-release",
       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "errors": []}\
      """;

  static final String UNKNOWN_EXPERIMENT =
      """
      {"type": "/problems/unknown-experiment", "title": "Unknown experiment", "status": 404,
       "detail": "No experiment of this name runs: see GET /v1/experiments", "code": "unknown-experiment",
       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "errors": []}\
      """;

  static final String NO_PREVIOUS_MODEL =
      """
      {"type": "/problems/no-previous-model", "title": "No previous model", "status": 409,
       "detail": "No loaded model was active before this one", "code": "no-previous-model",
       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "errors": []}\
      """;

  static final String MODEL_IN_USE =
      """
      {"type": "/problems/model-in-use", "title": "Model in use", "status": 409,
       "detail": "it is the active model: activate another one first", "code": "model-in-use",
       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "errors": []}\
      """;

  static final String TOO_MANY_MODELS =
      """
      {"type": "/problems/too-many-models", "title": "Too many models", "status": 409,
       "detail": "3 models are loaded, and each of them answers somebody", "code": "too-many-models",
       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "errors": []}\
      """;

  static final String TOO_MANY_EXPERIMENTS =
      """
      {"type": "/problems/too-many-experiments", "title": "Too many experiments", "status": 409,
       "detail": "8 experiments run, as many as may", "code": "too-many-experiments",
       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "errors": []}\
      """;

  static final String RELEASE_REFUSED =
      """
      {"type": "/problems/release-refused", "title": "Release refused", "status": 502,
       "detail": "The release does not verify: digest-mismatch", "code": "release-refused",
       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "errors": []}\
      """;

  private ModelExamples() {}
}
