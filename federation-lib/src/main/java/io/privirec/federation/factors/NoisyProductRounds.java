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
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

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
        "popular items must be in [2, %s]. Provided value: %s".formatted(items, popular));
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

  /// A round.
  ///
  /// @param startsFromSeed whether the basis is the public start basis, not a broadcast
  private record Step(RoundSpec spec, Product product, boolean startsFromSeed) {}

  private List<Step> steps() {
    List<Product> products =
        new ArrayList<>(Collections.nCopies(iteration.iterations(), Product.WITH_BASIS));
    if (iteration.eigenvalues() == Eigenvalues.RITZ) {
      products.add(Product.PROJECTED);
    }
    return IntStream.range(0, products.size())
        .mapToObj(n ->
            new Step(
                spec(n, products.get(n), n == 0, rho / products.size()), products.get(n), n == 0))
        .toList();
  }

  private RoundSpec spec(int n, Product product, boolean startsFromSeed, double part) {
    boolean withBasis = product == Product.WITH_BASIS;
    VectorSpec vector =
        VectorSpec.of(
            withBasis ? "power-iteration-" + (n + 1) : "ritz-matrix",
            (withBasis ? (long) popular : width()) * width(),
            RING,
            OuterProducts.SCALE_BITS,
            new Capacity.EverySubsetSum(sumBound()));
    long basis = startsFromSeed ? 0 : (long) Float.BYTES * popular * width();
    return privacy.round(
        FIRST + n,
        vector,
        (long) Long.BYTES * items + basis,
        sensitivity(product, vector.length()),
        part);
  }

  public List<RoundSpec> specs() {
    return steps().stream().map(Step::spec).toList();
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
  private double unit(Product product, long[] counts) {
    return share.unit(product, chosenCounts(counts));
  }

  /// The rounds themselves.
  ///
  /// @param degrees the round of the counts
  /// @param idealRank see [SpectralFactors]
  public List<Round> rounds(NoisyDegreeRound degrees, int idealRank) {
    List<Step> steps = steps();
    List<Round> rounds = new ArrayList<>();
    for (Step step : steps) {
      Optional<RoundSpec> next =
          steps.stream().map(Step::spec).skip(rounds.size() + 1L).findFirst();
      boolean isLastProduct = rounds.size() + 1 == iteration.iterations();
      rounds.add(
          new Round(
              step.spec(),
              input -> {
                RatingMatrix data = input.dataOver(items);
                return input.fromBroadcast(
                    broadcast -> contribution(step, data, degrees.counts(broadcast), broadcast));
              },
              switch (step.product()) {
                case WITH_BASIS -> afterProduct(step, isLastProduct, next, idealRank);
                case PROJECTED -> afterProjection(step, idealRank);
              }));
    }
    return List.copyOf(rounds);
  }

  /// @param counts noisy, of everybody
  private Contribution contribution(Step step, RatingMatrix data, long[] counts, Path broadcast)
      throws IOException {
    return share.of(
        step.product(), data.items(chosen(counts)), chosenCounts(counts), basis(step, broadcast));
  }

  private DenseMatrix basis(Step step, Path broadcast) throws IOException {
    return step.startsFromSeed()
        ? iteration.start(popular)
        : FactorBroadcast.basis(broadcast, popular, width());
  }

  /// Writes the next round's broadcast or, after the last round, the factors.
  private Round.Completion afterProduct(
      Step step, boolean isLastProduct, Optional<RoundSpec> next, int idealRank) {
    return (sum, workDirectory) -> {
      long[] counts = counts(workDirectory);
      double unit = unit(step.product(), counts);
      Optional<float[]> read = read(step.spec(), sum, unit);
      if (read.isEmpty()) {
        return outOfRange();
      }
      DenseMatrix product = DenseMatrix.of(popular, width(), read.get());
      if (isLastProduct) {
        Optional<PlanStep.Fail> useless = useless(product, deviation(step.spec(), sum) * unit);
        if (useless.isPresent()) {
          return useless.get();
        }
      }
      TallQr.Factors qr = TallQr.factorise(product);
      if (next.isPresent()) {
        FactorBroadcast.write(
            workDirectory.resolve(next.get().broadcastFile()), new Degrees(0, counts), qr.q());
        return new PlanStep.NextRound(next.get());
      }
      return publish(
          iteration.conclude(List.of(), qr, share.foldedWith(chosenCounts(counts)), idealRank),
          counts,
          workDirectory);
    };
  }

  private Round.Completion afterProjection(Step step, int idealRank) {
    return (sum, workDirectory) -> {
      long[] counts = counts(workDirectory);
      Optional<float[]> read = read(step.spec(), sum, unit(step.product(), counts));
      if (read.isEmpty()) {
        return outOfRange();
      }
      DenseMatrix basis = basis(step, workDirectory.resolve(step.spec().broadcastFile()));
      return publish(
          iteration.concludeRitz(
              basis, symmetric(read.get()), share.foldedWith(chosenCounts(counts)), idealRank),
          counts,
          workDirectory);
    };
  }

  /// Noisy, as broadcast.
  private static long[] counts(Path workDirectory) throws IOException {
    return ItemDegreesFile.read(workDirectory.resolve(ModelFiles.DEGREES));
  }

  private static PlanStep.Fail outOfRange() {
    return new PlanStep.Fail(
        "sum-out-of-range", "an entry of the sum is larger than what the ring is made for");
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
                String.format(
                    Locale.ROOT,
                    "the largest singular value of the last product is %.4g, and that of noise alone would be up to %.4g",
                    largest,
                    ofNoise)));
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
