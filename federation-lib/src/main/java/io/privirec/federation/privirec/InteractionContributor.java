package io.privirec.federation.privirec;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Contributor;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A participant's side of the algorithms on interactions: its item degrees, then, without the
/// items that left the session and normalised with the degrees of everybody, its part of P̃ and of
/// the products P̃ X where the algorithm sums those.
final class InteractionContributor implements Contributor {
  private final DegreeRound degreeRound;
  private final Optional<GramRound> gramRound;
  private final Optional<FactorRounds> factorRounds;

  InteractionContributor(
      DegreeRound degreeRound, Optional<GramRound> gramRound, Optional<FactorRounds> factorRounds) {
    this.degreeRound = degreeRound;
    this.gramRound = gramRound;
    this.factorRounds = factorRounds;
  }

  /// Own counts and those of everybody, then what factors need.
  @Override
  public long workingSetBytes() {
    return 2L * Long.BYTES * degreeRound.items()
        + factorRounds.map(FactorRounds::contributorBytes).orElse(0L);
  }

  @Override
  public Contribution values(RoundInput input) throws IOException {
    RoundSpec round = input.round();
    InteractionMatrix data = DegreeRound.requireItems(input.data().pattern(), degreeRound.items());
    Path broadcast = input.broadcast();
    if (round.index() == 0) {
      return degreeRound.contribution(data);
    }
    if (broadcast == null) {
      throw new ContributionRefusedException("round " + round.name() + " needs a broadcast");
    }
    try (SafetensorsReader tensors = SafetensorsReader.open(broadcast)) {
      Degrees degrees = globalDegrees(tensors);
      InteractionMatrix supported = degreeRound.supported(data, degrees);
      if (gramRound.isPresent() && round.index() == gramRound.get().index()) {
        return gramRound.get().contribution(supported, degrees.items());
      }
      return factorRounds.orElseThrow().contribution(round, supported, degrees, broadcast, tensors);
    } catch (SafetensorsException malformed) {
      throw new ContributionRefusedException(
          "the broadcast is malformed: " + malformed.getMessage());
    }
  }

  @Override
  public Optional<Digest> sessionConstants(RoundInput input) throws IOException {
    Path broadcast = input.broadcast();
    if (broadcast == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(FactorBroadcast.degrees(broadcast, degreeRound.items()).digest());
    } catch (SafetensorsException malformed) {
      throw new ContributionRefusedException(
          "the broadcast is malformed: " + malformed.getMessage());
    }
  }

  /// V as broadcast, also where an item has fewer users in it than here, which no honest
  /// coordinator says. To refuse that would tell the coordinator, one question at a time, how many
  /// users a participant has for which item. To use the own number instead would change the
  /// contribution of whoever has more, and of nobody else, so that two sums over one cell tell it
  /// apart. What a contribution is made of beside the data is the same for everybody.
  private Degrees globalDegrees(SafetensorsReader tensors) throws IOException {
    Degrees degrees = FactorBroadcast.degrees(tensors, degreeRound.items());
    if (!degrees.isPossible()) {
      throw new ContributionRefusedException(
          "the broadcast has an item degree outside [0, " + degrees.users() + "], the users");
    }
    return degrees;
  }
}
