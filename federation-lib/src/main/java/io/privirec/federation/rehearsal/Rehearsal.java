package io.privirec.federation.rehearsal;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contributor;
import io.privirec.federation.Disclosure;
import io.privirec.federation.Plan;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/// A session without anybody's data, to try a deployment before there is some: everyone contributes
/// made-up values that all can compute, and the sum is checked against what it must be, element by
/// element. Nothing is published.
///
/// @param elements length of the vector, in [1, 2^31]
/// @param roundCount rounds of the session, in [1, 16]
/// @param seed of the values
/// @param ringBits 16, 24, 32 or 64
/// @param closed whether its rounds are closed, as those over data are, or tolerant
public record Rehearsal(long elements, int roundCount, long seed, int ringBits, boolean closed)
    implements Algorithm {
  /// Name in the API.
  public static final String ID = RehearsalParameters.ALGORITHM;

  public static final long MAX_ELEMENTS = 1L << 31;
  public static final int MAX_ROUNDS = 16;

  /// Bits of the ring above a value's own: one for its sign, the rest for sums over the largest
  /// cohort.
  private static final int HEADROOM_BITS = 15;

  public Rehearsal {
    if (elements < 1 || elements > MAX_ELEMENTS) {
      throw new IllegalArgumentException(
          "elements must be in [1, " + MAX_ELEMENTS + "]. Provided value: " + elements);
    }
    if (roundCount < 1 || roundCount > MAX_ROUNDS) {
      throw new IllegalArgumentException(
          "rounds must be in [1, " + MAX_ROUNDS + "]. Provided value: " + roundCount);
    }
    new Ring(ringBits);
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public List<RoundSpec> rounds() {
    VectorSpec vector =
        VectorSpec.of(
            "rehearsal",
            elements,
            new Ring(ringBits),
            0,
            new Capacity.PerParticipant(Math.scalb(1.0, valueBits())));
    return IntStream.range(0, roundCount)
        .mapToObj(index -> round(index, "rehearsal-" + (index + 1), vector))
        .toList();
  }

  private RoundSpec round(int index, String name, VectorSpec vector) {
    return closed
        ? new RoundSpec.ClosedSum(index, name, vector, 0, 0)
        : new RoundSpec.TolerantSum(index, name, vector, 0);
  }

  /// Every value lies in [−2^valueBits, 2^valueBits).
  int valueBits() {
    return ringBits - HEADROOM_BITS;
  }

  @Override
  public Digest digest() {
    byte[] name = (ID + "/v2").getBytes(StandardCharsets.US_ASCII);
    return Digest.of(
        ByteBuffer.allocate(name.length + 2 * Long.BYTES + 2 * Integer.BYTES + 1)
            .put(name)
            .putLong(elements)
            .putInt(roundCount)
            .putLong(seed)
            .putInt(ringBits)
            .put((byte) (closed ? 1 : 0))
            .array());
  }

  @Override
  public Disclosure disclosure() {
    return new Disclosure.Nothing();
  }

  @Override
  public Plan plan() {
    return new RehearsalPlan(this);
  }

  @Override
  public Contributor contributor() {
    return new RehearsalContributor(this);
  }
}
