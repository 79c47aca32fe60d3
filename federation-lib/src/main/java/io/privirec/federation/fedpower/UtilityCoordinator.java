package io.privirec.federation.fedpower;

import io.privirec.crypto.paillier.Ciphertext;
import io.privirec.crypto.paillier.PaillierEncryptor;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.federation.factors.FedPowerBroadcast;
import io.privirec.federation.factors.FedPowerTerms;
import io.privirec.federation.fedpower.UtilityTerms.Part;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.CipherWords;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.stream.IntStream;

/// The coordinator of [UtilityFedPower]. It chooses the participant whose noise stays, adds up the
/// ciphertexts, and takes the total off the sum of noisy products.
///
/// It draws once: a broadcast that exists is not made again.
final class UtilityCoordinator {
  private static final String KEYS_FILE = "noise-keys";
  private static final String NOISY_SUM = "noisy-sum";

  private final UtilityTerms algorithm;
  private final FedPowerTerms base;
  private final SecureRandom random = new SecureRandom();

  UtilityCoordinator(UtilityTerms algorithm) {
    this.algorithm = algorithm;
    this.base = algorithm.base();
  }

  private PlanStep.NextRound next(int sync, Part part) {
    return new PlanStep.NextRound(algorithm.round(sync, part));
  }

  private Path broadcastFile(int sync, Part part, Path workDirectory) {
    return workDirectory.resolve(algorithm.round(sync, part).broadcastFile());
  }

  private FedPowerBroadcast broadcast(int sync, Path workDirectory) throws IOException {
    RoundSpec product = algorithm.round(sync, Part.PRODUCT);
    return FedPowerBroadcast.read(
        workDirectory.resolve(product.broadcastFile()), base, /* startsFromSeed= */ sync == 1);
  }

  PlanStep afterProduct(int sync, Aggregate sum, Path workDirectory) throws IOException {
    double largest = base.rows().bound(base.items()) + algorithm.largestNoise();
    double most = Math.scalb(largest * sum.survivors().size(), algorithm.scaleBits());
    ByteBuffer bytes = ByteBuffer.allocate(algorithm.length() * Long.BYTES);
    for (long number : SumBlocks.integers(algorithm.round(sync, Part.PRODUCT), sum)) {
      if (Math.abs((double) number) > most) {
        return new PlanStep.Fail(
            "sum-out-of-range",
            "an entry of the sum is larger than %s for each participant".formatted(largest));
      }
      bytes.putLong(number);
    }
    FileDraft.write(workDirectory.resolve(NOISY_SUM), file -> Files.write(file, bytes.array()));
    return sync == 1 ? next(1, Part.KEYS) : select(sync, sum.survivors(), workDirectory);
  }

  PlanStep afterKeys(Aggregate sum, Path workDirectory) throws IOException {
    NoiseKeys keys = NoiseKeys.of(sum);
    try {
      PaillierPublicKey.decode(keys.publicKey());
    } catch (GeneralSecurityException malformed) {
      return new PlanStep.Fail(
          "noise-key-invalid",
          "what %s and the others sent is no key: %s"
              .formatted(algorithm.keyHolder(), malformed.getMessage()));
    }
    FileDraft.write(workDirectory.resolve(KEYS_FILE), file -> Files.write(file, keys.bytes()));
    return select(1, sum.survivors(), workDirectory);
  }

  private static NoiseKeys keys(Path workDirectory) throws IOException {
    return new NoiseKeys(Files.readAllBytes(workDirectory.resolve(KEYS_FILE)));
  }

  private static PaillierPublicKey key(NoiseKeys keys) throws IOException {
    try {
      return PaillierPublicKey.decode(keys.publicKey());
    } catch (GeneralSecurityException e) {
      throw new IOException("the key was checked when it came in", e);
    }
  }

  /// The cohort sent its keys before: it is fixed after the session's first sum.
  private PlanStep select(int sync, SortedSet<ParticipantId> participants, Path workDirectory)
      throws IOException {
    Path file = broadcastFile(sync, Part.ANSWERS, workDirectory);
    if (Files.notExists(file)) {
      NoiseKeys keys = keys(workDirectory);
      Selectors.choose(
              broadcast(sync, workDirectory),
              keys,
              participants,
              algorithm.keyHolder(),
              sync,
              new PaillierEncryptor(key(keys), algorithm.exponentBits()),
              random)
          .write(file);
    }
    return next(sync, Part.ANSWERS);
  }

