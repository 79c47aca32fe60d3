package io.privirec.exposure;

import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import java.util.Arrays;

/// The equations of a release on P̃.
///
/// K is P̃^L X₀, or [P̃ X₀ … P̃^L X₀] for block Krylov. S spans a part of the space of K, so (I −
/// SSᵀ) K has at most as many dimensions as columns were left out. For `diag-t` S is the
/// orthonormal factor of K. Further equations:
///
/// - Ritz pairs: Sᵀ P̃ S = Λ.
/// - Nyström and Krylov: P̃ is not smaller than S Λ Sᵀ, and Sᵀ P̃ Z = Λ Sᵀ Z for Z of the space
///   before the last product.
///
/// The columns of K differ much in length. Weights make the equations about equally sharp.
final class FactorEquations implements GramEquations {
  /// Power of the eigenvalues of KᵀK by which columns are divided.
  private static final double EVENNESS = 0.125;

  /// Eigenvalues below this part of the largest count as this part.
  private static final double FLOOR = 1e-8;

  private final OpenedSum.Factors release;
  private final TallMatrix span;
  private final TallMatrix weights;
  private final int first;
  private final int width;
  private final int lost;

  private FactorEquations(OpenedSum.Factors release, TallMatrix weights) {
    this.release = release;
    this.span = release.vectors().orthonormal();
    this.weights = weights;
    this.first = release.kind() == Eigenvalues.KRYLOV ? 1 : release.iterations();
    this.width = release.start().columns();
    this.lost = weights.columns() - release.vectors().columns();
  }

  /// @param estimate of P̃, for the weights
  static FactorEquations of(OpenedSum.Factors release, TallMatrix estimate) {
    int first = release.kind() == Eigenvalues.KRYLOV ? 1 : release.iterations();
    TallMatrix joint = joint(powers(release, estimate), first);
    int columns = joint.columns();
    SymmetricEigen eigen = SymmetricEigen.of(joint.cross(joint), columns);
    double[] values = eigen.values();
    double[] vectors = eigen.vectors();
    for (int column = 0; column < columns; column++) {
      double value = Math.max(values[column], FLOOR * values[0]);
      for (int row = 0; row < columns; row++) {
        vectors[row * columns + column] *= Math.pow(value, -EVENNESS);
      }
    }
    return new FactorEquations(release, TallMatrix.of(columns, columns, vectors));
  }

  @Override
  public FactorEquations disturbed(long seed) {
    TallMatrix vectors = GramEquations.withErrors(release.vectors(), release.error(), seed);
    return new FactorEquations(release.with(release.start(), vectors), weights);
  }

  /// X₀, P̃ X₀ … P̃^L X₀.
  private static TallMatrix[] powers(OpenedSum.Factors release, TallMatrix gram) {
    TallMatrix[] powers = new TallMatrix[release.iterations() + 1];
    powers[0] = release.start();
    for (int power = 1; power < powers.length; power++) {
      powers[power] = GramEquations.times(gram, powers[power - 1]);
    }
    return powers;
  }

  /// Columns of several matrices, beside each other.
  private static TallMatrix joint(TallMatrix[] powers, int first) {
    int width = powers[0].columns();
    int blocks = powers.length - first;
    TallMatrix joint = TallMatrix.zeros(powers[0].rows(), blocks * width);
    for (int block = 0; block < blocks; block++) {
      double[] from = powers[first + block].data();
      for (int row = 0; row < joint.rows(); row++) {
        System.arraycopy(from, row * width, joint.data(), (row * blocks + block) * width, width);
      }
    }
    return joint;
  }

  @Override
  public double add(TallMatrix gram, double[] gradient) {
    TallMatrix[] powers = powers(release, gram);
    TallMatrix[] slopes = new TallMatrix[powers.length];
    Arrays.setAll(slopes, n -> TallMatrix.zeros(gram.rows(), width));
    double squares = addSpan(powers, slopes);
    switch (release.kind()) {
      case DIAG_T -> {}
      case RITZ -> squares += addProjection(gram, false, gradient);
      case NYSTROM, KRYLOV -> {
        squares += addProjection(gram, true, gradient);
        for (int power = first; power < powers.length; power++) {
          squares += addPairs(powers, power, slopes);
        }
      }
    }
    for (int power = powers.length - 1; power > 0; power--) {
      GramEquations.addProduct(weighted(slopes[power]), powers[power - 1].transposed(), gradient);
      if (power > 1) {
        GramEquations.addProduct(gram, slopes[power], slopes[power - 1].data());
      }
    }
    return squares * weight() / 2;
  }

