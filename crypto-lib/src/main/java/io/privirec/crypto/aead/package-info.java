/// Authenticated encryption with associated data: AES-GCM (SP 800-38D).
@NullMarked
package io.privirec.crypto.aead;

import org.jspecify.annotations.NullMarked;
