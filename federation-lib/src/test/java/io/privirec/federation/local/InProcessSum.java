package io.privirec.federation.local;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Aggregate;
import io.privirec.federation.Contribution;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.VectorSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// One contribution taken for the sum, chunk by chunk.
public record InProcessSum(VectorSpec vector, List<RingVector> chunks) implements Aggregate {
  public static InProcessSum of(RoundSpec round, Contribution contribution) {
    VectorSpec vector = round.vector();
    List<RingVector> chunks = new ArrayList<>();
    for (int chunk = 0; chunk < vector.chunks(); chunk++) {
      RingVector values = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
      contribution.fill(vector.firstElementOf(chunk), values);
      chunks.add(values);
    }
    return new InProcessSum(vector, chunks);
  }

  @Override
  public long length() {
    return vector.length();
  }

  @Override
  public SortedSet<ParticipantId> survivors() {
    return new TreeSet<>();
  }

  @Override
  public void read(long offset, RingVector out) {
    for (int i = 0; i < out.length(); i++) {
      long element = offset + i;
      out.setSigned(
          i,
          chunks
              .get((int) (element / vector.chunkLength()))
              .getSigned((int) (element % vector.chunkLength())));
    }
  }
}
