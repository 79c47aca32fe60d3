package io.privirec.recommender.models;

import io.privirec.serving.ranking.SharedRecommender;
import io.privirec.serving.release.ShownClaim;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.wire.ModelView;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/// A verified release that is open and warmed up.
record LoadedModel(VerifiedRelease release, SharedRecommender recommender, Instant loadedAt) {
  /// By when the release was made, then by id.
  static final Comparator<LoadedModel> BY_AGE =
      Comparator.comparing((LoadedModel model) -> model.release().manifest().createdAt())
          .thenComparing(LoadedModel::version);

  /// By what its answers are worth, then by age.
  static final Comparator<LoadedModel> BY_WORTH =
      Comparator.comparing(LoadedModel::release, VerifiedRelease.BY_WORTH);

  String version() {
    return release.manifest().releaseId();
  }

  /// Name of the recommender: `gf-cf`.
  String method() {
    return release.manifest().model().name();
  }

  /// Describes it; empty once it was retired.
  Optional<ModelView> view(boolean active, boolean shadow, ShownClaim claim) {
    return recommender.ask(one -> one.view(active, shadow, loadedAt, claim));
  }
}
