package io.privirec.federation.fedpower;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.federation.Offer.Setting;
import io.privirec.federation.factors.FedPowerSettlement;
import io.privirec.wire.algorithm.FedPowerParameters;
import io.privirec.wire.algorithm.PrivateFedPowerParameters;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// [FedPower] as sessions ask for it.
public final class FedPowerDescriptor implements AlgorithmDescriptor<FedPowerParameters> {
  @Override
  public FedPowerParameters defaults() {
    return FedPowerParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.Never(PrivateFedPowerParameters.ALGORITHM);
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(
        new Offer(
            "fedpower: singular vectors, with localSteps products of each participant between two sums",
            Set.of(),
            new Setting("factors.k", "rank", "64"),
            new Setting("factors.rounds", "sums of products", "4")));
  }

  @Override
  public FedPowerParameters settle(
      FedPowerParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    return FedPowerSettlement.settle(asked, items, participants, seeds);
  }

  @Override
  public FedPower build(FedPowerParameters settled, int items) throws InvalidParametersException {
    return new FedPower(FedPowerSettlement.build(settled, items));
  }
}
