package io.privirec.federation.als;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Round;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.filter.factor.AlternatingLeastSquares;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.factor.RatingTotals;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Alternating least squares over ratings (`als`) or interactions (`ials`), without noise: one sum
/// of counts, then for each step one sum of the equations of all items' vectors
/// (docs/algorithms.md). Users' vectors are made and stay at their participant.
///
/// Every sum is divided by the numbers of raters in the first sum. The bound of a sum is therefore
/// the same for any number of users. ‖u‖ has a bound for any broadcast vectors of items
/// ([LeastSquares#userBound]). The room of the ring follows from it.
///
/// @param items m, length of the catalogue, ≥ 1
/// @param objective with a ridge by the totals its λ is the least that can be, for the bounds
/// @param ridgeByTotals whether λ follows from the first sum, [LeastSquares.Implicit#withRidgeOf]
/// @param steps T, each one secure sum, in [1, 32]
/// @param minSupport items of fewer raters get no vector and leave the session after the first sum
/// @param seed public seed of the first items' vectors
public record Als(
    int items, LeastSquares objective, boolean ridgeByTotals, int steps, int minSupport, long seed)
    implements AlgorithmSettings {
  /// Name in the API of the one over ratings.
  public static final String EXPLICIT_ID = "als";

  /// Name in the API of the one over interactions.
  public static final String IMPLICIT_ID = "ials";

  public static final int MAX_STEPS = 32;
  public static final int MAX_RANK = 256;

  /// With fewer raters an item's equations are nearly those of one person.
  public static final int LEAST_SUPPORT = 2;

  /// Bits of a ring of 32 that a sum within its bound fills: one is its sign, one is for what
  /// rounding adds.
  private static final int SUM_BITS = 30;

  /// Unseen pairs weigh λ₀ times all users: what rounding adds is multiplied by their number, and
  /// must stay far below λ.
  private static final int WIDE_SCALE_BITS = 40;

  /// Of the range of ratings: a sum is rounded to units of 2⁻²⁴ or so.
  private static final double LEAST_WIDTH = 1e-3;

  private static final double MOST_RATING = 1e6;

  public Als {
    require(items >= 1, "items must be at least 1. Provided value: " + items);
    require(
        steps >= 1 && steps <= MAX_STEPS,
        "steps must be in [1, " + MAX_STEPS + "]. Provided value: " + steps);
    require(
        minSupport >= LEAST_SUPPORT,
        "minSupport must be at least " + LEAST_SUPPORT + ". Provided value: " + minSupport);
    require(
        objective.rank() <= Math.min(items, MAX_RANK),
        "rank must be in [1, %s]. Provided value: %s"
            .formatted(Math.min(items, MAX_RANK), objective.rank()));
    require(
        !(objective instanceof LeastSquares.Explicit(int _, double _, double low, double high))
            || (high - low >= LEAST_WIDTH
                && Math.abs(low) <= MOST_RATING
                && Math.abs(high) <= MOST_RATING),
        "lowest and highest must be in [-1e6, 1e6], and highest above lowest by 0.001 or more");
    require(
        !ridgeByTotals
            || (objective instanceof LeastSquares.Implicit
                && objective.lambda() == LeastSquares.Implicit.LEAST_RIDGE),
        "only the ridge of interactions follows from totals");
    require(
        scaleBits(objective, items) >= LEAST_SCALE_BITS,
        "lambda is so small that sums do not fit their ring. Provided value: "
            + objective.lambda());
  }

  /// With the λ of the objective.
  public Als(int items, LeastSquares objective, int steps, int minSupport, long seed) {
    this(items, objective, /* ridgeByTotals= */ false, steps, minSupport, seed);
  }

  /// The objective for data of these totals, the same at the coordinator and at every participant.
  public LeastSquares objective(RatingTotals totals) {
    return ridgeByTotals && objective instanceof LeastSquares.Implicit implicit
        ? implicit.withRidgeOf(totals, minSupport)
        : objective;
  }

  /// The totals of some data, as far as the objective reads it.
  public RatingTotals totals(RatingMatrix data) {
    return RatingTotals.of(objective, data);
  }

  /// With fewer, what rounding adds over 1,000 participants comes near λ.
  private static final int LEAST_SCALE_BITS = 20;

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /// The counts of all items are published, also of the items without a vector.
  @Override
  public Reference reference(RatingMatrix data) {
    return new Reference.Factors(
        1,
        () -> AlternatingLeastSquares.fit(objective(totals(data)), data, steps, minSupport, seed));
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return Optional.empty();
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return List.of(new Selection.Support(minSupport));
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(id(), digest(), rounds(), disclosure(), publication(), workingSet());
  }

  private String id() {
    return objective.readsRatings() ? EXPLICIT_ID : IMPLICIT_ID;
  }

  private List<Round> rounds() {
    List<EquationRound> equations = EquationRound.all(this);
    return Stream.concat(
            Stream.of(new RatingRound(this).round(equations.getFirst().spec())),
            equations.stream().map(EquationRound::round))
        .toList();
  }

  /// No number of a sum is larger: each is a mean of products of two coordinates of a user's
  /// vector, or of one and a target.
  double sumBound() {
    return sumBound(objective, items);
  }

  private static double sumBound(LeastSquares objective, int items) {
    double user = AlternatingLeastSquares.coordinateBound(objective, items);
    return user * Math.max(user, objective.targetBound());
  }

  /// Whether unseen pairs count.
  boolean isWide() {
    return isWide(objective);
  }

  private static boolean isWide(LeastSquares objective) {
    return objective.unseenWeight() > 0;
  }

  int scaleBits() {
    return scaleBits(objective, items);
  }

  private static int scaleBits(LeastSquares objective, int items) {
    if (isWide(objective)) {
      return Math.min(
          WIDE_SCALE_BITS, 60 - Math.max(0, Math.getExponent(sumBound(objective, items)) + 1));
    }
    return SUM_BITS - Math.max(0, Math.getExponent(sumBound(objective, items)) + 1);
  }

  /// Over text, as [ParameterDigest] says.
  private Digest digest() {
    List<Object> lines = new ArrayList<>(List.of(id() + "/v2", items, objective.rank()));
    lines.add(Double.doubleToLongBits(objective.lambda()));
    lines.addAll(
        switch (objective) {
          case LeastSquares.Explicit(int _, double _, double low, double high) ->
              List.of(Double.doubleToLongBits(low), Double.doubleToLongBits(high));
          case LeastSquares.Implicit(int _, double _, double unseenWeight) ->
              List.of(Double.doubleToLongBits(unseenWeight));
        });
    if (ridgeByTotals) {
      lines.add("ridge-by-totals");
    }
    lines.addAll(List.of(steps, minSupport, seed));
    return ParameterDigest.of(lines);
  }

  /// The equations of an item that one user rated are this user's vector; those of vectors that a
  /// coordinator chose count who has which two items.
  private Disclosure disclosure() {
    return new Disclosure.ExactSums(
        Optional.of(
            new Disclosure.OpenedPairs(
                "The sums are the equations of every item's vector, made of the vectors of the users"
                    + " who have it and of the ratings that they gave, where ratings are read. From"
                    + " them, and from the published vectors, the coordinator and everyone with the"
                    + " release can compute for pairs of items how many have both, and what they"
                    + " gave.",
                "The sums tell the equations of each item's vector, made of vectors of the users who"
                    + " have it and of their ratings, where ratings were read: of an item that few"
                    + " users have, theirs can be read from the sums. From this release, too, it can"
                    + " be computed for pairs of items how many have both, and what they gave, the"
                    + " better the more numbers a vector has. A participant takes part in such a"
                    + " session only when somebody has approved it.")),
        minSupport);
  }

  private Publication publication() {
    return new Publication(
        new Publication.Model(ItemFactors.KIND, id()),
        Publication.Writing.copying(ItemDegreesFile.NAME, ItemFactorsFile.NAME),
        2 * AlsBroadcast.bytes(items, objective.rank()));
  }

  /// The items' vectors, and one block of the sum in floats.
  private WorkingSet workingSet() {
    long vectors = 2L * Float.BYTES * items * objective.rank();
    return new WorkingSet(vectors + (2L << 20), vectors);
  }
}
