package io.privirec.secagg.coordinator;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.message.RoundSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

  /// For a sum in which the masks have cancelled.
  public static Unmasker none(VectorSpec vector) {
    return new Unmasker(vector, new MaskSum(List.of(), List.of()));
  }

  /// For the sum of a tolerant round.
  ///
  /// @param selfMaskSeeds of the survivors
  /// @param maskKeys private mask keys of those who shared keys and did not survive
  static Unmasker of(
      Transcript transcript,
      Map<ParticipantId, SecretBytes> selfMaskSeeds,
      Map<ParticipantId, SecretBytes> maskKeys) {
    RoundRecord record = transcript.record();
    RoundSetup setup = transcript.requireSetup();
    Digest context = setup.context();
    List<MaskKey> added = new ArrayList<>();
    List<MaskKey> subtracted = new ArrayList<>();
    selfMaskSeeds.forEach((survivor, seed) ->
        subtracted.add(KeySchedule.selfMask(seed, context, record.indexOf(survivor))));
    for (var dropout : maskKeys.entrySet()) {
      AgreementKeyPair keys = AgreementKeyPair.fromSeed(record.keyAgreement(), dropout.getValue());
      ParticipantId dropped = dropout.getKey();
      for (ParticipantId survivor : setup.peersOf(dropped)) {
        if (selfMaskSeeds.containsKey(survivor)) {
          ByteString sent = transcript.envelope(survivor, dropped).maskEncapsulation();
          // The survivor added the masks of those before it and subtracted those after it.
          (dropped.compareTo(survivor) < 0 ? subtracted : added)
              .add(setup.mask(dropped, keys, survivor, sent));
        }
      }
    }
    return new Unmasker(record.vector(), new MaskSum(added, subtracted));
  }

  /// Number of masks that are taken off; the cost of a chunk is proportional to it. None in a
  /// closed round: the sum is there as it is.
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
}
