package io.privirec.client;

import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.CoordinatorState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/// The sum of staged chunks without their masks, as a plan reads it.
record OpenedSum(
    RoundKind kind, VectorSpec vector, List<RingVector> chunks, SortedSet<ParticipantId> survivors)
    implements Aggregate {
  static OpenedSum of(
      CoordinatorState.Summed summed, Map<ParticipantId, SortedMap<Integer, byte[]>> staged) {
    VectorSpec vector = summed.record().vector();
    List<RingVector> chunks = new ArrayList<>();
    for (int c = 0; c < vector.chunks(); c++) {
      RingVector sum = RingVector.zero(vector.ring(), vector.elementsInChunk(c));
      for (ParticipantId survivor : summed.survivors()) {
        sum.addPacked(staged.get(survivor).get(c), 0, 0, sum.length());
      }
      summed.unmasker().unmask(c, sum);
      chunks.add(sum);
    }
    return new OpenedSum(summed.record().kind(), vector, chunks, summed.survivors());
  }

  @Override
  public long length() {
    return vector.length();
  }

  @Override
  public void read(long offset, RingVector out) {
    for (int i = 0; i < out.length(); i++) {
      long element = offset + i;
      RingVector chunk = chunks.get((int) (element / vector.chunkLength()));
      out.setSigned(i, chunk.getSigned((int) (element % vector.chunkLength())));
    }
  }
}
