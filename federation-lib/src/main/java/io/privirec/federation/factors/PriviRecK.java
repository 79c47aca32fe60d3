package io.privirec.federation.factors;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Round;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.federation.items.DegreeRound;
import io.privirec.federation.items.Degrees;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// PriviRec-k [PR §3] with settled parameters: item degrees, then secure power iterations from a
/// public start basis; S, Λ and V are published, and a filter folded from them
/// (docs/algorithms.md).
///
/// @param items m, length of the catalogue, ≥ 1
/// @param factors what is iterated; at most as many columns as there are items
/// @param model what the factors are folded into
/// @param topN entries kept per row of the folded filter, ≥ 1
/// @param minSupport items that fewer users have leave the session after the first sum, ≥ 1
public record PriviRecK(
    int items, PowerIteration factors, FactorModel model, int topN, int minSupport)
    implements AlgorithmSettings {
  /// Name in the API.
  public static final String ID = PriviRecKParameters.ALGORITHM;

  /// Most iterations of a session.
  public static final int MAX_ITERATIONS = 16;

  public PriviRecK {
    requireRanges(items, topN);
    requireRanges(items, factors);
    DegreeRound.requireMinSupport(minSupport);
    int idealRank = model.idealRank(factors.rank());
    require(
        idealRank >= 1 && idealRank <= factors.rank(),
        "idealRank must be in [1, " + factors.rank() + "]. Provided value: " + idealRank);
  }

  public static void requireRanges(int items, int topN) {
    require(items >= 1, "items must be at least 1. Provided value: " + items);
    require(topN >= 1, "topN must be at least 1. Provided value: " + topN);
  }

  public static void requireRanges(int items, PowerIteration factors) {
    require(
        factors.rank() <= items,
        "k must be in [1, " + items + "]. Provided value: " + factors.rank());
    require(
        factors.width() <= items,
        "k + oversampling must be at most " + items + ". Provided value: " + factors.width());
    factors.requireItems(items);
    require(
        factors.iterations() <= MAX_ITERATIONS,
        "iterations must be in [1, "
            + MAX_ITERATIONS
            + "]. Provided value: "
            + factors.iterations());
  }

  /// Over all items, as in the paper.
  public PriviRecK(int items, PowerIteration factors, FactorModel model, int topN) {
    this(items, factors, model, topN, 1);
  }

  /// As in the paper: all items, no oversampling, Λ = |diag T|, GF-CF.
  public PriviRecK(
      int items, int k, int iterations, double gamma, long seed, int idealRank, int topN) {
    this(
        items,
        new PowerIteration(k, 0, iterations, Eigenvalues.DIAG_T, seed),
        new FactorModel.GfCf(gamma, idealRank),
        topN);
  }

  public static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(ID, digest(), rounds(), disclosure(), publication(), workingSet());
  }

  private List<Round> rounds() {
    FactorRounds products = factorRounds();
    return Stream.concat(
            Stream.of(degreeRound().round(Optional.of(products.firstSpec()), products::tooFew)),
            products.rounds(degreeRound(), model.idealRank(factors.rank())).stream())
        .toList();
  }

  /// Why a session cannot be had over such data, if so; the coordinator finds it after the first
  /// sum, which tells these numbers.
  ///
  /// @param users with interactions
  /// @param itemDegrees how many of them have each item: shape [items]
  Optional<PlanStep.Fail> tooFew(long users, long[] itemDegrees) {
    return factorRounds().tooFew(new Degrees(users, itemDegrees).withSupport(minSupport));
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return tooFew(users, itemDegrees).map(PlanStep.Fail::detail);
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return List.of(new Selection.Support(minSupport));
  }

  @Override
  public Reference reference(RatingMatrix data) {
    return new Reference.Filter(
        minSupport,
        topN,
        () ->
            model.filter(
                factors.central(
                    data.pattern().withSupport(minSupport), model.idealRank(factors.rank()))));
  }

  /// The numbers that every broadcast of a session must repeat.
  public Digest constants(Path broadcast) throws IOException {
    return degreeRound().constants(broadcast);
  }

  private DegreeRound degreeRound() {
    return new DegreeRound(items, minSupport);
  }

  private FactorRounds factorRounds() {
    return new FactorRounds(items, factors, 1, disclosure().opensItemPairs());
  }

  /// Over text: name, numbers in decimal and names of choices, a line each; fractions as the bits
  /// of a double.
  private Digest digest() {
    List<Object> lines = new ArrayList<>();
    lines.add(ID + "/v2");
    lines.addAll(List.of(items, factors.rank(), factors.oversampling(), factors.iterations()));
    lines.addAll(List.of(factors.eigenvalues().label(), factors.seed(), model.id()));
    lines.addAll(model.parameters());
    lines.add(topN);
    lines.addAll(degreeRound().lines());
    return ParameterDigest.of(lines);
  }

  /// With as many equations as items, the sums open what those of [PriviRec] open. With fewer, but
  /// as many as users or as items that stay in the session, whose numbers only the first sum tells,
  /// the session ends there.
  private Disclosure disclosure() {
    return new Disclosure.ExactSums(
        FactorRounds.tellItemPairs(factors, items)
            ? Optional.of(FactorRounds.ITEM_GRAM)
            : Optional.empty(),
        minSupport);
  }

  private Publication publication() {
    return new FactorRelease(items, model, topN).publication(factors.rank());
  }

  private WorkingSet workingSet() {
    return new WorkingSet(
        factorRounds().workingSetBytes(),
        degreeRound().contributorBytes() + factorRounds().contributorBytes());
  }
}
