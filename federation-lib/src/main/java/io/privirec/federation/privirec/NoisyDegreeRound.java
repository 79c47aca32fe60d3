package io.privirec.federation.privirec;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.FileDraft;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundNoise;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// How many users have each item, with noise. Of each user at most C items are counted, chosen at
/// random, so that a user changes the vector of counts by √C at most. (Scaling a vector of zeros
/// and ones down to a norm would round all of it to 0.)
///
/// @param items m
/// @param rho this round's part of the budget
record NoisyDegreeRound(int items, SettledPrivacy privacy, double rho) {
  /// Counts of one participant with its noise: the local standard deviation is below 2^26, and a
  /// value beyond 2^32 less likely than one in 2^1000.
  private static final double LARGEST = DegreeRound.MAX_USERS_PER_PARTICIPANT + 0x1p32;

  RoundSpec spec() {
    VectorSpec vector =
        VectorSpec.of("item-degrees", items, new Ring(64), 0, new Capacity.PerParticipant(LARGEST));
    Optional<RoundNoise> noise =
        Optional.of(
            new RoundNoise(
                IntegerSensitivity.ofIntegers(Math.sqrt(privacy.itemsPerUser()), items),
                items,
                rho,
                privacy.terms().colluders()));
    return privacy.bearsLosses()
        ? new RoundSpec.TolerantSum(0, "item-degrees", vector, 0, noise)
        : new RoundSpec.ClosedSum(0, "item-degrees", vector, 0, noise);
  }

  Contribution contribution(InteractionMatrix data, NoiseShare noise) {
    if (data.users() > DegreeRound.MAX_USERS_PER_PARTICIPANT) {
      throw new ContributionRefusedException(
          "a participant may have at most "
              + (long) DegreeRound.MAX_USERS_PER_PARTICIPANT
              + " users");
    }
    long[] counts = counts(data, noise.choices());
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        out.setSigned(i, counts[Math.toIntExact(offset + i)]);
      }
    };
  }

  private long[] counts(InteractionMatrix data, KeyStream random) {
    long[] counts = new long[items];
    for (int u = 0; u < data.users(); u++) {
      int[] own = data.row(u);
      for (int chosen = 0; chosen < Math.min(own.length, privacy.itemsPerUser()); chosen++) {
        int at = chosen + below(own.length - chosen, random);
        counts[own[at]]++;
        own[at] = own[chosen];
      }
    }
    return counts;
  }

  /// Uniform in [0, bound), by rejection: the same from the same bytes, whatever the JDK.
  private static int below(int bound, KeyStream random) {
    byte[] bytes = new byte[Integer.BYTES];
    int multiples = Integer.MAX_VALUE / bound * bound;
    while (true) {
      random.nextBytes(bytes);
      int drawn = ByteBuffer.wrap(bytes).getInt() & Integer.MAX_VALUE;
      if (drawn < multiples) {
        return drawn % bound;
      }
    }
  }

  /// Takes in the sum. Counts below 0 are noise, and become 0.
  PlanStep complete(Aggregate sum, Path workDirectory) throws IOException {
    long[] counts = new long[items];
    SumBlocks.forEach(
        spec(),
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            counts[Math.toIntExact(offset) + i] = block.getSigned(i);
          }
        });
    double bound = sum.survivors().size() * LARGEST;
    if (Arrays.stream(counts).anyMatch(count -> Math.abs((double) count) > bound)) {
      return new PlanStep.Fail(
          "sum-out-of-range", "a noisy item degree is larger than its participants' bounds allow");
    }
    Arrays.setAll(counts, i -> Math.max(0, counts[i]));
    FileDraft.write(
        workDirectory.resolve(ModelFiles.DEGREES), file -> ItemDegreesFile.write(file, counts));
    return new PlanStep.Publish();
  }
}
