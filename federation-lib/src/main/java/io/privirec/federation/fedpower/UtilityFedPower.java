package io.privirec.federation.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.paillier.PaillierEncryptor;
import io.privirec.crypto.paillier.SlotLayout;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Disclosure;
import io.privirec.federation.Notice;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Requirement;
import io.privirec.federation.Round;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.federation.factors.FedPower;
import io.privirec.federation.factors.FedPowerBroadcast;
import io.privirec.federation.factors.ProductRounds;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.RitzPairs;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.CipherWords;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// FedPower with the noise of one node [FP, Algorithm 2]: everybody adds noise to its product, and
/// then the noise of all but one is subtracted. Only the coordinator knows whose is left
/// (docs/algorithms.md).
///
/// Of each synchronisation there are three sums: of noisy products; under a cipher, of the noise
/// that each node multiplies with an encrypted 1 or 0; and of what a key holder decrypted, which is
/// the second sum's total. Before the first of the second kind the key holder sends its public key,
/// and everybody a key that its 1 or 0 is sealed with, so that the key holder cannot decrypt it.
///
/// It carries no ε: the noise that is left is one node's, which knows it.
///
/// @param base rows, rank, steps and release; its last sum, for eigenvalues, is not made
/// @param sigma deviation of a node's noise on M_iᵀM_i Z / s_i, before it is weighted by s_i / s
/// @param keyHolder that makes the key and decrypts the total; one of the participants
/// @param exponentBits of what ciphertexts are hidden with, in [256, 1536]
public record UtilityFedPower(
    FedPower base, double sigma, ParticipantId keyHolder, int exponentBits)
    implements AlgorithmSettings {
  /// Name in the API.
  public static final String ID = UtilityFedPowerParameters.ALGORITHM;

  /// Fewest of a session: of three the key holder, which takes its own noise off the total, would
  /// have the noise of one other.
  public static final int FEWEST_PARTICIPANTS = 4;

  /// Most of a session: slots are wide enough for the noise of so many.
  static final int MOST_PARTICIPANTS = 256;

  /// Of a product: half an hour of two cores for each participant and sum.
  private static final int MOST_NUMBERS = 1 << 22;

  /// Noise further out does not occur: its chance is below 10⁻⁵⁶.
  private static final int MOST_DEVIATIONS = 16;

  /// That a node's noise in fixed point has, without its sign: five bytes hold the sum of 256.
  private static final int NOISE_BITS = 31;

  /// Of a node's noise in fixed point.
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
    /// What the key holder decrypted.
    TOTAL
  }

  public UtilityFedPower {
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
      case PRODUCT -> sync == 1 ? FedPower.FIRST : 3 * sync - 1;
      case KEYS -> FedPower.FIRST + 1;
      case ANSWERS -> 3 * sync;
      case TOTAL -> 3 * sync + 1;
    };
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(ID, digest(), rounds(), disclosure(), publication(), workingSet())
        .requiring(
            new Requirement.CohortRange(FEWEST_PARTICIPANTS, MOST_PARTICIPANTS),
            new Requirement.NamedParticipant(keyHolder, "/parameters/keyHolder"),
            new Requirement.ParticipantSecret())
        .warning(
            List.of(
                "The noise that is left on the sums is one participant's, which knows it, and a coordinator"
                    + " that does not follow the protocol can have none left: it bounds nothing that the"
                    + " sums tell, and ledgers count them as exact."))
        .telling(
            new Notice(
                "Everybody adds noise, and that of all participants but one is subtracted again. The noise"
                    + " that is left bounds nothing that the sums tell."),
            new Notice(
                new Notice.Only(keyHolder),
                "This participant makes the key and decrypts the total of the others' noise."),
            new Notice(
                new Notice.AllBut(keyHolder),
                "%s makes the key and decrypts the total of the noise.".formatted(keyHolder)));
  }

  private List<Round> rounds() {
    ProductRounds products = new ProductRounds(base);
    UtilityNode node = new UtilityNode(this);
    UtilityCoordinator coordinator = new UtilityCoordinator(this);
    List<Round> rounds = new ArrayList<>();
    rounds.add(products.counts(round(1, Part.PRODUCT)));
    for (int n = 1; n <= base.syncs(); n++) {
      int sync = n;
      rounds.add(
          new Round(
                  round(sync, Part.PRODUCT),
                  input -> node.noisyProduct(input, sync),
                  (sum, work) -> coordinator.afterProduct(sync, sum, work))
              .repeating(products::constants));
      if (sync == 1) {
        rounds.add(new Round(round(1, Part.KEYS), node::keys, coordinator::afterKeys));
      }
      rounds.add(
          new Round(
                  round(sync, Part.ANSWERS),
                  input -> node.answers(input, sync),
                  (sum, work) -> coordinator.afterAnswers(sync, sum, work))
              .repeating(products::constants)
              .inspected(new Round.Inspection(keyHolder, node::inspect)));
      rounds.add(
          new Round(
              round(sync, Part.TOTAL),
              node::total,
              (sum, work) -> coordinator.afterTotal(sync, sum, work)));
    }
    return rounds;
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
              Selectors.bytes(base.items(), MOST_PARTICIPANTS),
              0);
      case TOTAL ->
          new RoundSpec.ClosedSum(
              index,
              "noise-total-" + sync,
              numbers("noise-total", MOST_PARTICIPANTS * largestNoise()),
              (long) plaintexts() * CipherWords.IN_CIPHERTEXT * Long.BYTES,
              0);
    };
  }

  private VectorSpec numbers(String name, double bound) {
    return VectorSpec.of(name, length(), RING, scaleBits(), new Capacity.PerParticipant(bound));
  }

  /// Indices of the rounds that sum noisy products, after the first one: what is broadcast before
  /// each is made of the sum before it.
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
    return SlotLayout.forSumsOf(MOST_PARTICIPANTS, LARGEST_NUMBER);
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

  /// What a session would publish without any noise, from all data in one place and with one local
  /// step.
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

  /// Without the noise of the last node.
  @Override
  public Reference reference(RatingMatrix data) {
    return new Reference.Filter(
        base.frame().minSupport(),
        base.frame().topN(),
        () -> base.frame().model().filter(centralFactors(data)));
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return base.refusal(users, itemDegrees);
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return base.selections(counts, participants);
  }

  private Digest digest() {
    return ParameterDigest.of(
        List.of(
            ID + "/v1",
            base.algorithm().digest(),
            Double.doubleToRawLongBits(sigma),
            keyHolder.value(),
            exponentBits));
  }

  /// One node knows the noise that is left, and a coordinator that lies has none left: it counts as
  /// exact.
  private Disclosure disclosure() {
    return base.algorithm().disclosure();
  }

  /// With the keys and a sum of noisy products, too.
  private Publication publication() {
    Publication factors = base.algorithm().publication();
    return new Publication(
        factors.own(),
        factors.writing(),
        factors.ownBytes() + NoiseKeys.fileBytes() + (long) Long.BYTES * length());
  }

  private WorkingSet workingSet() {
    return new WorkingSet(
        UtilityCoordinator.workingSetBytes(this), UtilityNode.workingSetBytes(this));
  }
}
