package io.privirec.federation.local;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The sum of some contributions in the open, as a plan reads it. That secure rounds give the same
/// is what [InProcessSession] is tested for.
public record PlainSum(RoundSpec round, SortedMap<ParticipantId, Contribution> contributions)
    implements Aggregate {
  public static final RoundKind CLOSED =
      new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1));

  /// Of one participant.
  public static PlainSum of(RoundSpec round, Contribution only) {
    return new PlainSum(round, new TreeMap<>(Map.of(new ParticipantId("only"), only)));
  }

  @Override
  public RoundKind kind() {
    return CLOSED;
  }

  @Override
  public long length() {
    return round.vector().length();
  }

  @Override
  public SortedSet<ParticipantId> survivors() {
    return new TreeSet<>(contributions.keySet());
  }

  @Override
  public void read(long offset, RingVector out) {
    RingVector own = RingVector.zero(out.ring(), out.length());
    long[] sums = new long[out.length()];
    for (Contribution contribution : contributions.values()) {
      contribution.fill(offset, own);
      Arrays.setAll(sums, i -> sums[i] + own.getSigned(i));
    }
    for (int i = 0; i < sums.length; i++) {
      out.setReduced(i, sums[i]);
    }
  }
}
