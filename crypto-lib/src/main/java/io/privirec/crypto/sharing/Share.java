package io.privirec.crypto.sharing;

import io.privirec.crypto.secret.SecretBytes;

/// One share of a secret: the values at `x = index` of one polynomial per field element.
///
/// @param index in [1, 65,535]; at 0 the polynomials give the secret away
public record Share(int index, SecretBytes value) {
  /// As many shares of a secret can be told apart.
  public static final int MAX_INDEX = 65_535;

  public Share {
    if (index < 1 || index > MAX_INDEX) {
      throw new IllegalArgumentException(
          "share index must be in [1, " + MAX_INDEX + "]. Provided value: " + index);
    }
  }
}
