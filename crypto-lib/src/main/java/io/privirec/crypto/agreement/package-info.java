/// Key agreement: X25519 (RFC 7748), alone or together with ML-KEM-768 (FIPS 203). Raw shared
/// secrets leave only towards HKDF.
///
/// Entry type: [io.privirec.crypto.agreement.AgreementKeyPair].
@NullMarked
package io.privirec.crypto.agreement;

import org.jspecify.annotations.NullMarked;
