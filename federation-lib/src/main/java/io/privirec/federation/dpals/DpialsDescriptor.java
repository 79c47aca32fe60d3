package io.privirec.federation.dpals;

import static io.privirec.federation.InvalidParametersException.given;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.federation.Offer.Setting;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.wire.algorithm.DpialsParameters;
import io.privirec.wire.algorithm.DpialsParameters.ItemFeatures;
import io.privirec.wire.algorithm.IalsParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// [Dpals] over interactions as sessions ask for it.
public final class DpialsDescriptor implements AlgorithmDescriptor<DpialsParameters> {
  @Override
  public DpialsParameters defaults() {
    return DpialsParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.Always(IalsParameters.ALGORITHM);
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(
        new Offer(
            "dpials: the same over interactions",
            Set.of(),
            new Setting("fit.rank", "rank", "the preset's"),
            new Setting("fit.steps", "steps", "the preset's")));
  }

  @Override
  public DpialsParameters settle(
      DpialsParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    PrivacyParameters privacy = Fit.required(asked.privacy());
    Preset preset =
        Preset.of(Preset.INTERACTIONS, asked.preset(), asked.fit().weights(), Fit.epsilon(privacy));
    Long seed = asked.seed();
    return asked
        .withPreset(preset.name())
        .withLambda0(requireNonNullElse(asked.lambda0(), preset.lambda0()))
        .withItemFeatures(settle(asked.itemFeatures(), preset))
        .withFit(preset.settle(asked.fit(), items))
        .withSeed(seed == null ? (Long) seeds.getAsLong() : seed)
        .withPrivacy(SettledPrivacy.settle(privacy, participants, preset.itemsPerUser()));
  }

  /// Features are read only where they are asked for.
  private static @Nullable ItemFeatures settle(@Nullable ItemFeatures asked, Preset preset) {
    return asked == null
        ? null
        : new ItemFeatures(requireNonNullElse(asked.weight(), preset.featureWeight()));
  }

  @Override
  public Dpals build(DpialsParameters settled, int items) throws InvalidParametersException {
    ItemFeatures features = settled.itemFeatures();
    return Fit.build(
        items,
        new BoundedAls.Interactions(
            given("/parameters/lambda0", settled.lambda0()),
            features == null ? 0 : given("/parameters/itemFeatures/weight", features.weight())),
        settled.fit(),
        settled.seed(),
        settled.privacy());
  }
}
