package io.privirec.secagg;

import io.privirec.crypto.paillier.Ciphertext;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;

/// Ciphertexts as elements of a vector: 96 of 64 bits each, big endian.
public final class CipherWords {
  public static final Ring RING = new Ring(Long.SIZE);

  public static final int IN_CIPHERTEXT = PaillierPublicKey.CIPHERTEXT_BYTES / Long.BYTES;

  private CipherWords() {}

  /// Writes one.
  ///
  /// @param index of the ciphertext in the vector
  public static void write(Ciphertext ciphertext, RingVector out, int index) {
    ByteBuffer words = ByteBuffer.wrap(ciphertext.encode());
    for (int word = 0; word < IN_CIPHERTEXT; word++) {
      out.setReduced(index * IN_CIPHERTEXT + word, words.getLong());
    }
  }

  /// Reads one and checks it.
  ///
  /// @param index of the ciphertext in the vector
  /// @throws GeneralSecurityException if it is no ciphertext under the key
  public static Ciphertext read(PaillierPublicKey key, RingVector vector, int index)
      throws GeneralSecurityException {
    ByteBuffer words = ByteBuffer.allocate(PaillierPublicKey.CIPHERTEXT_BYTES);
    for (int word = 0; word < IN_CIPHERTEXT; word++) {
      words.putLong(vector.getSigned(index * IN_CIPHERTEXT + word));
    }
    return key.ciphertext(words.array());
  }
}
