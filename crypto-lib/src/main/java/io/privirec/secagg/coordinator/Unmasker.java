package io.privirec.secagg.coordinator;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.VectorSpec;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.List;

/// Takes the masks off a sum: the self masks of the survivors, and the pairwise masks that
/// survivors share with those who dropped out. Usable from many threads at once for different
/// chunks.
public final class Unmasker {
  private final VectorSpec vector;
  private final MaskSum remaining;

  private Unmasker(VectorSpec vector, MaskSum remaining) {
    this.vector = vector;
    this.remaining = remaining;
  }

  static Unmasker of(CoordinatorState.Unmasked state) {
    RoundRecord record = state.record();
    Transcript transcript = state.transcript();
    Digest context = transcript.boundContext();
    List<MaskKey> added = new ArrayList<>();
    List<MaskKey> subtracted = new ArrayList<>();
    state
        .selfMaskSeeds()
        .forEach((survivor, seed) ->
            subtracted.add(KeySchedule.selfMask(seed, context, record.indexOf(survivor))));
    for (var dropout : state.maskKeys().entrySet()) {
      AgreementKeyPair keys = AgreementKeyPair.fromPrivateKey(dropout.getValue());
      int dropped = record.indexOf(dropout.getKey());
      for (ParticipantId survivor : state.survivors()) {
        int index = record.indexOf(survivor);
        AgreementPublicKey peer = transcript.advertisementOf(survivor).maskKey();
        MaskKey mask = pairwise(keys, peer, context, dropped, index);
        // The survivor added the masks of those before it and subtracted those after it.
        (dropped < index ? subtracted : added).add(mask);
      }
    }
    return new Unmasker(record.vector(), new MaskSum(added, subtracted));
  }

  /// Number of masks that are taken off; the cost of a chunk is proportional to it.
  public int masks() {
    return remaining.added().size() + remaining.subtracted().size();
  }

  /// Unmasks a chunk in place.
  ///
  /// @param sum the sum of the chunk over exactly the survivors, in the round's ring
  public void unmask(int chunk, RingVector sum) {
    vector.requireChunk(chunk, sum);
    remaining.addTo(chunk, sum);
  }

  private static MaskKey pairwise(
      AgreementKeyPair keys, AgreementPublicKey peer, Digest context, int dropped, int survivor) {
    try {
      return KeySchedule.pairwiseMask(keys.agree(peer), context, dropped, survivor);
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("keys were checked when they were advertised", e);
    }
  }
}
