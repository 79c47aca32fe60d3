package io.privirec.federation.fedpower;

import static io.privirec.federation.InvalidParametersException.given;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.federation.Offer.Setting;
import io.privirec.federation.factors.FedPowerSettlement;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.algorithm.FedPowerParameters;
import io.privirec.wire.algorithm.PrivateFedPowerParameters;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// [UtilityFedPower] as sessions ask for it.
public final class UtilityFedPowerDescriptor
    implements AlgorithmDescriptor<UtilityFedPowerParameters> {
  private static final String KEY_HOLDER = "/parameters/keyHolder";

  @Override
  public UtilityFedPowerParameters defaults() {
    return UtilityFedPowerParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.Never(PrivateFedPowerParameters.ALGORITHM);
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(
        new Offer(
            "fedpower-utility: with the noise of a single participant, and keyHolder=participant-01 unless"
                + " --parameter names another participant",
            Set.of(),
            Optional.of(new Setting("factors.k", "rank", "64")),
            Optional.of(new Setting("factors.rounds", "sums of products", "4")),
            (rank, given, data) -> {
              Map<String, Object> parameters = new TreeMap<>();
              parameters.put("keyHolder", given.getOrDefault("keyHolder", data.participant()));
              if (rank != null) {
                parameters.put("factors.k", rank);
              }
              return parameters;
            }));
  }

  @Override
  public UtilityFedPowerParameters settle(
      UtilityFedPowerParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    keyHolder(asked);
    FedPowerParameters settled = FedPowerSettlement.settle(base(asked), items, participants, seeds);
    return asked
        .withFactors(settled.factors())
        .withModel(settled.model())
        .withMinSupport(settled.minSupport());
  }

  private static FedPowerParameters base(UtilityFedPowerParameters asked) {
    return FedPowerParameters.of(asked.rows())
        .withFactors(asked.factors())
        .withTolerance(0.)
        .withModel(asked.model())
        .withTopN(asked.topN())
        .withMinSupport(asked.minSupport());
  }

  private static ParticipantId keyHolder(UtilityFedPowerParameters asked)
      throws InvalidParametersException {
    String given = given(KEY_HOLDER, asked.keyHolder());
    try {
      return new ParticipantId(given);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidParametersException(KEY_HOLDER, String.valueOf(malformed.getMessage()));
    }
  }

  @Override
  public UtilityFedPower build(UtilityFedPowerParameters settled, int items)
      throws InvalidParametersException {
    return new UtilityFedPower(
        new UtilityTerms(
            FedPowerSettlement.build(base(settled), items),
            settled.sigma(),
            keyHolder(settled),
            settled.exponentBits()));
  }
}
