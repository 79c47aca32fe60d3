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
import java.util.List;
import java.util.Optional;

/// The first round of every algorithm on interactions: v_1 … v_m, and last the number of users that
/// have any, so that k ≤ users can be checked without asking anyone. Integers, exact.
///
/// Items that too few users have leave the session here: what is broadcast, published and reckoned
/// with has V = 0 for them, and participants leave out who has them.
///
/// @param items m
/// @param minSupport the fewest users that keep an item, ≥ 1
record DegreeRound(int items, int minSupport) {
  /// Refuses a minimum support that is none.
  static void requireMinSupport(int minSupport) {
    PriviRecK.require(
        minSupport >= 1, "minSupport must be at least 1. Provided value: " + minSupport);
  }

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
        0,
        1);
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

  /// What a participant makes its further contributions of: its data without the items that left
  /// the session. Refuses degrees that no honest coordinator broadcasts.
  ///
  /// @param degrees as broadcast
  InteractionMatrix supported(InteractionMatrix data, Degrees degrees) {
    for (long degree : degrees.items()) {
      if (degree > 0 && degree < minSupport) {
        throw new ContributionRefusedException(
            "the broadcast has an item of fewer than minSupport = %d users".formatted(minSupport));
      }
    }
    return data.withSupport(degrees.items(), minSupport);
  }

  /// Lines of a session's digest: none where nothing is left out, as before there was a minimum.
  List<Object> lines() {
    return minSupport == 1 ? List.of() : List.of("min-support", minSupport);
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

  /// Takes in the sum: V of the items with enough users is kept for the release, and broadcast
  /// before the next round.
  ///
  /// @param next empty when this was the only round
  /// @param factorRounds those that follow, if any
  PlanStep complete(
      Aggregate sum,
      Path workDirectory,
      Optional<RoundSpec> next,
      Optional<FactorRounds> factorRounds)
      throws IOException {
    Degrees summed = read(sum);
    if (!summed.isPossible()) {
      return new PlanStep.Fail(
          "sum-out-of-range",
          "an item degree lies outside [0, users], or the number of users is below 0");
    }
    Degrees degrees = summed.withSupport(minSupport);
    if (degrees.kept() == 0) {
      return new PlanStep.Fail(
          "too-few-items", "no item has %d users, minSupport".formatted(minSupport));
    }
    Optional<PlanStep.Fail> tooFew = factorRounds.flatMap(rounds -> rounds.tooFew(degrees));
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
