package io.privirec.federation.privirec;

import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// The first round of every algorithm on interactions: v_1 … v_m, and last the number of users that
/// have any, so that k ≤ users can be checked without asking anyone. Integers, exact.
///
/// @param items m
record DegreeRound(int items) {
  RoundSpec spec() {
    return new RoundSpec.ClosedSum(
        0,
        "item-degrees",
        VectorSpec.of(
            "item-degrees",
            items + 1L,
            new Ring(64),
            0,
            new Capacity.PerParticipant(RoundInput.MAX_USERS)),
        0);
  }

  /// Refuses data over another catalogue.
  static InteractionMatrix requireItems(InteractionMatrix data, int items) {
    if (data.items() != items) {
      throw new ContributionRefusedException(
          "the session's catalogue has %d items, the data %d".formatted(items, data.items()));
    }
    return data;
  }

  /// Those of some users alone.
  static Degrees degrees(InteractionMatrix data) {
    long users = 0;
    for (int u = 0; u < data.users(); u++) {
      users += data.rowEnd(u) > data.rowStart(u) ? 1 : 0;
    }
    return new Degrees(users, data.itemDegrees());
  }

  Contribution contribution(InteractionMatrix data) {
    Degrees own = degrees(data);
    if (own.users() > RoundInput.MAX_USERS) {
      throw new ContributionRefusedException(
          "a participant may have at most " + (long) RoundInput.MAX_USERS + " users");
    }
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        long element = offset + i;
        out.setSigned(i, element < items ? own.items()[(int) element] : own.users());
      }
    };
  }

  private Degrees read(Aggregate sum) throws IOException {
    long[] sums = new long[items + 1];
    SumBlocks.forEach(
        spec(),
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            sums[Math.toIntExact(offset) + i] = block.getSigned(i);
          }
        });
    return new Degrees(sums[items], Arrays.copyOf(sums, items));
  }

  /// Takes in the sum: V is kept for the release, and broadcast before the next round.
  ///
  /// @param next empty when this was the only round
  /// @param factorRounds those that follow, if any
  PlanStep complete(
      Aggregate sum,
      Path workDirectory,
      Optional<RoundSpec> next,
      Optional<FactorRounds> factorRounds)
      throws IOException {
    Degrees degrees = read(sum);
    if (!degrees.isPossible()) {
      return new PlanStep.Fail(
          "sum-out-of-range",
          "an item degree lies outside [0, users], or the number of users is below 0");
    }
    Optional<PlanStep.Fail> tooFew =
        factorRounds.flatMap(rounds -> rounds.tooFewUsers(degrees.users()));
    if (tooFew.isPresent()) {
      return tooFew.get();
    }
    FileDraft.write(
        workDirectory.resolve(ModelFiles.DEGREES),
        file -> ItemDegreesFile.write(file, degrees.items()));
    if (next.isEmpty()) {
      return new PlanStep.Publish();
    }
    FactorBroadcast.write(workDirectory.resolve(next.get().broadcastFile()), degrees, null);
    return new PlanStep.NextRound(next.get());
  }
}
