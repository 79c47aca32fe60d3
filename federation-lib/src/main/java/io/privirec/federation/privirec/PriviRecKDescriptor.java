package io.privirec.federation.privirec;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.federation.factors.FactorSettlement;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.util.Optional;
import java.util.function.LongSupplier;

/// `privirec-k` as sessions ask for it.
public final class PriviRecKDescriptor implements AlgorithmDescriptor<PriviRecKParameters> {
  @Override
  public PriviRecKParameters defaults() {
    return PriviRecKParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.ByDefault();
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(RankOfData.privirecK());
  }

  @Override
  public PriviRecKParameters settle(
      PriviRecKParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    return FactorSettlement.settle(asked, items, participants, seeds);
  }

  @Override
  public AlgorithmSettings build(PriviRecKParameters settled, int items)
      throws InvalidParametersException {
    return FactorSettlement.build(settled, items);
  }
}
