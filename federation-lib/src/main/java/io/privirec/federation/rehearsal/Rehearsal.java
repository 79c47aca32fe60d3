package io.privirec.federation.rehearsal;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Contribution;
import io.privirec.federation.Disclosure;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
    implements AlgorithmSettings {
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
  public Reference reference(RatingMatrix data) {
    return new Reference.None();
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return Optional.empty();
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return List.of();
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(ID, digest(), rounds(), disclosure(), publication(), workingSet());
  }

  private List<Round> rounds() {
    VectorSpec vector =
        VectorSpec.of(
            "rehearsal",
            elements,
            new Ring(ringBits),
            0,
            new Capacity.PerParticipant(Math.scalb(1.0, valueBits())));
    List<RoundSpec> rounds =
        IntStream.range(0, roundCount)
            .mapToObj(index -> spec(index, "rehearsal-" + (index + 1), vector))
            .toList();
    return rounds.stream()
        .map(round ->
            new Round(round, this::values, (sum, _) -> complete(rounds, round.index(), sum)))
        .toList();
  }

  private RoundSpec spec(int index, String name, VectorSpec vector) {
    return closed
        ? new RoundSpec.ClosedSum(index, name, vector, 0, 0)
        : new RoundSpec.TolerantSum(index, name, vector, 0);
  }

  private Contribution values(RoundInput input) {
    RehearsalValues values =
        RehearsalValues.of(seed, valueBits(), input.round().index(), input.participant());
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        out.setSigned(i, values.at(offset + i));
      }
    };
  }

  private PlanStep complete(List<RoundSpec> rounds, int index, Aggregate sum) throws IOException {
    OptionalLong wrong = new RehearsalSum(seed, valueBits()).firstWrong(rounds.get(index), sum);
    if (wrong.isPresent()) {
      return new PlanStep.Fail(
          "rehearsal-sum-wrong",
          "element %s of round %s is not the sum of what its %s survivors contributed"
              .formatted(wrong.getAsLong(), rounds.get(index).name(), sum.survivors().size()));
    }
    return index + 1 < roundCount
        ? new PlanStep.NextRound(rounds.get(index + 1))
        : new PlanStep.Complete();
  }

  /// Every value lies in [−2^valueBits, 2^valueBits).
  int valueBits() {
    return ringBits - HEADROOM_BITS;
  }

  private Digest digest() {
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

  private Disclosure disclosure() {
    return new Disclosure.Nothing();
  }

  private Publication publication() {
    return Publication.NOTHING;
  }

  /// Participants make numbers as they are sent.
  private WorkingSet workingSet() {
    return new WorkingSet(RehearsalSum.workingSetBytes(), 0);
  }
}
