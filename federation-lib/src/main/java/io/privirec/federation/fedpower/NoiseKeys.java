package io.privirec.federation.fedpower;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/// What the coordinator must have before it chooses: the key holder's public key, and a key of each
/// participant's, which its selectors are sealed with. In the vector each of them has a place,
/// where everybody else sends zeros: the sum is all of them side by side. Only the coordinator
/// reads it.
///
/// @param bytes the public key, then the others' in the order of ids
@SuppressWarnings("ArrayRecordComponent") // never compared
record NoiseKeys(byte[] bytes) {
  /// Most of a session: slots are wide enough for the noise of so many.
  static final int MOST_PARTICIPANTS = 256;

  private static final int PUBLIC_BYTES = PaillierPublicKey.ENCODED_BYTES;
  private static final int SEALING_BYTES = AesGcm.KEY_BYTES;
  private static final int BYTES = PUBLIC_BYTES + MOST_PARTICIPANTS * SEALING_BYTES;
  private static final int LENGTH = BYTES / Integer.BYTES;

  /// Of 32-bit numbers, big endian.
  static final VectorSpec VECTOR =
      VectorSpec.of("noise-keys", LENGTH, new Ring(64), 0, new Capacity.PerParticipant(0x1p32));

  static long fileBytes() {
    return BYTES;
  }

  /// What a participant sends.
  ///
  /// @param place its place in the order of ids, from 0
  /// @param sealing its key
  /// @param publicKey the key holder's
  static long[] numbers(int place, SecretBytes sealing, Optional<PaillierPublicKey> publicKey) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    publicKey.ifPresent(key -> bytes.put(0, key.encode()));
    bytes.put(PUBLIC_BYTES + place * SEALING_BYTES, sealing.expose());
    long[] numbers = new long[LENGTH];
    Arrays.setAll(numbers, n -> Integer.toUnsignedLong(bytes.getInt()));
    return numbers;
  }

  /// What a sum has; no keys where it is not one.
  static NoiseKeys of(Aggregate sum) throws IOException {
    RingVector numbers = RingVector.zero(VECTOR.ring(), LENGTH);
    sum.read(0, numbers);
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    for (int n = 0; n < LENGTH; n++) {
      bytes.putInt((int) numbers.getSigned(n));
    }
    return new NoiseKeys(bytes.array());
  }

  /// Encoded; not checked here.
  byte[] publicKey() {
    return Arrays.copyOf(bytes, PUBLIC_BYTES);
  }

  /// Of the participant at that place.
  SecretBytes sealing(int place) {
    int from = PUBLIC_BYTES + place * SEALING_BYTES;
    return SecretBytes.copyOf(Arrays.copyOfRange(bytes, from, from + SEALING_BYTES));
  }

  @Override
  public String toString() {
    return "NoiseKeys[hidden]";
  }
}
