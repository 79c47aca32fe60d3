/// Shamir secret sharing: byte by byte over GF(2^8), without tables indexed by secrets, and over a
/// prime field where there are more shares than bytes.
///
/// Entry type: [io.privirec.crypto.sharing.Shamir].
@NullMarked
package io.privirec.crypto.sharing;

import org.jspecify.annotations.NullMarked;
