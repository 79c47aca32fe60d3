package io.privirec.federation.als;

import static io.privirec.federation.InvalidParametersException.given;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.federation.Offer.Setting;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.wire.algorithm.AlsParameters;
import io.privirec.wire.algorithm.DpalsParameters;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// [Als] over ratings as sessions ask for it.
public final class AlsDescriptor implements AlgorithmDescriptor<AlsParameters> {
  @Override
  public AlsParameters defaults() {
    return AlsParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.Never(DpalsParameters.ALGORITHM);
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(
        new Offer(
            "als: vectors of items by least squares, over ratings",
            Set.of(Offer.Trait.PREDICTS_RATINGS),
            new Setting("rank", "rank", "" + AlsParameters.DEFAULT_RANK),
            new Setting("steps", "steps", "" + AlsParameters.STEPS)));
  }

  @Override
  public AlsParameters settle(
      AlsParameters asked, int items, int participants, LongSupplier seeds) {
    Long seed = asked.seed();
    return asked
        .withRank(requireNonNullElse(asked.rank(), Math.min(AlsParameters.DEFAULT_RANK, items)))
        .withSeed(seed == null ? (Long) seeds.getAsLong() : seed);
  }

  @Override
  public Als build(AlsParameters settled, int items) throws InvalidParametersException {
    return new Als(
        items,
        new LeastSquares.Explicit(
            given("/parameters/rank", settled.rank()),
            settled.lambda(),
            settled.lowest(),
            settled.highest()),
        settled.steps(),
        settled.minSupport(),
        given("/parameters/seed", settled.seed()));
  }
}
