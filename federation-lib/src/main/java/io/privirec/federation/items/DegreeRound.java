package io.privirec.federation.items;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The first round of every algorithm on interactions: v_1 … v_m, and last the number of users that
/// have any, so that k ≤ users can be checked without asking anyone. Integers, exact.
///
/// Items that too few users have leave the session here: what is broadcast, published and reckoned
/// with has V = 0 for them, and participants leave out who has them.
///
/// @param items m
/// @param minSupport the fewest users that keep an item, ≥ 1
public record DegreeRound(int items, int minSupport) {
  /// Refuses a minimum support that is none.
  public static void requireMinSupport(int minSupport) {
    if (minSupport < 1) {
      throw new IllegalArgumentException(
          "minSupport must be at least 1. Provided value: " + minSupport);
    }
  }

  public RoundSpec spec() {
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

  /// The round itself.
  ///
  /// @param next empty when this is the only round
  /// @param tooFew why the rounds that follow cannot be had over such degrees, if so
  public Round round(Optional<RoundSpec> next, Function<Degrees, Optional<PlanStep.Fail>> tooFew) {
    return new Round(
        spec(),
        input -> contribution(input.dataOver(items).pattern()),
        (sum, workDirectory) -> complete(sum, workDirectory, next, tooFew));
  }

  /// Makes the values of a later round.
  @FunctionalInterface
  public interface Later {
    /// Returns the values.
    ///
    /// @param data without the items that left the session
    /// @param degrees as broadcast
    /// @param file of the broadcast, opened
    Contribution of(InteractionMatrix data, Degrees degrees, Path file, SafetensorsReader broadcast)
        throws IOException;
  }

  /// A later round, of data without the items that left the session, which is normalised with the
  /// degrees of everybody.
  public Round later(RoundSpec spec, Later values, Round.Completion completion) {
    return new Round(
            spec,
            input -> {
              InteractionMatrix data = input.dataOver(items).pattern();
              return input.fromBroadcast(file -> {
                try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
                  Degrees degrees = possibleDegrees(tensors);
                  return values.of(supported(data, degrees), degrees, file, tensors);
                }
              });
            },
            completion)
        .repeating(this::constants);
  }

  /// The numbers that every broadcast of the session must repeat.
  public Digest constants(Path broadcast) throws IOException {
    return FactorBroadcast.degrees(broadcast, items).digest();
  }

  /// V as broadcast, also where an item has fewer users in it than here, which no honest
  /// coordinator says. To refuse that would tell the coordinator, one question at a time, how many
  /// users a participant has for which item. To use the own number instead would change the
  /// contribution of whoever has more, and of nobody else, so that two sums over one cell tell it
  /// apart. What a contribution is made of beside the data is the same for everybody.
  private Degrees possibleDegrees(SafetensorsReader tensors) throws IOException {
    Degrees degrees = FactorBroadcast.degrees(tensors, items);
    if (!degrees.isPossible()) {
      throw new ContributionRefusedException(
          "the broadcast has an item degree outside [0, " + degrees.users() + "], the users");
    }
    return degrees;
  }

  /// Bytes that a participant holds: its counts and the counts of all participants.
  public long contributorBytes() {
    return 2L * Long.BYTES * items;
  }

  /// The degrees of some users alone.
  public static Degrees degrees(InteractionMatrix data) {
    long users = 0;
    for (int u = 0; u < data.users(); u++) {
      users += data.rowEnd(u) > data.rowStart(u) ? 1 : 0;
    }
    return new Degrees(users, data.itemDegrees());
  }

  public Contribution contribution(InteractionMatrix data) {
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
  private InteractionMatrix supported(InteractionMatrix data, Degrees degrees) {
    for (long degree : degrees.items()) {
      if (degree > 0 && degree < minSupport) {
        throw new ContributionRefusedException(
            "the broadcast has an item of fewer than minSupport = %s users".formatted(minSupport));
      }
    }
    return data.withSupport(degrees.items(), minSupport);
  }

  /// Lines of a session's digest: none where nothing is left out, as before there was a minimum.
  public List<Object> lines() {
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
  private PlanStep complete(
      Aggregate sum,
      Path workDirectory,
      Optional<RoundSpec> next,
      Function<Degrees, Optional<PlanStep.Fail>> tooFew)
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
          "too-few-items", "no item has %s users, minSupport".formatted(minSupport));
    }
    Optional<PlanStep.Fail> refused = tooFew.apply(degrees);
    if (refused.isPresent()) {
      return refused.get();
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
