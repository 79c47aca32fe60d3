/// Encryption of secrets at rest under a rotating list of keys. Entry type:
/// [io.privirec.edge.sealing.KeyRing]. No storage here.
@NullMarked
package io.privirec.edge.sealing;

import org.jspecify.annotations.NullMarked;
