package io.privirec.secagg;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.digest.MerkleTree;
import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Unmasker;
import io.privirec.secagg.participant.InputMasker;
import io.privirec.secagg.participant.ParticipantState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What participants upload, and what it adds up to.
public final class Uploads {
  private Uploads() {}

  /// The masked chunks of an input, in order.
  ///
  /// @param input all elements of the round's vector
  public static List<byte[]> masked(ParticipantState.Masking state, long[] input) {
    VectorSpec vector = state.record().vector();
    InputMasker masker = state.masker();
    List<byte[]> chunks = new ArrayList<>();
    for (int chunk = 0; chunk < vector.chunks(); chunk++) {
      RingVector values = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
      for (int i = 0; i < values.length(); i++) {
        values.setSigned(i, input[(int) vector.firstElementOf(chunk) + i]);
      }
      masker.mask(chunk, values);
      byte[] packed = new byte[vector.bytesInChunk(chunk)];
      values.packInto(packed, 0, 0, values.length());
      chunks.add(packed);
    }
    return chunks;
  }

  /// What a participant commits to.
  public static Digest root(List<byte[]> chunks) {
    return MerkleTree.root(chunks.stream().map(Digest::of).toList());
  }

  /// The sum of exactly the survivors' uploads, with its masks off.
  public static long[] sum(
      CoordinatorState.Summed summed, Function<ParticipantId, List<byte[]>> uploads) {
    VectorSpec vector = summed.record().vector();
    Unmasker unmasker = summed.unmasker();
    long[] sum = new long[Math.toIntExact(vector.length())];
    // From the last to the first: no chunk needs another one.
    for (int chunk = vector.chunks() - 1; chunk >= 0; chunk--) {
      RingVector total = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
      for (ParticipantId survivor : summed.survivors()) {
        total.addPacked(uploads.apply(survivor).get(chunk), 0, 0, total.length());
      }
      unmasker.unmask(chunk, total);
      for (int i = 0; i < total.length(); i++) {
        sum[(int) vector.firstElementOf(chunk) + i] = total.getSigned(i);
      }
    }
    return sum;
  }
}
