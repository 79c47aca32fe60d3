/// SHA-256 digests and the Merkle tree over them.
@NullMarked
package io.privirec.crypto.digest;

import org.jspecify.annotations.NullMarked;
