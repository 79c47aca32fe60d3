package io.privirec.recommender.models;

import io.privirec.recommender.models.ActivationPolicy.Accept;
import io.privirec.recommender.models.ActivationPolicy.ManualActivation;
import io.privirec.serving.web.batch.StreamSettings;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// How models are loaded and compared.
///
/// @param pollInterval how often the coordinator is asked for a newer release
/// @param warmUpRequests histories that are scored before a model is used
/// @param warmUpTime for how long the service then asks itself for recommendations, before it is
///   ready for the first time; 0: not at all
/// @param keepReleases newest releases that stay on the disk, beside those that are loaded
/// @param maxModels models that are loaded at once: one that answers and one that arrives, or more
/// @param accept `private`: no release without noise becomes active, by itself or by hand; one that
///   is active already stays; `any`: all releases may become active
/// @param manualActivation `until-newer`: a model that was activated by hand answers until a newer
///   release is there; `pins`: until somebody activates another one, or lets newer ones become
///   active again
/// @param shadowSample part of the requests that shadows answer, too, in [0, 1]
/// @param shadowQueue questions that may wait for shadows
/// @param maxExperiments experiments that run at once
/// @param exact whether the factors of releases are kept, for exact scores
/// @param batch what batches may take
@Validated
@ConfigurationProperties("privirec.recommender")
record ModelSettings(
    @DefaultValue("2s") Duration pollInterval,
    @DefaultValue("500") @Min(0) int warmUpRequests,
    @DefaultValue("6s") Duration warmUpTime,
    @DefaultValue("3") @Min(1) int keepReleases,
    @DefaultValue("3") @Min(2) int maxModels,
    @DefaultValue("private") Accept accept,
    @DefaultValue("until-newer") ManualActivation manualActivation,
    @DefaultValue("0.1") @DecimalMin("0") @DecimalMax("1") double shadowSample,
    @DefaultValue("64") @Min(1) @Max(10_000) int shadowQueue,
    @DefaultValue("8") @Min(0) int maxExperiments,
    @DefaultValue("false") boolean exact,
    @DefaultValue @NestedConfigurationProperty @Valid StreamSettings batch) {
  ActivationPolicy activation() {
    return new ActivationPolicy(accept, manualActivation);
  }
}
