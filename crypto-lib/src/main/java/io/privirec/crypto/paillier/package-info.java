/// Paillier encryption, whose ciphertexts can be added and multiplied with numbers that are known.
///
/// Entry types: [io.privirec.crypto.paillier.PaillierKeyPair] for who decrypts,
/// [io.privirec.crypto.paillier.PaillierEncryptor] for everybody else,
/// [io.privirec.crypto.paillier.SlotLayout] for many numbers in one plaintext.
@NullMarked
package io.privirec.crypto.paillier;

import org.jspecify.annotations.NullMarked;
