/// Key derivation: HKDF-SHA256 (RFC 5869) of the platform.
@NullMarked
package io.privirec.crypto.kdf;

import org.jspecify.annotations.NullMarked;
