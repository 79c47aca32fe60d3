package io.privirec.federation.factors;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Round;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.RitzPairs;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.algorithm.FedPowerParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// FedPower [Guo et al. 2021; FP, Algorithm 1] with exact sums: the leading singular vectors of
/// everybody's rows (docs/algorithms.md). After the counts of items, each sum is of products
/// M_iᵀM_i Z_i, and one more is of Zᵀ M_iᵀM_i Z, from which eigenvalues follow. With p > 1 a
/// participant makes p products by itself before each sum.
///
/// It carries no ε: noise that each node adds to what a sum tells exactly is no protection of
/// anybody ([FP] for Algorithms 1 and 2; docs/algorithms.md).
///
/// @param frame what is done as by `privirec-k`: the first sum, and the release that is made of
///   factors; also items, k, oversampling and the seed. Its products are not made
/// @param localSteps p, in [1, 16]
/// @param syncs T, most sums of products, in [1, 128]
/// @param tolerance the sums end when a basis is nearer to the one before, by the projection
///   distance; 0: after T
public record FedPower(PriviRecK frame, Rows rows, int localSteps, int syncs, double tolerance)
    implements AlgorithmSettings {
  /// Name in the API.
  public static final String ID = FedPowerParameters.ALGORITHM;

  /// Index of the first product's round.
  public static final int FIRST = 1;

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

  private static final Ring RING = new Ring(64);

  /// Sums of more participants than a session can have fit.
  private static final int PARTICIPANT_BITS = 14;

  private static final int MOST_SCALE_BITS = 40;

  public FedPower {
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

  @Override
  public Algorithm algorithm() {
    return new Algorithm(ID, digest(), rounds(), disclosure(), publication(), workingSet());
  }

  private List<Round> rounds() {
    return new ProductRounds(this).rounds();
  }

  public List<RoundSpec> specs() {
    List<RoundSpec> rounds = new ArrayList<>();
    rounds.add(frame.algorithm().specs().getFirst());
    for (int sync = 1; sync <= syncs; sync++) {
      rounds.add(
          sum(
              rounds.size(),
              "federated-power-" + sync,
              "gram-product",
              (long) items() * width(),
              sync == 1 ? 0 : width()));
    }
    rounds.add(sum(rounds.size(), "ritz-matrix", "ritz-matrix", (long) width() * width(), width()));
    return List.copyOf(rounds);
  }

  private RoundSpec sum(int index, String name, String vector, long length, int columns) {
    return new RoundSpec.ClosedSum(
        index,
        name,
        VectorSpec.of(
            vector, length, RING, scaleBits(), new Capacity.PerParticipant(rows.bound(items()))),
        FedPowerBroadcast.bytes(items(), columns),
        width());
  }

  public int scaleBits() {
    return Math.min(
        MOST_SCALE_BITS,
        RING.bits() - 2 - PARTICIPANT_BITS - Math.getExponent(rows.bound(items())) - 1);
  }

  /// Bytes of the broadcast after the first sum.
  public long countsBytes() {
    return FedPowerBroadcast.bytes(items(), 0);
  }

  /// Whether everybody draws the basis before a product from the public seed; else it is broadcast.
  public boolean startsFromSeed(RoundSpec product) {
    return product.broadcastBytes() == countsBytes();
  }

  public int ritzIndex() {
    return FIRST + syncs;
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

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return tooFew(users, withSupport(itemDegrees)).map(PlanStep.Fail::detail);
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return List.of(new Selection.Support(frame.minSupport()));
  }

  /// V of the items that stay in a session.
  public long[] withSupport(long[] itemDegrees) {
    return Arrays.stream(itemDegrees)
        .map(degree -> degree < frame.minSupport() ? 0 : degree)
        .toArray();
  }

  /// T sums are p · T steps of one node.
  @Override
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

  /// What is published: the Ritz pairs in the span of a basis.
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

  /// The sum for the eigenvalues counts as one more product: MᵀM is symmetric, and with the
  /// products before it that is MᵀM on the span of all bases.
  private boolean tellItemPairs(long unknowns) {
    return FactorRounds.tellItemPairs(syncs + 1, width(), unknowns);
  }

  private Digest digest() {
    List<Object> lines =
        new ArrayList<>(List.of(ID + "/v1", frame.algorithm().digest(), localSteps, syncs));
    lines.add(Double.doubleToRawLongBits(tolerance));
    lines.addAll(rows.lines());
    return ParameterDigest.of(lines);
  }

  /// Of rows that are not normalised, sums are of whole numbers, or of ratings: few measurements of
  /// an item's row tell it, when it has few entries. So everybody is asked, however few there are.
  private Disclosure disclosure() {
    return new Disclosure.ExactSums(
        rows.tellWholeNumbers() || tellItemPairs(items())
            ? Optional.of(PRODUCTS_OF_ROWS)
            : Optional.empty(),
        frame.minSupport());
  }

  /// The release that `privirec-k` makes of factors.
  private Publication publication() {
    return frame.algorithm().publication();
  }

  /// The coordinator has a sum, its orthonormal basis and the basis before in doubles, beside the
  /// release. A participant has the basis, two products, and the matrices that turn them.
  private WorkingSet workingSet() {
    long products = 4L * Double.BYTES * items() * width();
    return new WorkingSet(products + frame.algorithm().workingSet().coordinator(), products);
  }
}
