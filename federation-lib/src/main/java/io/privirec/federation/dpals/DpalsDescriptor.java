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
import io.privirec.wire.algorithm.AlsParameters;
import io.privirec.wire.algorithm.DpalsParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// [Dpals] over ratings as sessions ask for it.
public final class DpalsDescriptor implements AlgorithmDescriptor<DpalsParameters> {
  @Override
  public DpalsParameters defaults() {
    return DpalsParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.Always(AlsParameters.ALGORITHM);
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(
        new Offer(
            "dpals: least squares over ratings, by sums with noise",
            Set.of(Offer.Trait.PREDICTS_RATINGS),
            new Setting("fit.rank", "rank", "the preset's"),
            new Setting("fit.steps", "steps", "the preset's")));
  }

  @Override
  public DpalsParameters settle(
      DpalsParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    PrivacyParameters privacy = Fit.required(asked.privacy());
    Preset preset =
        Preset.of(Preset.RATINGS, asked.preset(), asked.fit().weights(), Fit.epsilon(privacy));
    Long seed = asked.seed();
    return asked
        .withPreset(preset.name())
        .withBound(requireNonNullElse(asked.bound(), preset.bound()))
        .withConstant(requireNonNullElse(asked.constant(), preset.constant()))
        .withFit(preset.settle(asked.fit(), items))
        .withSeed(seed == null ? (Long) seeds.getAsLong() : seed)
        .withPrivacy(SettledPrivacy.settle(privacy, participants, preset.itemsPerUser()));
  }

  @Override
  public Dpals build(DpalsParameters settled, int items) throws InvalidParametersException {
    return Fit.build(
        items,
        new BoundedAls.Ratings(
            settled.lowest(),
            settled.highest(),
            given("/parameters/bound", settled.bound()),
            given("/parameters/constant", settled.constant())),
        settled.fit(),
        settled.seed(),
        settled.privacy());
  }
}
