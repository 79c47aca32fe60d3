package io.privirec.coordinator.session;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Aggregate;
import io.privirec.round.RoundSum;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.util.SortedSet;

/// A round's sum, as a plan reads it.
record RoundAggregate(RoundSum sum) implements Aggregate {
  @Override
  public long length() {
    return sum.length();
  }

  @Override
  public SortedSet<ParticipantId> survivors() {
    return sum.survivors();
  }

  @Override
  public void read(long offset, RingVector out) throws IOException {
    sum.read(offset, out);
  }
}
