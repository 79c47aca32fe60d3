package io.privirec.secagg.participant;

import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.CipherWords;
import io.privirec.secagg.VectorSpec;
import java.math.BigInteger;
import java.security.GeneralSecurityException;

/// Hides an input: `y_i = x_i + Σ_{j<i} PRG(s_ij) − Σ_{j>i} PRG(s_ij)` over those it masks with, in
/// order of id; in a tolerant round `+ PRG(b_i)`. In the sum over everyone the pairwise masks
/// cancel.
///
/// Usable from many threads at once for different chunks. It cannot tell whether a chunk is masked
/// a second time with another content, which would give both away: that is for its caller to
/// exclude.
public final class InputMasker {
  /// 128 bits more than a plaintext has.
  private static final int MASK_BYTES = PaillierPublicKey.BITS / 8 + 16;

  private final VectorSpec vector;
  private final MaskSum masks;

  InputMasker(VectorSpec vector, MaskSum masks) {
    this.vector = vector;
    this.masks = masks;
  }

  /// Masks a chunk in place.
  ///
  /// @param values all elements of the chunk, in the round's ring
  public void mask(int chunk, RingVector values) {
    vector.requireChunk(chunk, values);
    if (vector.isOfCiphertexts()) {
      throw new IllegalStateException("ciphertexts are masked under their key");
    }
    masks.addTo(chunk, values);
  }

  /// Masks a chunk of ciphertexts in place: what they hide, modulo n. Of everybody's ciphertexts
  /// together the masks cancel; of fewer the plaintext is uniform in [0, n), also to whoever
  /// decrypts.
  ///
  /// @param key that they are under
  /// @param values all elements of the chunk
  /// @throws IllegalArgumentException if one of them is no ciphertext under the key
  public void mask(PaillierPublicKey key, int chunk, RingVector values) {
    vector.requireChunk(chunk, values);
    if (!vector.isOfCiphertexts()) {
      throw new IllegalStateException("only ciphertexts are masked under a key");
    }
    int count = values.length() / CipherWords.IN_CIPHERTEXT;
    BigInteger[] drawn = masks.residues(chunk, count, MASK_BYTES, key.n());
    for (int index = 0; index < count; index++) {
      try {
        CipherWords.write(
            key.plus(CipherWords.read(key, values, index), drawn[index]), values, index);
      } catch (GeneralSecurityException e) {
        throw new IllegalArgumentException("a contribution has made no ciphertext", e);
      }
    }
  }
}
