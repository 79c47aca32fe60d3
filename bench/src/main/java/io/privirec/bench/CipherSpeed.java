package io.privirec.bench;

import io.privirec.crypto.paillier.Ciphertext;
import io.privirec.crypto.paillier.Multiples;
import io.privirec.crypto.paillier.PaillierEncryptor;
import io.privirec.crypto.paillier.PaillierKeyPair;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.paillier.SlotLayout;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.secret.SecretBytes;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/// What `fedpower-utility` costs a node and the key holder for one sum of 17,711 items and ten
/// columns, and Paillier's encryption beside the textbook's.
final class CipherSpeed {
  private static final int NUMBERS = 17_711 * 10;
  private static final int PARTICIPANTS = 256;
  private static final long LARGEST = (1L << 31) - 1;
  private static final int MASKS = 9;
  private static final int MASK_BYTES = 400;
  private static final int SAMPLE = 40;
  private static final int TEXTBOOK_SAMPLE = 10;
  private static final int CORES = 2;

  private final SecureRandom random = new SecureRandom();
  private final PaillierKeyPair keys = PaillierKeyPair.generate(random);
  private final PaillierPublicKey key = keys.publicKey();
  private final SlotLayout slots = SlotLayout.forSumsOf(PARTICIPANTS, LARGEST);
  private final int plaintexts = slots.plaintexts(NUMBERS);

  private CipherSpeed() {}

  static List<Result> measure() throws Exception {
    return new CipherSpeed().results();
  }

  private List<Result> results() throws Exception {
    List<Result> results = new ArrayList<>();
    double textbook = each(TEXTBOOK_SAMPLE, this::textbook);
    results.add(Result.of("cipher, textbook encryption", textbook, "ms CPU"));
    for (int bits : new int[] {PaillierEncryptor.EXPONENT_BITS, 512}) {
      PaillierEncryptor encryptor = new PaillierEncryptor(key, bits);
      double own = each(SAMPLE, () -> encryptor.encrypt(BigInteger.TEN, random));
      results.add(
          Result.of(
                  "cipher, textbook over ours, exponents of %s bits".formatted(bits),
                  textbook / own,
                  "")
              .atLeast(bits == 512 ? 10 : 3.5));
    }
    PaillierEncryptor encryptor = new PaillierEncryptor(key);
    long[] noise = new Random(1).longs(NUMBERS, -LARGEST / 16, LARGEST / 16).toArray();
    Ciphertext[] answers = new Ciphertext[plaintexts];
    long start = System.nanoTime();
    step(encryptor, noise, answers);
    results.add(
        Result.of("cipher, a node's step, 17,711 x 10, two cores", seconds(start), "s").atMost(65));
    results.add(
        Result.of(
                "cipher, its bytes up",
                (double) plaintexts * PaillierPublicKey.CIPHERTEXT_BYTES / 1e6,
                "MB")
            .atMost(3));
    results.add(
        Result.of("cipher, numbers in a ciphertext", (double) NUMBERS / plaintexts, "")
            .atLeast(60));
    start = System.nanoTime();
    onCores(index -> keys.decrypt(answers[index]));
    results.add(Result.of("cipher, decrypting them, two cores", seconds(start), "s").atMost(20));
    return results;
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /// (1 + m n) rⁿ mod n², as the paper has it.
  private BigInteger textbook() {
    BigInteger square = key.n().multiply(key.n());
    BigInteger r = new BigInteger(PaillierPublicKey.BITS - 1, random);
    return BigInteger.TEN
        .multiply(key.n())
        .add(BigInteger.ONE)
        .multiply(r.modPow(key.n(), square))
        .mod(square);
  }

  /// Noise times an encrypted 1, hidden, and masked for nine others.
  private void step(PaillierEncryptor encryptor, long[] noise, Ciphertext[] answers)
      throws Exception {
    Multiples multiples = new Multiples(key, encryptor.encrypt(BigInteger.ONE, random), plaintexts);
    MaskSum masks =
        new MaskSum(
            IntStream.range(0, MASKS)
                .mapToObj(_ -> new MaskKey(SecretBytes.random(MaskKey.SIZE_BYTES, random)))
                .toList(),
            List.of());
    onCores(index -> {
      Ciphertext product = multiples.times(slots.pack(noise, index));
      BigInteger mask = masks.residues(index, 1, MASK_BYTES, key.n())[0];
      answers[index] = key.plus(encryptor.rerandomise(product, random), mask);
    });
  }

  private interface Task {
    void of(int index);
  }

  private void onCores(Task task) throws Exception {
    try (ExecutorService cores = Executors.newFixedThreadPool(CORES)) {
      List<Future<?>> parts = new ArrayList<>();
      for (int core = 0; core < CORES; core++) {
        int first = core;
        parts.add(
            cores.submit(() -> {
              for (int index = first; index < plaintexts; index += CORES) {
                task.of(index);
              }
            }));
      }
      for (Future<?> part : parts) {
        part.get();
      }
    }
  }

  private static double each(int count, CpuTime.Work work) throws Exception {
    CpuTime.millisOf(work);
    return CpuTime.medianMillisOf(count, work);
  }
}
