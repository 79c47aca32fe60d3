package io.privirec.secagg.participant;

import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.message.RoundSetup;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Hides an input: `y_i = x_i + Σ_{j<i} PRG(s_ij) − Σ_{j>i} PRG(s_ij)` over those it masks with, in
/// order of id; in a tolerant round `+ PRG(b_i)`. In the sum over everyone the pairwise masks
/// cancel.
///
/// Usable from many threads at once for different chunks. It cannot tell whether a chunk is masked
/// a second time with another content, which would give both away: that is for its caller to
/// exclude.
public final class InputMasker {
  private final VectorSpec vector;
  private final MaskSum masks;

  private InputMasker(VectorSpec vector, MaskSum masks) {
    this.vector = vector;
    this.masks = masks;
  }

  static InputMasker of(ParticipantState.Masking state) {
    RoundSetup setup = state.setup();
    Digest context = setup.context();
    int self = state.record().indexOf(state.seat().self());
    byte[] label = KeySchedule.pairwiseMaskLabel(state.record());
    List<MaskKey> added = new ArrayList<>();
    List<MaskKey> subtracted = new ArrayList<>();
    state
        .recovery()
        .ifPresent(shares -> added.add(KeySchedule.selfMask(shares.selfMaskSeed(), context, self)));
    for (Map.Entry<ParticipantId, ByteString> peer : state.maskEncapsulations().entrySet()) {
      ParticipantId other = peer.getKey();
      int index = state.record().indexOf(other);
      AgreementPublicKey theirs = setup.keysOf(other).maskKey();
      try {
        SecretBytes agreed =
            self < index
                ? state.maskKeys().initiate(theirs, label).secret()
                : state.maskKeys().accept(theirs, peer.getValue());
        MaskKey mask = KeySchedule.pairwiseMask(state.record(), agreed, context, self, index);
        (index < self ? added : subtracted).add(mask);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("keys were checked when they were published", e);
      }
    }
    return new InputMasker(state.record().vector(), new MaskSum(added, subtracted));
  }

  /// Masks a chunk in place.
  ///
  /// @param values all elements of the chunk, in the round's ring
  public void mask(int chunk, RingVector values) {
    vector.requireChunk(chunk, values);
    masks.addTo(chunk, values);
  }
}
