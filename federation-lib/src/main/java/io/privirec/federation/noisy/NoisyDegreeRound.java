package io.privirec.federation.noisy;

import io.privirec.crypto.prg.KeyStream;
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
public record NoisyDegreeRound(int items, SettledPrivacy privacy, double rho, int scaleBits) {
  /// In every session that has one.
  public static final int INDEX = 0;

  /// Fractional bits of counts whose part of the budget is small: at an epsilon of 10, what noise
  /// they need is less than the least that participants may add to whole numbers.
  public static final int FEW_BITS = 4;

  /// With which probability noise alone is taken for an item's count.
  private static final double CHANCE = 1e-3;

  /// Counts of one participant with its noise: the local standard deviation is below 2^26, and a
  /// value beyond 2^32 less likely than one in 2^1000.
  private static final double LARGEST = RoundInput.MAX_USERS + 0x1p32;

  public RoundSpec spec() {
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
  public double deviation(Aggregate sum) {
    return spec().noise().orElseThrow().deviation(sum) / scale();
  }

  /// What a participant adds.
  ///
  /// @param choices which of a user's items are counted
  public Contribution contribution(InteractionMatrix data, KeyStream choices) {
    if (data.users() > RoundInput.MAX_USERS) {
      throw new ContributionRefusedException(
          "a participant may have at most " + (long) RoundInput.MAX_USERS + " users");
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
  public Optional<long[]> complete(Aggregate sum, Path workDirectory) throws IOException {
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
        workDirectory.resolve(ItemDegreesFile.NAME), file -> ItemDegreesFile.write(file, counts));
    return Optional.of(counts);
  }

  /// Why nothing can be made of counts: none stands out of noise.
  public Optional<PlanStep.Fail> noiseAlone(long[] counts, Aggregate sum) {
    long most = Arrays.stream(counts).max().orElseThrow();
    double ofNoise = deviation(sum) * Math.sqrt(2 * Math.log(items / CHANCE));
    return most > ofNoise
        ? Optional.empty()
        : Optional.of(
            privacy.noiseAboveSignal(
                "the largest count is %d, and that of noise alone would be up to %.0f"
                    .formatted(most, ofNoise)));
  }

  /// Takes in the sum before others: the counts are the next round's broadcast, too, unless there
  /// is nothing but noise in them.
  public PlanStep next(Aggregate sum, Path workDirectory, RoundSpec next) throws IOException {
    Optional<long[]> counts = complete(sum, workDirectory);
    if (counts.isEmpty()) {
      return outOfRange();
    }
    Optional<PlanStep.Fail> useless = noiseAlone(counts.get(), sum);
    if (useless.isPresent()) {
      return useless.get();
    }
    FileDraft.write(
        workDirectory.resolve(next.broadcastFile()),
        file -> ItemDegreesFile.write(file, counts.get()));
    return new PlanStep.NextRound(next);
  }

  /// The counts of a broadcast.
  public long[] counts(Path broadcast) throws IOException {
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

  /// Why there is no session after such a sum.
  public static PlanStep.Fail outOfRange() {
    return new PlanStep.Fail(
        "sum-out-of-range", "a noisy item degree is larger than its participants' bounds allow");
  }
}
