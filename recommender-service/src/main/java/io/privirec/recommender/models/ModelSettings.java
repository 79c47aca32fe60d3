package io.privirec.recommender.models;

import io.privirec.crypto.signature.PublicIdentityKey;
import java.net.URI;
import java.security.InvalidKeyException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/// Where models come from.
///
/// @param coordinatorKey the only key whose releases are loaded
/// @param pollInterval how often the coordinator is asked for a newer release
/// @param warmUpRequests scored before a model is used
/// @param keepReleases newest releases that stay on the disk, beside those that are loaded
/// @param maxModels how many may be loaded at once, at least 2
/// @param manualActivation what becomes of newer releases after a model was activated by hand
/// @param shadowSample part of the requests that shadows answer, too, in [0, 1]
/// @param shadowQueue questions that may wait for shadows
/// @param maxExperiments how many may run at once
/// @param exact whether the factors of releases are kept, for exact scores
record ModelSettings(
    URI coordinator,
    PublicIdentityKey coordinatorKey,
    Duration pollInterval,
    int warmUpRequests,
    int keepReleases,
    int maxModels,
    ManualActivation manualActivation,
    double shadowSample,
    int shadowQueue,
    int maxExperiments,
    boolean exact) {
  private static final String KEY = "privirec.coordinator.public-key";

  static ModelSettings of(Environment environment) {
    Binder binder = Binder.get(environment);
    return new ModelSettings(
        binder.bind("privirec.coordinator.url", URI.class).get(),
        key(environment.getProperty(KEY)),
        binder.bind("privirec.recommender.poll-interval", Duration.class).get(),
        binder.bind("privirec.recommender.warm-up-requests", Integer.class).get(),
        Math.max(1, binder.bind("privirec.recommender.keep-releases", Integer.class).get()),
        // One that answers and one that arrives.
        Math.max(2, binder.bind("privirec.recommender.max-models", Integer.class).get()),
        binder.bind("privirec.recommender.manual-activation", ManualActivation.class).get(),
        Math.clamp(binder.bind("privirec.recommender.shadow-sample", Double.class).get(), 0.0, 1.0),
        Math.clamp(
            binder.bind("privirec.recommender.shadow-queue", Integer.class).get(), 1, 10_000),
        binder.bind("privirec.recommender.max-experiments", Integer.class).get(),
        binder.bind("privirec.recommender.exact", Boolean.class).get());
  }

  /// How long an activation by hand holds.
  enum ManualActivation {
    /// Until a newer release is there.
    UNTIL_NEWER,
    /// Until somebody activates another model, or lets newer ones become active again.
    PINS
  }

  private static PublicIdentityKey key(@Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new InvalidConfigurationPropertyValueException(
          KEY,
          value,
          "must be the coordinator's public key (base64url), learned from its operator: only"
              + " releases that it signed are served");
    }
    try {
      return PublicIdentityKey.parse(value.strip());
    } catch (InvalidKeyException e) {
      throw new InvalidConfigurationPropertyValueException(
          KEY, value, "must be an Ed25519 public key, 32 bytes in base64url");
    }
  }
}
