package io.privirec.federation.factors;

import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Contribution;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Round;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.federation.factors.ProductShare.Product;
import io.privirec.federation.items.Degrees;
import io.privirec.federation.items.FactorBroadcast;
import io.privirec.federation.items.ModelFiles;
import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.matrix.TallProducts;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.filter.spectral.TallQr;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A power iteration with noise among the M most popular items: L products Y = RᵀR X, and for Ritz
/// pairs Xᵀ RᵀR X, of what [ProductShare] makes of participants' users.
///
/// @param items m
/// @param popular M, in [2, m]
/// @param share of a participant
/// @param iteration of at most M columns; its eigenvalues are diag T or Ritz values, because others
///   divide by what may be noise
/// @param rho the part of the budget that all sums share alike
public record NoisyProductRounds(
    int items,
    int popular,
    ProductShare share,
    PowerIteration iteration,
    SettledPrivacy privacy,
    double rho) {
  private static final int FIRST = NoisyDegreeRound.INDEX + 1;

  /// How far the largest singular value of a product must be above that of noise.
  private static final double SURE = 1.1;

  private static final Ring RING = new Ring(64);

  public NoisyProductRounds {
    PriviRecK.require(
        popular >= 2 && popular <= items,
        "popular items must be in [2, %d]. Provided value: %d".formatted(items, popular));
    PriviRecK.requireRanges(popular, iteration);
    PriviRecK.require(
        iteration.eigenvalues() == Eigenvalues.DIAG_T
            || iteration.eigenvalues() == Eigenvalues.RITZ,
        "lambda must be diag-t or ritz with privacy. Provided value: "
            + iteration.eigenvalues().label());
  }

  private int width() {
    return iteration.width();
  }

  private Product product(RoundSpec round) {
    return round.index() == FIRST + iteration.iterations() ? Product.PROJECTED : Product.WITH_BASIS;
  }

  public List<RoundSpec> specs() {
    List<RoundSpec> rounds = new ArrayList<>();
    int sums = iteration.iterations() + (iteration.eigenvalues() == Eigenvalues.RITZ ? 1 : 0);
    for (int sum = 1; sum <= sums; sum++) {
      Product product = sum <= iteration.iterations() ? Product.WITH_BASIS : Product.PROJECTED;
      VectorSpec vector =
          VectorSpec.of(
              product == Product.WITH_BASIS ? "power-iteration-" + sum : "ritz-matrix",
              (product == Product.WITH_BASIS ? (long) popular : width()) * width(),
              RING,
              OuterProducts.SCALE_BITS,
              new Capacity.EverySubsetSum(sumBound()));
      long basis = sum == 1 ? 0 : (long) Float.BYTES * popular * width();
      rounds.add(
          privacy.round(
              FIRST + rounds.size(),
              vector,
              (long) Long.BYTES * items + basis,
              sensitivity(product, vector.length()),
              rho / sums));
    }
    return List.copyOf(rounds);
  }

  /// Half of what the ring holds, in units of c.
  private static double sumBound() {
    return Math.scalb(1.0, RING.bits() - 2 - OuterProducts.SCALE_BITS);
  }

  private IntegerSensitivity sensitivity(Product product, long dimension) {
    double norm = share.sensitivity(product);
    return new IntegerSensitivity(norm, norm * Math.sqrt((double) dimension));
  }

  public int[] chosen(long[] counts) {
    return Popularity.of(counts).among(popular, item -> true);
  }

  /// v of the M items, at least 1.
  private long[] chosenCounts(long[] counts) {
    return Arrays.stream(chosen(counts)).mapToLong(item -> Math.max(1, counts[item])).toArray();
  }

  /// c.
  private double unit(RoundSpec round, long[] counts) {
    return share.unit(product(round), chosenCounts(counts));
  }

  /// The rounds themselves.
  ///
  /// @param degrees the round of the counts
  /// @param idealRank see [SpectralFactors]
  public List<Round> rounds(NoisyDegreeRound degrees, int idealRank) {
    return specs().stream()
        .map(spec ->
            new Round(
                spec,
                input -> {
                  RatingMatrix data = input.dataOver(items);
                  return input.fromBroadcast(
                      broadcast -> contribution(spec, data, degrees.counts(broadcast), broadcast));
                },
                (sum, workDirectory) ->
                    complete(
                        spec,
                        sum,
                        ItemDegreesFile.read(workDirectory.resolve(ModelFiles.DEGREES)),
                        workDirectory,
                        idealRank)))
        .toList();
  }

  /// @param counts noisy, of everybody
  private Contribution contribution(
      RoundSpec round, RatingMatrix data, long[] counts, Path broadcast) throws IOException {
    return share.of(
        product(round), data.items(chosen(counts)), chosenCounts(counts), basis(round, broadcast));
  }

  private DenseMatrix basis(RoundSpec round, Path broadcast) throws IOException {
    return round.index() == FIRST
        ? iteration.start(popular)
        : FactorBroadcast.basis(broadcast, popular, width());
  }

  /// Takes in a sum: writes the next round's broadcast or, after the last round, the factors.
  ///
  /// @param counts noisy, as broadcast
  /// @param idealRank see [SpectralFactors]
  private PlanStep complete(
      RoundSpec round, Aggregate sum, long[] counts, Path workDirectory, int idealRank)
      throws IOException {
    Optional<float[]> read = read(round, sum, unit(round, counts));
    if (read.isEmpty()) {
      return new PlanStep.Fail(
          "sum-out-of-range", "an entry of the sum is larger than what the ring is made for");
    }
    float[] values = read.get();
    if (product(round) == Product.PROJECTED) {
      DenseMatrix basis = basis(round, workDirectory.resolve(round.broadcastFile()));
      return publish(
          iteration.concludeRitz(
              basis, symmetric(values), share.foldedWith(chosenCounts(counts)), idealRank),
          counts,
          workDirectory);
    }
    DenseMatrix product = DenseMatrix.of(popular, width(), values);
    if (round.index() == FIRST + iteration.iterations() - 1) {
      Optional<PlanStep.Fail> useless =
          useless(product, deviation(round, sum) * unit(round, counts));
      if (useless.isPresent()) {
        return useless.get();
      }
    }
    TallQr.Factors qr = TallQr.factorise(product);
    if (round.index() + 1 < FIRST + specs().size()) {
      RoundSpec next = specs().get(round.index() + 1 - FIRST);
      FactorBroadcast.write(
          workDirectory.resolve(next.broadcastFile()), new Degrees(0, counts), qr.q());
      return new PlanStep.NextRound(next);
    }
    return publish(
        iteration.conclude(List.of(), qr, share.foldedWith(chosenCounts(counts)), idealRank),
        counts,
        workDirectory);
  }

  private static Optional<float[]> read(RoundSpec round, Aggregate sum, double unit)
      throws IOException {
    float[] values = new float[Math.toIntExact(sum.length())];
    boolean[] inRange = {true};
    SumBlocks.forEach(
        round,
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            double inUnits = block.getSigned(i) / OuterProducts.SCALE;
            inRange[0] &= Math.abs(inUnits) <= sumBound();
            values[Math.toIntExact(offset) + i] = (float) (inUnits * unit);
          }
        });
    return inRange[0] ? Optional.of(values) : Optional.empty();
  }

  /// Of a sum's noise, in units of c.
  private static double deviation(RoundSpec round, Aggregate sum) {
    return round.noise().orElseThrow().deviation(sum) / OuterProducts.SCALE;
  }

  /// The mean with the transpose: noise of both is independent.
  private double[] symmetric(float[] values) {
    int p = width();
    double[] mean = new double[values.length];
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        mean[i * p + j] = ((double) values[i * p + j] + values[j * p + i]) / 2;
      }
    }
    return mean;
  }

  /// A matrix of noise with deviation σ has no singular value far above σ(√M + √p) (Vershynin,
  /// High-Dimensional Probability, Theorem 4.4.5).
  private Optional<PlanStep.Fail> useless(DenseMatrix product, double deviation) {
    double largest = Math.sqrt(SymmetricEigen.of(TallProducts.gram(product), width()).values()[0]);
    double ofNoise = deviation * (Math.sqrt(popular) + Math.sqrt(width()));
    return largest > SURE * ofNoise
        ? Optional.empty()
        : Optional.of(
            privacy.noiseAboveSignal(
                "the largest singular value of the last product is %.4g, and that of noise alone would be up to %.4g"
                    .formatted(largest, ofNoise)));
  }

  /// Items beside the M have no part in any factor.
  private PlanStep publish(SpectralFactors among, long[] counts, Path workDirectory)
      throws IOException {
    int rank = among.rank();
    DenseMatrix basis = DenseMatrix.zeros(items, rank);
    int[] chosen = chosen(counts);
    for (int at = 0; at < chosen.length; at++) {
      System.arraycopy(among.basis().data(), at * rank, basis.data(), chosen[at] * rank, rank);
    }
    SpectralFactors factors =
        new SpectralFactors(basis, among.lambda(), share.foldedWith(counts), among.idealRank());
    FileDraft.write(
        workDirectory.resolve(ModelFiles.FACTORS), file -> FactorsFile.write(file, factors));
    return new PlanStep.Publish();
  }

  /// A product, its basis and what comes of them, and the factors over all items.
  public long workingSetBytes() {
    return 4L * Float.BYTES * popular * width()
        + 4L * Double.BYTES * width() * width()
        + (long) Float.BYTES * items * iteration.rank();
  }
}
