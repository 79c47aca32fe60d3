package io.privirec.federation;

import io.privirec.crypto.paillier.PaillierPublicKey;

/// A contribution of ciphertexts, to a round whose vector is of them
/// ([io.privirec.secagg.VectorSpec#isOfCiphertexts]): the masks of the round go into what they
/// hide.
public interface CipherContribution extends Contribution {
  /// Under which all of them are.
  PaillierPublicKey key();
}
