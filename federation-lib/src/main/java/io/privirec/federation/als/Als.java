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
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Alternating least squares over ratings (`als`) or interactions (`ials`), without noise
/// (docs/algorithms.md). The first sum counts the raters of each item. Each step is one sum of the
/// equations of all items' vectors. Users' vectors stay with their participant.
///
/// @param steps number of steps T, in [1, 32]; each step has a secure sum
public record Als(AlsTerms terms, int steps) implements AlgorithmSettings {
  /// Name in the API for ratings.
  public static final String EXPLICIT_ID = "als";

  /// Name in the API for interactions.
  public static final String IMPLICIT_ID = "ials";

  public static final int MAX_STEPS = 32;

  public Als {
    if (steps < 1 || steps > MAX_STEPS) {
      throw new IllegalArgumentException(
          "steps must be in [1, " + MAX_STEPS + "]. Provided value: " + steps);
    }
  }

  /// With the λ of the objective.
  public Als(int items, LeastSquares objective, int steps, int minSupport, long seed) {
    this(new AlsTerms(items, objective, /* ridgeByTotals= */ false, minSupport, seed), steps);
  }

  /// The objective for some data: λ may follow from their totals.
  public LeastSquares objective(RatingMatrix data) {
    return terms.objective(terms.totals(data));
  }

  /// The counts of all items are published, also of the items without a vector.
  @Override
  public Reference reference(RatingMatrix data) {
    return new Reference.Factors(
        1,
        () ->
            AlternatingLeastSquares.fit(
                terms.objective(terms.totals(data)),
                data,
                steps,
                terms.minSupport(),
                terms.seed()));
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return Optional.empty();
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return List.of(new Selection.Support(terms.minSupport()));
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(id(), digest(), rounds(), disclosure(), publication(), workingSet());
  }

  private String id() {
    return terms.objective().readsRatings() ? EXPLICIT_ID : IMPLICIT_ID;
  }

  private List<Round> rounds() {
    List<EquationRound> equations = EquationRound.all(terms, steps);
    return Stream.concat(
            Stream.of(new RatingRound(terms).round(equations.getFirst().spec())),
            equations.stream().map(EquationRound::round))
        .toList();
  }

  /// Over text, as [ParameterDigest] says.
  private Digest digest() {
    List<Object> lines =
        new ArrayList<>(List.of(id() + "/v2", terms.items(), terms.objective().rank()));
    lines.add(Double.doubleToLongBits(terms.objective().lambda()));
    lines.addAll(
        switch (terms.objective()) {
          case LeastSquares.Explicit(int _, double _, double low, double high) ->
              List.of(Double.doubleToLongBits(low), Double.doubleToLongBits(high));
          case LeastSquares.Implicit(int _, double _, double unseenWeight) ->
              List.of(Double.doubleToLongBits(unseenWeight));
        });
    if (terms.ridgeByTotals()) {
      lines.add("ridge-by-totals");
    }
    lines.addAll(List.of(steps, terms.minSupport(), terms.seed()));
    return ParameterDigest.of(lines);
  }

  /// If a single user rated an item, the item's equations are this user's vector. A coordinator
  /// that lies about the vectors can count the users of any two items.
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
        terms.minSupport());
  }

  private Publication publication() {
    return new Publication(
        new Publication.Model(ItemFactors.KIND, id()),
        Publication.Writing.copying(ItemDegreesFile.NAME, ItemFactorsFile.NAME),
        2 * AlsBroadcast.bytes(terms.items(), terms.objective().rank()));
  }

  /// The items' vectors, and a block of the sum in floats.
  private WorkingSet workingSet() {
    long vectors = 2L * Float.BYTES * terms.items() * terms.objective().rank();
    return new WorkingSet(vectors + (2L << 20), vectors);
  }
}
