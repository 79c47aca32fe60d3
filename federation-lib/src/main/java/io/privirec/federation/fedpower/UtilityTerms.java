package io.privirec.federation.fedpower;

import io.privirec.crypto.paillier.PaillierEncryptor;
import io.privirec.crypto.paillier.SlotLayout;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.factors.FedPowerBroadcast;
import io.privirec.federation.factors.FedPowerTerms;
import io.privirec.federation.factors.ProductRounds;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.RitzPairs;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.CipherWords;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.VectorSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// The parameters and the mathematics of [UtilityFedPower].
///
/// @param base rows, rank, steps and release; its last sum, for eigenvalues, is not made
/// @param sigma deviation of a node's noise on M_iᵀM_i Z / s_i, before it is weighted by s_i / s
/// @param keyHolder that makes the key and decrypts the total; one of the participants
/// @param exponentBits of what ciphertexts are hidden with, in [256, 1536]
public record UtilityTerms(
    FedPowerTerms base, double sigma, ParticipantId keyHolder, int exponentBits) {
  /// Most numbers of a product. It takes half an hour of two cores for each participant and sum.
  private static final int MOST_NUMBERS = 1 << 22;

  /// Noise is cut off beyond so many deviations. The chance of such noise is below 10⁻⁵⁶.
  private static final int MOST_DEVIATIONS = 16;

  /// That a node's noise in fixed point has, without its sign: five bytes hold the sum of 256.
  private static final int NOISE_BITS = 31;

  /// Largest number of a node's noise in fixed point.
  static final long LARGEST_NUMBER = (1L << NOISE_BITS) - 1;

  private static final int MOST_SCALE_BITS = 36;
  private static final double LEAST_SIGMA = 1e-6;
  private static final double MOST_SIGMA = 1e3;

  /// A table of powers is made for each chunk, and kept no longer.
  private static final int CIPHERTEXTS_IN_CHUNK = 512;

  private static final Ring RING = new Ring(64);

  /// Rounds of a synchronisation.
  enum Part {
    /// Of noisy products.
    PRODUCT,
    /// The key holder's public key, and what selectors are sealed with; in the first
    /// synchronisation only.
    KEYS,
    /// Encrypted noise, or encrypted zeros.
    ANSWERS,
    /// The total that the key holder decrypted.
    TOTAL
  }

  public UtilityTerms {
    if (!(sigma >= LEAST_SIGMA && sigma <= MOST_SIGMA)) {
      throw new IllegalArgumentException(
          "sigma must be in [%s, %s]. Provided value: %s"
              .formatted(LEAST_SIGMA, MOST_SIGMA, sigma));
    }
    if ((long) base.items() * base.width() > MOST_NUMBERS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "items times columns must be at most %,d. Provided value: %,d",
              MOST_NUMBERS,
              (long) base.items() * base.width()));
    }
    if (exponentBits < PaillierEncryptor.FEWEST_BITS
        || exponentBits > PaillierEncryptor.EXPONENT_BITS) {
      throw new IllegalArgumentException(
          "exponentBits must be in [%s, %s]. Provided value: %s"
              .formatted(
                  PaillierEncryptor.FEWEST_BITS, PaillierEncryptor.EXPONENT_BITS, exponentBits));
    }
  }

  static int index(int sync, Part part) {
    return switch (part) {
      case PRODUCT -> sync == 1 ? ProductRounds.FIRST : 3 * sync - 1;
      case KEYS -> ProductRounds.FIRST + 1;
      case ANSWERS -> 3 * sync;
      case TOTAL -> 3 * sync + 1;
    };
  }

  RoundSpec round(int sync, Part part) {
    int index = index(sync, part);
    return switch (part) {
      case PRODUCT ->
          new RoundSpec.ClosedSum(
              index,
              "noisy-product-" + sync,
              numbers("noisy-product", base.rows().bound(base.items()) + largestNoise()),
              FedPowerBroadcast.bytes(base.items(), sync == 1 ? 0 : base.width()),
              base.width());
      case KEYS -> new RoundSpec.ClosedSum(index, "noise-keys", NoiseKeys.VECTOR, 0, 0);
      case ANSWERS ->
          new RoundSpec.ClosedSum(
              index,
              "encrypted-noise-" + sync,
              VectorSpec.ofCiphertexts("encrypted-noise", plaintexts(), inChunk()),
              Selectors.bytes(base.items(), NoiseKeys.MOST_PARTICIPANTS),
              0);
      case TOTAL ->
          new RoundSpec.ClosedSum(
              index,
              "noise-total-" + sync,
              numbers("noise-total", NoiseKeys.MOST_PARTICIPANTS * largestNoise()),
              (long) plaintexts() * CipherWords.IN_CIPHERTEXT * Long.BYTES,
              0);
    };
  }

  private VectorSpec numbers(String name, double bound) {
    return VectorSpec.of(name, length(), RING, scaleBits(), new Capacity.PerParticipant(bound));
  }

  /// Indices of the rounds that sum noisy products, without the first. The broadcast before each of
  /// them comes from the sum before it.
  public List<Integer> laterProducts() {
    return IntStream.rangeClosed(2, base.syncs())
        .mapToObj(sync -> index(sync, Part.PRODUCT))
        .toList();
  }

  /// Numbers of a product.
  int length() {
    return Math.multiplyExact(base.items(), base.width());
  }

  int scaleBits() {
    return Math.min(MOST_SCALE_BITS, NOISE_BITS - Math.getExponent(sigma * MOST_DEVIATIONS) - 1);
  }

  /// Of a node, before scaling.
  double largestNoise() {
    return sigma * MOST_DEVIATIONS;
  }

  /// How noise lies in plaintexts.
  SlotLayout slots() {
    return SlotLayout.forSumsOf(NoiseKeys.MOST_PARTICIPANTS, LARGEST_NUMBER);
  }

  int plaintexts() {
    return slots().plaintexts(length());
  }

  private int inChunk() {
    return Math.ceilDiv(plaintexts(), Math.ceilDiv(plaintexts(), CIPHERTEXTS_IN_CHUNK));
  }

  /// The published factors: the left singular vectors of the last product, and its singular values.
  /// They approximate eigenvectors and eigenvalues, and need no further sum.
  SpectralFactors factors(TallMatrix product, long[] itemDegrees) {
    TallMatrix basis = product.orthonormal();
    int width = base.width();
    TallMatrix transposed = TallMatrix.of(width, width, basis.cross(product)).transposed();
    RitzPairs squares = RitzPairs.of(basis, transposed.cross(transposed), base.rank());
    double[] values = Arrays.stream(squares.values()).map(Math::sqrt).toArray();
    return base.factors(new RitzPairs(squares.vectors(), values), itemDegrees);
  }

  /// The factors that a session without noise would publish, with one local step.
  public SpectralFactors centralFactors(RatingMatrix all) {
    long[] degrees = base.withSupport(all.pattern().itemDegrees());
    NodeRows whole = base.rows().of(all, degrees);
    TallMatrix product = base.start();
    for (int step = 1; step <= base.localSteps() * base.syncs(); step++) {
      product = whole.gramTimes(step == 1 ? product : product.orthonormal());
    }
    base.rows().divide(product, all.pattern().users());
    return factors(product, degrees);
  }
}
