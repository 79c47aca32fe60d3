package io.privirec.federation;

import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.util.Random;

/// One participant sends, in one round, whatever it likes: under masks nobody can tell it from what
/// was asked for.
public final class WithGarbage {
  private WithGarbage() {}

  /// The same algorithm with the culprit's garbage.
  public static Algorithm of(Algorithm algorithm, ParticipantId culprit, int index) {
    return algorithm.withRounds(round ->
        round.index() == index ? round.withValues(new Lie(round.values(), culprit)) : round);
  }

  private record Lie(Round.Values of, ParticipantId culprit) implements Round.Values {
    @Override
    public Contribution of(RoundInput input) throws IOException {
      return of.of(input);
    }

    @Override
    public Contribution withNoise(RoundInput input) throws IOException {
      return input.participant().equals(culprit) ? Lie::anything : of.withNoise(input);
    }

    private static void anything(long offset, RingVector out) {
      Random random = new Random(offset);
      for (int i = 0; i < out.length(); i++) {
        out.setSigned(i, random.nextLong() >> (Long.SIZE - out.ring().bits()));
      }
    }
  }
}
