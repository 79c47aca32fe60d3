package io.privirec.federation.factors;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.RitzPairs;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.wire.algorithm.FedPowerParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The parameters and the mathematics of FedPower [Guo et al. 2021; FP, Algorithm 1] with exact
/// sums: the leading singular vectors of everybody's rows (docs/algorithms.md). After the counts of
/// items, each sum is of products M_iᵀM_i Z_i, and one more is of Zᵀ M_iᵀM_i Z, from which
/// eigenvalues follow. With p > 1 a participant makes p products by itself before each sum.
///
/// The sums carry no ε. Noise that a node adds to exact sums protects nobody ([FP] for Algorithms 1
/// and 2; docs/algorithms.md).
///
/// @param frame settings of `privirec-k` for the first sum, the release, the items, k, oversampling
///   and the seed; its own products are left out
/// @param localSteps p, in [1, 16]
/// @param syncs T, most sums of products, in [1, 128]
/// @param tolerance sums end as soon as the projection distance between two bases in a row is
///   smaller; 0: after T sums
public record FedPowerTerms(
    PriviRecK frame, Rows rows, int localSteps, int syncs, double tolerance) {
  public static final int MAX_LOCAL_STEPS = 16;

  /// Most sums of products.
  public static final int MAX_SYNCS = 128;

  private static final Disclosure.OpenedPairs PRODUCTS_OF_ROWS =
      new Disclosure.OpenedPairs(
          "The sums are products of everybody's rows, exact: from them the"
              + " coordinator can compute, for each pair of items, what users have of both, and for"
              + " a pair that one user alone has, that there is such a user.",
          "The sums tell, for each pair of items, what users have of both, and of a pair that one"
              + " user alone has, that there is such a user. The published vectors tell it the"
              + " better the more of them there are. A participant takes part in such a session"
              + " only when somebody has approved it.");

  public FedPowerTerms {
    require(
        localSteps >= 1 && localSteps <= MAX_LOCAL_STEPS,
        "localSteps must be in [1, " + MAX_LOCAL_STEPS + "]. Provided value: " + localSteps);
    require(
        syncs >= 1 && syncs <= MAX_SYNCS,
        "rounds must be in [1, " + MAX_SYNCS + "]. Provided value: " + syncs);
    require(
        tolerance >= 0 && Double.isFinite(tolerance),
        "tolerance must be finite and not negative. Provided value: " + tolerance);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  public int items() {
    return frame.items();
  }

  /// k, columns that are published.
  public int rank() {
    return frame.factors().rank();
  }

  /// r, columns that are iterated.
  public int width() {
    return frame.factors().width();
  }

  /// The public start.
  public TallMatrix start() {
    return TallMatrix.of(frame.factors().start(items())).orthonormal();
  }

  /// Why these sums are not to be taken over so few users or items, if so.
  ///
  /// @param itemDegrees V of the items that are in the session
  public Optional<PlanStep.Fail> tooFew(long users, long[] itemDegrees) {
    long kept = Arrays.stream(itemDegrees).filter(degree -> degree > 0).count();
    if (!disclosure().opensItemPairs() && tellItemPairs(Math.min(users, kept))) {
      return Optional.of(
          new PlanStep.Fail(
              "products-tell-item-pairs",
              "%s products of %s columns tell too much of the products of all rows of %s users and %s items, and no holder was asked to open that: use a smaller k or fewer iterations"
                  .formatted(syncs + 1, width(), users, kept)));
    }
    return frame.tooFew(users, itemDegrees);
  }

  /// Why a session over such data ends without a model; empty if nothing is in its way.
  ///
  /// @param users with interactions
  /// @param itemDegrees how many of them have each item; shape [items]
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return tooFew(users, withSupport(itemDegrees)).map(PlanStep.Fail::detail);
  }

  /// The part of the data that sums are about.
  public List<Selection> selections() {
    return List.of(new Selection.Support(frame.minSupport()));
  }

  /// V of the items that stay in a session.
  public long[] withSupport(long[] itemDegrees) {
    return Arrays.stream(itemDegrees)
        .map(degree -> degree < frame.minSupport() ? 0 : degree)
        .toArray();
  }

  /// The model that a session publishes. T sums are p · T steps of a single node.
  public Reference reference(RatingMatrix data) {
    return new Reference.Filter(frame.minSupport(), frame.topN(), () -> filter(data));
  }

  private ItemFilter filter(RatingMatrix all) {
    long[] degrees = withSupport(all.pattern().itemDegrees());
    NodeRows whole = rows.of(all, degrees);
    TallMatrix basis = start();
    for (int step = 0; step < localSteps * syncs; step++) {
      basis = whole.gramTimes(basis).orthonormal();
    }
    TallMatrix projected = TallMatrix.of(width(), width(), basis.cross(whole.gramTimes(basis)));
    rows.divide(projected, all.pattern().users());
    return frame.model().filter(factors(basis, projected.data(), degrees));
  }

  /// The published factors: the Ritz pairs in the span of a basis.
  ///
  /// @param projected ZᵀPZ
  public SpectralFactors factors(TallMatrix basis, double[] projected, long[] itemDegrees) {
    return factors(RitzPairs.of(basis, projected, rank()), itemDegrees);
  }

  /// The same of eigenvectors and eigenvalues of P.
  public SpectralFactors factors(RitzPairs pairs, long[] itemDegrees) {
    float[] values = new float[rank()];
    for (int c = 0; c < values.length; c++) {
      values[c] = (float) pairs.values()[c];
    }
    return new SpectralFactors(
        pairs.vectors().inFloats(),
        values,
        rows.foldedWith(itemDegrees),
        frame.model().idealRank(rank()));
  }

  /// The sum for the eigenvalues counts as one more product. MᵀM is symmetric, so that all products
  /// together give MᵀM on the span of all bases.
  private boolean tellItemPairs(long unknowns) {
    return FactorRounds.tellItemPairs(syncs + 1, width(), unknowns);
  }

  /// Over the canonical text of all parameters.
  public Digest digest() {
    List<Object> lines =
        new ArrayList<>(
            List.of(
                FedPowerParameters.ALGORITHM + "/v1",
                frame.algorithm().digest(),
                localSteps,
                syncs));
    lines.add(Double.doubleToRawLongBits(tolerance));
    lines.addAll(rows.lines());
    return ParameterDigest.of(lines);
  }

  /// Of rows that are not normalised, sums are of whole numbers, or of ratings: few measurements of
  /// an item's row tell it, when it has few entries. So everybody is asked, however few there are.
  public Disclosure disclosure() {
    return new Disclosure.ExactSums(
        rows.tellWholeNumbers() || tellItemPairs(items())
            ? Optional.of(PRODUCTS_OF_ROWS)
            : Optional.empty(),
        frame.minSupport());
  }

  /// The release that `privirec-k` makes of factors.
  public Publication publication() {
    return frame.algorithm().publication();
  }

  /// The coordinator has a sum, its orthonormal basis and the basis before in doubles, beside the
  /// release. A participant has the basis, two products, and the matrices that turn them.
  public WorkingSet workingSet() {
    long products = 4L * Double.BYTES * items() * width();
    return new WorkingSet(products + frame.algorithm().workingSet().coordinator(), products);
  }
}
