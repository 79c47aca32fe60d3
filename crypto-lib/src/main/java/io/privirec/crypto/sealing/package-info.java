/// Encryption of secrets at rest under a rotating list of keys. Entry type:
/// [io.privirec.crypto.sealing.KeyRing]. No storage here.
@NullMarked
package io.privirec.crypto.sealing;

import org.jspecify.annotations.NullMarked;
