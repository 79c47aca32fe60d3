package io.privirec.crypto.sharing;

import io.privirec.crypto.secret.SecretBytes;

/// One share of a secret: the values at `x = index` of one polynomial per field element.
///
/// @param index in [1, 65,535]; at 0 the polynomials give the secret away
public record Share(int index, SecretBytes value) {
  public Share {
    if (index < 1 || index > Shamir.MAX_SHARES) {
      throw new IllegalArgumentException(
          "share index must be in [1, " + Shamir.MAX_SHARES + "]. Provided value: " + index);
    }
  }
}