  private double weight() {
    return 1 / (release.error() * release.error());
  }

  private TallMatrix weighted(TallMatrix slope) {
    double weight = weight();
    double[] numbers = Arrays.stream(slope.data()).map(each -> weight * each).toArray();
    return TallMatrix.of(slope.rows(), slope.columns(), numbers);
  }

  /// (I − SSᵀ) K without its largest dimensions.
  private double addSpan(TallMatrix[] powers, TallMatrix[] slopes) {
    TallMatrix rest = GramEquations.times(outside(joint(powers, first)), weights);
    if (lost > 0) {
      rest = withoutLargest(rest);
    }
    TallMatrix slope = outside(GramEquations.times(rest, weights.transposed()));
    int blocks = slopes.length - first;
    for (int block = 0; block < blocks; block++) {
      double[] to = slopes[first + block].data();
      for (int row = 0; row < slope.rows(); row++) {
        for (int column = 0; column < width; column++) {
          to[row * width + column] += slope.data()[(row * blocks + block) * width + column];
        }
      }
    }
    return squares(rest.data());
  }

  /// Subtracts from each column its part in the span, for QR the span of the columns up to it.
  private TallMatrix outside(TallMatrix columns) {
    double[] inside = span.cross(columns);
    int count = columns.columns();
    if (release.kind() == Eigenvalues.DIAG_T) {
      for (int row = 1; row < span.columns(); row++) {
        Arrays.fill(inside, row * count, row * count + Math.min(row, count), 0);
      }
    }
    TallMatrix part = span.times(inside, count);
    double[] rest = columns.data().clone();
    for (int n = 0; n < rest.length; n++) {
      rest[n] -= part.data()[n];
    }
    return TallMatrix.of(columns.rows(), count, rest);
  }

  private TallMatrix withoutLargest(TallMatrix rest) {
    int columns = rest.columns();
    double[] vectors = SymmetricEigen.of(rest.cross(rest), columns).vectors();
    for (int row = 0; row < columns; row++) {
      Arrays.fill(vectors, row * columns, row * columns + lost, 0);
    }
    TallMatrix smallest = TallMatrix.of(columns, columns, vectors);
    return GramEquations.times(GramEquations.times(rest, smallest), smallest.transposed());
  }

  /// Sᵀ P̃ S − Λ, or its negative part.
  private double addProjection(TallMatrix gram, boolean onlyNegative, double[] gradient) {
    TallMatrix vectors = release.vectors();
    int k = vectors.columns();
    double[] off = vectors.cross(GramEquations.times(gram, vectors));
    for (int n = 0; n < k; n++) {
      off[n * k + n] -= release.values()[n];
    }
    if (onlyNegative) {
      off = negativePart(off, k);
    }
    GramEquations.addProduct(weighted(vectors.times(off, k)), vectors.transposed(), gradient);
    return squares(off);
  }

  private static double[] negativePart(double[] symmetric, int size) {
    SymmetricEigen eigen = SymmetricEigen.of(symmetric, size);
    double[] values = eigen.values();
    TallMatrix vectors = TallMatrix.of(size, size, eigen.vectors());
    double[] scaled = vectors.data().clone();
    for (int n = 0; n < scaled.length; n++) {
      scaled[n] *= Math.min(0, values[n % size]);
    }
    return TallMatrix.of(size, size, scaled).times(vectors.transposed().data(), size).data();
  }

  /// Sᵀ P̃ Z − Λ Sᵀ Z.
  private double addPairs(TallMatrix[] powers, int power, TallMatrix[] slopes) {
    TallMatrix vectors = release.vectors();
    double[] off = vectors.cross(powers[power]);
    double[] before = vectors.cross(powers[power - 1]);
    double[] scaled = new double[off.length];
    for (int n = 0; n < off.length; n++) {
      double value = release.values()[n / width];
      off[n] -= value * before[n];
      scaled[n] = -value * off[n];
    }
    add(vectors.times(off, width), slopes[power]);
    add(vectors.times(scaled, width), slopes[power - 1]);
    return squares(off);
  }

  private static void add(TallMatrix part, TallMatrix sum) {
    for (int n = 0; n < part.data().length; n++) {
      sum.data()[n] += part.data()[n];
    }
  }

  private static double squares(double[] numbers) {
    double sum = 0;
    for (double each : numbers) {
      sum += each * each;
    }
    return sum;
  }
}
