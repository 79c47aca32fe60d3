package io.privirec.federation.privirec;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// How many users have each item, with noise. Of each user at most C items are counted, chosen at
/// random, so that a user changes the vector of counts by √C at most.
///
/// @param items m
/// @param rho this round's part of the budget
/// @param scaleBits fractional bits of counts, which have none: noise that is to be small needs
///   them
record NoisyDegreeRound(int items, SettledPrivacy privacy, double rho, int scaleBits) {
  static final int INDEX = 0;

  /// With which probability noise alone is taken for an item's count.
  private static final double CHANCE = 1e-3;

  /// Counts of one participant with its noise: the local standard deviation is below 2^26, and a
  /// value beyond 2^32 less likely than one in 2^1000.
  private static final double LARGEST = DegreeRound.MAX_USERS_PER_PARTICIPANT + 0x1p32;

  RoundSpec spec() {
    VectorSpec vector =
        VectorSpec.of(
            "item-degrees", items, new Ring(64), scaleBits, new Capacity.PerParticipant(LARGEST));
    return privacy.round(INDEX, vector, 0, sensitivity(), rho);
  }

  /// At most C elements change, by one each.
  private IntegerSensitivity sensitivity() {
    int most = privacy.itemsPerUser();
    return new IntegerSensitivity(scale() * Math.sqrt(most), scale() * most);
  }

  private double scale() {
    return Math.scalb(1.0, scaleBits);
  }

  /// Standard deviation of the noise in a count.
  double deviation(Aggregate sum) {
    return spec().noise().orElseThrow().deviation(sum) / scale();
  }

  Contribution contribution(InteractionMatrix data, KeyStream choices) {
    if (data.users() > DegreeRound.MAX_USERS_PER_PARTICIPANT) {
      throw new ContributionRefusedException(
          "a participant may have at most "
              + (long) DegreeRound.MAX_USERS_PER_PARTICIPANT
              + " users");
    }
    long[] counts = SampledItems.of(data, privacy.itemsPerUser(), choices).itemDegrees();
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        out.setSigned(i, counts[Math.toIntExact(offset + i)] << scaleBits);
      }
    };
  }

  /// Takes in the sum: the counts are kept for the release. Counts below 0 are noise, and become 0.
  ///
  /// @return empty when a count is larger than any that the round is made for
  Optional<long[]> complete(Aggregate sum, Path workDirectory) throws IOException {
    long[] counts = new long[items];
    SumBlocks.forEach(
        spec(),
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            counts[Math.toIntExact(offset) + i] = Math.round(block.getSigned(i) / scale());
          }
        });
    double bound = sum.survivors().size() * LARGEST;
    if (Arrays.stream(counts).anyMatch(count -> Math.abs((double) count) > bound)) {
      return Optional.empty();
    }
    Arrays.setAll(counts, i -> Math.max(0, counts[i]));
    FileDraft.write(
        workDirectory.resolve(ModelFiles.DEGREES), file -> ItemDegreesFile.write(file, counts));
    return Optional.of(counts);
  }

  /// Takes in the sum before others: the counts are the next round's broadcast, too, unless there
  /// is nothing but noise in them.
  PlanStep next(Aggregate sum, Path workDirectory, RoundSpec next) throws IOException {
    Optional<long[]> counts = complete(sum, workDirectory);
    if (counts.isEmpty()) {
      return outOfRange();
    }
    long most = Arrays.stream(counts.get()).max().orElseThrow();
    double ofNoise = deviation(sum) * Math.sqrt(2 * Math.log(items / CHANCE));
    if (most <= ofNoise) {
      return privacy.noiseAboveSignal(
          "the largest count is %d, and that of noise alone would be up to %.0f"
              .formatted(most, ofNoise));
    }
    FileDraft.write(
        workDirectory.resolve(next.broadcastFile()),
        file -> ItemDegreesFile.write(file, counts.get()));
    return new PlanStep.NextRound(next);
  }

  /// The counts of a broadcast.
  long[] counts(Path broadcast) throws IOException {
    try {
      long[] counts = ItemDegreesFile.read(broadcast);
      if (counts.length != items || Arrays.stream(counts).anyMatch(count -> count < 0)) {
        throw new ContributionRefusedException(
            "the broadcast must have a count of at least 0 for each of " + items + " items");
      }
      return counts;
    } catch (SafetensorsException malformed) {
      throw new ContributionRefusedException(
          "the broadcast is malformed: " + malformed.getMessage());
    }
  }

  static PlanStep.Fail outOfRange() {
    return new PlanStep.Fail(
        "sum-out-of-range", "a noisy item degree is larger than its participants' bounds allow");
  }
}
