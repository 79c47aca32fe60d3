package io.privirec.federation;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.spectral.NormalisedInteractions;
import java.io.IOException;
import java.nio.file.Path;

/// A participant's side of PriviRec-k: its item degrees, then its part of Y_ℓ = R̃ᵀ(R̃ X_{ℓ−1}).
final class PriviRecKContributor implements Contributor {
  private final PriviRecK algorithm;
  private final FactorRounds factorRounds;

  PriviRecKContributor(PriviRecK algorithm) {
    this.algorithm = algorithm;
    this.factorRounds = algorithm.factorRounds();
  }

  @Override
  public Contribution contribute(RoundInput input) throws IOException {
    RoundSpec round = input.round();
    InteractionMatrix data = input.data();
    Path broadcast = input.broadcast();
    if (data.items() != algorithm.items()) {
      throw new ContributionRefusedException(
          "the session's catalogue has " + algorithm.items() + " items, the data " + data.items());
    }
    if (round.index() == 0) {
      return algorithm.degreeRound().contribution(data);
    }
    if (broadcast == null) {
      throw new ContributionRefusedException("round " + round.name() + " needs a broadcast");
    }
    try (SafetensorsReader tensors = SafetensorsReader.open(broadcast)) {
      NormalisedInteractions normalised =
          NormalisedInteractions.of(data, globalDegrees(tensors, data));
      return factorRounds.contribution(round, normalised, tensors);
    } catch (SafetensorsException malformed) {
      throw new ContributionRefusedException(
          "the broadcast is malformed: " + malformed.getMessage());
    }
  }

  /// V: an item may not have fewer users overall than here, or the products would leave their
  /// bound.
  private long[] globalDegrees(SafetensorsReader tensors, InteractionMatrix data)
      throws IOException {
    long[] degrees = FactorBroadcast.itemDegrees(tensors, algorithm.items());
    long[] own = data.itemDegrees();
    for (int i = 0; i < own.length; i++) {
      if (degrees[i] < own[i]) {
        throw new ContributionRefusedException(
            "item_degrees are smaller than this participant's own");
      }
    }
    return degrees;
  }
}
