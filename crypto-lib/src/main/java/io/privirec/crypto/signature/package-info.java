/// Long-term Ed25519 identity keys (RFC 8032) and the domains they may sign in.
@NullMarked
package io.privirec.crypto.signature;

import org.jspecify.annotations.NullMarked;
