package io.privirec.federation.als;

import static io.privirec.federation.InvalidParametersException.given;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.federation.Offer.Setting;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.wire.algorithm.DpialsParameters;
import io.privirec.wire.algorithm.IalsParameters;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// [Als] over interactions as sessions ask for it.
public final class IalsDescriptor implements AlgorithmDescriptor<IalsParameters> {
  @Override
  public IalsParameters defaults() {
    return IalsParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.Never(DpialsParameters.ALGORITHM);
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(
        new Offer(
            "ials: the same over interactions",
            Set.of(),
            new Setting("rank", "rank", "" + IalsParameters.DEFAULT_RANK),
            new Setting("steps", "steps", "" + IalsParameters.STEPS)));
  }

  @Override
  public IalsParameters settle(
      IalsParameters asked, int items, int participants, LongSupplier seeds) {
    Long seed = asked.seed();
    return asked
        .withRank(requireNonNullElse(asked.rank(), Math.min(IalsParameters.DEFAULT_RANK, items)))
        .withSeed(seed == null ? (Long) seeds.getAsLong() : seed);
  }

  @Override
  public Als build(IalsParameters settled, int items) throws InvalidParametersException {
    Double lambda = settled.lambda();
    return new Als(
        new AlsTerms(
            items,
            new LeastSquares.Implicit(
                given("/parameters/rank", settled.rank()),
                requireNonNullElse(lambda, LeastSquares.Implicit.LEAST_RIDGE),
                settled.lambda0()),
            /* ridgeByTotals= */ lambda == null,
            settled.minSupport(),
            given("/parameters/seed", settled.seed())),
        settled.steps());
  }
}