  PlanStep afterAnswers(int sync, Aggregate sum, Path workDirectory) throws IOException {
    Path file = broadcastFile(sync, Part.TOTAL, workDirectory);
    if (Files.notExists(file)) {
      try {
        total(sum, key(keys(workDirectory))).write(file);
      } catch (InvalidAnswer invalid) {
        return new PlanStep.Fail("ciphertext-invalid", String.valueOf(invalid.getMessage()));
      }
    }
    return next(sync, Part.TOTAL);
  }

  /// A participant sent no ciphertext.
  private static final class InvalidAnswer extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvalidAnswer(ParticipantId participant, GeneralSecurityException why) {
      super("from %s: %s".formatted(participant, why.getMessage()), why);
    }
  }

  /// Adds all answers, and hides the sum anew: its randomness tells nothing about the answers. Uses
  /// all cores.
  private NoiseTotal total(Aggregate sum, PaillierPublicKey key) throws IOException {
    PaillierEncryptor encryptor = new PaillierEncryptor(key, algorithm.exponentBits());
    List<ParticipantId> participants = List.copyOf(sum.survivors());
    byte[] total = new byte[algorithm.plaintexts() * PaillierPublicKey.CIPHERTEXT_BYTES];
    try {
      IntStream.range(0, algorithm.plaintexts())
          .parallel()
          .forEach(index -> {
            List<Ciphertext> answers = new ArrayList<>();
            for (int n = 0; n < participants.size(); n++) {
              answers.add(answer(sum, participants, n, index, key));
            }
            byte[] encoded = encryptor.rerandomise(key.sum(answers), random).encode();
            System.arraycopy(encoded, 0, total, index * encoded.length, encoded.length);
          });
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
    return new NoiseTotal(total);
  }

  private Ciphertext answer(
      Aggregate sum, List<ParticipantId> participants, int n, int index, PaillierPublicKey key) {
    RingVector words = RingVector.zero(CipherWords.RING, CipherWords.IN_CIPHERTEXT);
    try {
      sum.read(
          (long) CipherWords.IN_CIPHERTEXT * ((long) n * algorithm.plaintexts() + index), words);
      return CipherWords.read(key, words, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new InvalidAnswer(participants.get(n), e);
    }
  }

  PlanStep afterTotal(int sync, Aggregate sum, Path workDirectory) throws IOException {
    long[] total = SumBlocks.integers(algorithm.round(sync, Part.TOTAL), sum);
    ByteBuffer noisy = ByteBuffer.wrap(Files.readAllBytes(workDirectory.resolve(NOISY_SUM)));
    double[] values = new double[total.length];
    double mostNoise =
        Math.scalb(algorithm.largestNoise() * sum.survivors().size(), algorithm.scaleBits());
    for (int n = 0; n < values.length; n++) {
      if (Math.abs((double) total[n]) > mostNoise) {
        return new PlanStep.Fail(
            "noise-total-invalid",
            "what %s and the others sent is more than the noise of everybody"
                .formatted(algorithm.keyHolder()));
      }
      values[n] = Math.scalb((double) (noisy.getLong() - total[n]), -algorithm.scaleBits());
    }
    FedPowerBroadcast before = broadcast(sync, workDirectory);
    TallMatrix product = TallMatrix.of(base.items(), base.width(), values);
    if (sync == base.syncs()) {
      return publish(before, product, workDirectory);
    }
    before.with(product.orthonormal()).write(broadcastFile(sync + 1, Part.PRODUCT, workDirectory));
    return next(sync + 1, Part.PRODUCT);
  }

  private PlanStep publish(FedPowerBroadcast last, TallMatrix product, Path workDirectory)
      throws IOException {
    SpectralFactors factors = algorithm.factors(product, last.itemDegrees());
    FileDraft.write(
        workDirectory.resolve(FactorsFile.NAME), file -> FactorsFile.write(file, factors));
    return new PlanStep.Publish();
  }

  static long workingSetBytes(UtilityTerms algorithm) {
    FedPowerTerms base = algorithm.base();
    return 6L * Double.BYTES * base.items() * base.width()
        + (long) algorithm.plaintexts() * PaillierPublicKey.CIPHERTEXT_BYTES
        + base.frame().algorithm().workingSet().coordinator();
  }
}
