package io.privirec.federation.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Contributor;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.filter.power.LocalPower;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A participant's side: its counts, then its products from what is broadcast.
final class FedPowerContributor implements Contributor {
  private final FedPower algorithm;
  private final Contributor counts;

  FedPowerContributor(FedPower algorithm) {
    this.algorithm = algorithm;
    this.counts = algorithm.frame().contributor();
  }

  @Override
  public Contribution values(RoundInput input) throws IOException {
    int index = input.round().index();
    if (index == 0) {
      return counts.values(input);
    }
    FedPowerBroadcast broadcast = broadcast(input);
    TallMatrix part =
        index == algorithm.ritzIndex() ? projected(input, broadcast) : product(input, broadcast);
    return encoded(part.data(), Math.scalb(1.0, input.round().vector().scaleBits()));
  }

  private TallMatrix projected(RoundInput input, FedPowerBroadcast broadcast) {
    TallMatrix basis = broadcast.basis();
    TallMatrix part =
        TallMatrix.of(
            algorithm.width(),
            algorithm.width(),
            basis.cross(rows(input, broadcast).gramTimes(basis)));
    algorithm.rows().divide(part, broadcast.users());
    return part;
  }

  /// A participant's product after its local steps, divided.
  TallMatrix product(RoundInput input, FedPowerBroadcast broadcast) {
    TallMatrix part =
        new LocalPower(rows(input, broadcast), algorithm.localSteps()).from(broadcast.basis());
    algorithm.rows().divide(part, broadcast.users());
    return part;
  }

  /// A participant's rows of the items that are in the session.
  NodeRows rows(RoundInput input, FedPowerBroadcast broadcast) {
    int had = input.data().pattern().items();
    if (had != algorithm.items()) {
      throw new ContributionRefusedException(
          "the session's catalogue has %d items, the data %d".formatted(algorithm.items(), had));
    }
    Optional<PlanStep.Fail> tooFew = algorithm.tooFew(broadcast.users(), broadcast.itemDegrees());
    if (tooFew.isPresent()) {
      throw new ContributionRefusedException(tooFew.get().detail());
    }
    return algorithm.rows().of(input.data(), broadcast.itemDegrees());
  }

  FedPowerBroadcast broadcast(RoundInput input) throws IOException {
    try {
      return FedPowerBroadcast.read(file(input), algorithm, input.round().index())
          .checked(algorithm.frame().minSupport());
    } catch (SafetensorsException malformed) {
      throw new ContributionRefusedException(
          "the broadcast is malformed: " + malformed.getMessage());
    }
  }

  /// The broadcast of a round that has one.
  static Path file(RoundInput input) {
    Path file = input.broadcast();
    if (file == null) {
      throw new ContributionRefusedException(
          "round " + input.round().name() + " needs a broadcast");
    }
    return file;
  }

  /// Rounded half to even. With an honest broadcast a value is within the round's bound. Another is
  /// the largest there is, and not refused: a refusal would tell of this participant's data alone.
  private static Contribution encoded(double[] values, double scale) {
    return (long offset, RingVector out) -> {
      for (int i = 0; i < out.length(); i++) {
        out.setReduced(i, (long) Math.rint(values[Math.toIntExact(offset + i)] * scale));
      }
    };
  }

  @Override
  public Optional<Digest> sessionConstants(RoundInput input) throws IOException {
    return counts.sessionConstants(input);
  }

  /// The basis, two products, and what turns them, in doubles.
  @Override
  public long workingSetBytes() {
    return 4L * Double.BYTES * algorithm.items() * algorithm.width();
  }
}
