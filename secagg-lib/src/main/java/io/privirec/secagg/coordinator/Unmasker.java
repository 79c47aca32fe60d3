package io.privirec.secagg.coordinator;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.message.RoundSetup;
import java.security.GeneralSecurityException;
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

  /// For a sum in which the masks have cancelled.
  static Unmasker none(VectorSpec vector) {
    return new Unmasker(vector, new MaskSum(List.of(), List.of()));
  }

  static Unmasker of(CoordinatorState.Unmasked state) {
    RoundRecord record = state.record();
    RoundSetup setup = state.transcript().requireSetup();
    Digest context = setup.context();
    List<MaskKey> added = new ArrayList<>();
    List<MaskKey> subtracted = new ArrayList<>();
    state
        .selfMaskSeeds()
        .forEach((survivor, seed) ->
            subtracted.add(KeySchedule.selfMask(seed, context, record.indexOf(survivor))));
    for (var dropout : state.maskKeys().entrySet()) {
      AgreementKeyPair keys = AgreementKeyPair.fromSeed(record.keyAgreement(), dropout.getValue());
      int dropped = record.indexOf(dropout.getKey());
      for (ParticipantId survivor : setup.peersOf(dropout.getKey())) {
        if (state.selfMaskSeeds().containsKey(survivor)) {
          int index = record.indexOf(survivor);
          SecretBytes agreed = agreed(state.transcript(), keys, dropout.getKey(), survivor);
          MaskKey mask = KeySchedule.pairwiseMask(record, agreed, context, dropped, index);
          // The survivor added the masks of those before it and subtracted those after it.
          (dropped < index ? subtracted : added).add(mask);
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

  /// The secret behind a pairwise mask, computed in the dropout's place.
  private static SecretBytes agreed(
      Transcript transcript, AgreementKeyPair keys, ParticipantId dropout, ParticipantId survivor) {
    AgreementPublicKey theirs = transcript.requireSetup().keysOf(survivor).maskKey();
    try {
      if (dropout.compareTo(survivor) < 0) {
        return keys.initiate(theirs, KeySchedule.pairwiseMaskLabel(transcript.record())).secret();
      }
      return keys.accept(theirs, transcript.envelope(survivor, dropout).maskEncapsulation());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("keys and envelopes were checked when they came in", e);
    }
  }
}
