package io.privirec.federation.fedpower;

import io.privirec.crypto.paillier.Ciphertext;
import io.privirec.crypto.paillier.PaillierKeyPair;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.federation.FileDraft;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The sum of everybody's encrypted noise, as the key holder gets it. As a safetensors file:
///
/// - `total`: I64, shape [plaintexts, 96], big endian
///
/// @param ciphertexts encoded; not checked here
@SuppressWarnings("ArrayRecordComponent") // never compared
record NoiseTotal(byte[] ciphertexts) {
  private static final String TOTAL = "total";
  private static final int WORDS = PaillierPublicKey.CIPHERTEXT_BYTES / Long.BYTES;

  void write(Path file) throws IOException {
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of(
                TOTAL,
                TensorType.I64,
                ciphertexts.length / PaillierPublicKey.CIPHERTEXT_BYTES,
                WORDS));
    FileDraft.write(
        file,
        draft -> {
          try (SafetensorsWriter writer = SafetensorsWriter.create(draft, tensors, Map.of())) {
            writer.writeI64(TOTAL, Selectors.words(ciphertexts));
          }
        });
  }

  static NoiseTotal read(Path file, UtilityTerms algorithm) throws IOException {
    try (SafetensorsReader tensors = SafetensorsReader.open(file)) {
      return new NoiseTotal(Selectors.bytes(tensors.i64(TOTAL, algorithm.plaintexts(), WORDS)));
    }
  }

  /// The numbers, in fixed point. Uses all cores.
  ///
  /// @param participants whose noise it may be the sum of
  /// @throws GeneralSecurityException naming what does not hold: a ciphertext's form, or what it
  ///   hides is no sum of noise
  long[] decrypt(PaillierKeyPair keys, UtilityTerms algorithm, int participants)
      throws GeneralSecurityException {
    int plaintexts = algorithm.plaintexts();
    Ciphertext[] checked = new Ciphertext[plaintexts];
    for (int index = 0; index < plaintexts; index++) {
      int from = index * PaillierPublicKey.CIPHERTEXT_BYTES;
      checked[index] =
          keys.publicKey()
              .ciphertext(
                  Arrays.copyOfRange(ciphertexts, from, from + PaillierPublicKey.CIPHERTEXT_BYTES));
    }
    BigInteger[] opened = new BigInteger[plaintexts];
    IntStream.range(0, plaintexts)
        .parallel()
        .forEach(index -> opened[index] = keys.decrypt(checked[index]));
    long[] numbers = new long[algorithm.length()];
    double largest = Math.scalb(algorithm.largestNoise() * participants, algorithm.scaleBits());
    for (int index = 0; index < plaintexts; index++) {
      long[] slots = algorithm.slots().unpack(opened[index]);
      for (int slot = 0; slot < slots.length; slot++) {
        int n = index * slots.length + slot;
        if (Math.abs((double) slots[slot]) > largest || (n >= numbers.length && slots[slot] != 0)) {
          throw new GeneralSecurityException("what was encrypted is no sum of everybody's noise");
        }
        if (n < numbers.length) {
          numbers[n] = slots[slot];
        }
      }
    }
    return numbers;
  }
}
