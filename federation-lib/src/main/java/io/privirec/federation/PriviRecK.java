package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.secagg.VectorSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// PriviRec-k [PR §3] with settled parameters: item degrees, then L secure power iterations from a
/// public start basis, then GF-CF on S = X_L, Λ = |diag T_L| (docs/algorithms.md).
///
/// @param items m, length of the catalogue, ≥ 1
/// @param k rank, in [1, items]
/// @param iterations L, in [1, 16]
/// @param gamma weight of the ideal low-pass part of GF-CF, finite, ≥ 0
/// @param seed public seed of the start basis
/// @param idealRank rank of the ideal low-pass part, in [1, k]
/// @param topN entries kept per row of the folded filter, ≥ 1
public record PriviRecK(
    int items, int k, int iterations, double gamma, long seed, int idealRank, int topN)
    implements Algorithm {
  /// Name in the API.
  public static final String ID = "privirec-k";

  /// More users than any participant has: the bound of one participant's degrees. A 32-bit ring
  /// would hold the sum of 127 participants; the next wider one holds that of any cohort.
  static final double MAX_USERS_PER_PARTICIPANT = 0x1p24;

  /// 2^30 in a 32-bit ring cannot overflow: every subset sum lies in [−1, 1], see
  /// docs/algorithms.md.
  private static final int POWER_ITERATION_SCALE_BITS = 30;

  public PriviRecK {
    require(items >= 1, "items must be at least 1. Provided value: " + items);
    require(k >= 1 && k <= items, "k must be in [1, " + items + "]. Provided value: " + k);
    require(
        iterations >= 1 && iterations <= 16,
        "iterations must be in [1, 16]. Provided value: " + iterations);
    require(
        Double.isFinite(gamma) && gamma >= 0,
        "gamma must be finite and not negative. Provided value: " + gamma);
    require(
        idealRank >= 1 && idealRank <= k,
        "idealRank must be in [1, " + k + "]. Provided value: " + idealRank);
    require(topN >= 1, "topN must be at least 1. Provided value: " + topN);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public List<RoundSpec> rounds() {
    List<RoundSpec> rounds = new ArrayList<>();
    rounds.add(new RoundSpec(0, "item-degrees", degreesVector(), 0));
    for (int iteration = 1; iteration <= iterations; iteration++) {
      long basisBytes = iteration == 1 ? 0 : 4L * items * k;
      rounds.add(
          new RoundSpec(
              iteration, "power-iteration-" + iteration, productVector(), 8L * items + basisBytes));
    }
    return List.copyOf(rounds);
  }

  /// v_1 … v_m, and last the number of users, so that k ≤ users can be checked without asking
  /// anyone.
  private VectorSpec degreesVector() {
    return new VectorSpec(
        "item-degrees",
        items + 1L,
        VectorSpec.DEFAULT_CHUNK_LENGTH,
        new Ring(64),
        0,
        new Capacity.PerParticipant(MAX_USERS_PER_PARTICIPANT));
  }

  /// Y = R̃ᵀ(R̃ X), row-major, shape [items × k].
  private VectorSpec productVector() {
    return new VectorSpec(
        "gram-product",
        (long) items * k,
        VectorSpec.DEFAULT_CHUNK_LENGTH,
        new Ring(32),
        POWER_ITERATION_SCALE_BITS,
        new Capacity.EverySubsetSum(1));
  }

  @Override
  public Digest digest() {
    byte[] name = (ID + "/v1").getBytes(StandardCharsets.US_ASCII);
    return Digest.of(
        ByteBuffer.allocate(name.length + 5 * Integer.BYTES + 2 * Long.BYTES)
            .put(name)
            .putInt(items)
            .putInt(k)
            .putInt(iterations)
            .putDouble(gamma)
            .putLong(seed)
            .putInt(idealRank)
            .putInt(topN)
            .array());
  }

  @Override
  public Plan plan() {
    return new PriviRecKPlan(this);
  }

  @Override
  public Contributor contributor() {
    return new PriviRecKContributor(this);
  }
}
