package io.privirec.federation;

import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.util.Random;

/**
 * An algorithm one of whose participants sends, in a round, whatever it likes: under masks nobody
 * can tell it from what was asked for.
 */
public record WithGarbage(Algorithm of, ParticipantId culprit, int round)
    implements ForwardingAlgorithm {
  @Override
  public Contributor contributor() {
    return new Liar(this, of.contributor());
  }

  private record Liar(WithGarbage lie, Contributor of) implements Contributor {
    @Override
    public Contribution contribute(RoundInput input) throws IOException {
      return input.participant().equals(lie.culprit) && input.round().index() == lie.round
          ? Liar::anything
          : of.contribute(input);
    }

    private static void anything(long offset, RingVector out) {
      Random random = new Random(offset);
      for (int i = 0; i < out.length(); i++) {
        out.setSigned(i, random.nextLong() >> (Long.SIZE - out.ring().bits()));
      }
    }

    @Override
    public Contribution values(RoundInput input) throws IOException {
      return of.values(input);
    }

    @Override
    public long workingSetBytes() {
      return of.workingSetBytes();
    }
  }
}
