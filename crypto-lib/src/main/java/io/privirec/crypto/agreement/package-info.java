/// X25519 key agreement (RFC 7748). Raw shared secrets leave only towards HKDF.
@NullMarked
package io.privirec.crypto.agreement;

import org.jspecify.annotations.NullMarked;
