package io.privirec.federation.factors;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Round;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.privacy.NoiseShares;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// PriviRec-k with privacy of users: noisy counts of items, then a power iteration with noise among
/// the M most popular ones (docs/adr/0043). S, Λ and the noisy counts are published, and a filter
/// folded from them; items beside the M have no part in it.
///
/// @param items m, length of the catalogue
/// @param popular M, in [2, m]
/// @param share what participants add to the sums of products
/// @param factors what is iterated, of at most M columns; its eigenvalues are diag T or Ritz values
/// @param model what the factors are folded into: gf-cf or spectral
/// @param topN entries kept per row of the folded filter, ≥ 1
public record NoisyPriviRecK(
    int items,
    SettledPrivacy privacy,
    int popular,
    ProductShare share,
    PowerIteration factors,
    FactorModel model,
    int topN)
    implements NoisyFilter {
  /// Thirty thousand users, and an epsilon of 1, gave as much as popularity
  /// (docs/privacy-results.md).
  private static final double HARDLY_BETTER_THAN_POPULARITY = 2;

  public NoisyPriviRecK {
    PriviRecK.requireRanges(items, topN);
    products(items, privacy, popular, share, factors);
    PriviRecK.require(
        model instanceof FactorModel.GfCf || model instanceof FactorModel.Spectral,
        "model must be gf-cf or spectral with privacy. Provided value: " + model.id());
    int idealRank = model.idealRank(factors.rank());
    PriviRecK.require(
        idealRank >= 1 && idealRank <= factors.rank(),
        "idealRank must be in [1, " + factors.rank() + "]. Provided value: " + idealRank);
  }

  /// The same sums of something else.
  public NoisyPriviRecK with(ProductShare other) {
    return new NoisyPriviRecK(items, privacy, popular, other, factors, model, topN);
  }

  /// Of the budget.
  private static final double PART_OF_COUNTS = .1;

  @Override
  public Reference reference(RatingMatrix data) {
    return new Reference.Filter(1, topN, () -> NoisyFilter.linear(data.pattern(), popular));
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return Optional.empty();
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    int[] chosen = chosen(counts, privacy.terms().shares(participants));
    return Stream.concat(
            privacy.selections(/* inCounts= */ true).stream(),
            Stream.of(new Selection.Items("popular.items", Integer.toString(popular), chosen)))
        .toList();
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(
            PriviRecK.ID, digest(), rounds(), disclosure(), publication(), workingSet())
        .warning(warnings());
  }

  private List<Round> rounds() {
    NoisyDegreeRound counts = degreeRound();
    NoisyProductRounds products = products();
    List<Round> rounds = new ArrayList<>();
    rounds.add(
        counts.round(
            (sum, workDirectory) -> counts.next(sum, workDirectory, products.specs().getFirst())));
    rounds.addAll(products.rounds(counts, model.idealRank(factors.rank())));
    return rounds;
  }

  private NoisyDegreeRound degreeRound() {
    return new NoisyDegreeRound(items, privacy, PART_OF_COUNTS * privacy.terms().rho());
  }

  private NoisyProductRounds products() {
    return products(items, privacy, popular, share, factors);
  }

  private static NoisyProductRounds products(
      int items, SettledPrivacy privacy, int popular, ProductShare share, PowerIteration factors) {
    return new NoisyProductRounds(
        items, popular, share, factors, privacy, (1 - PART_OF_COUNTS) * privacy.terms().rho());
  }

  @Override
  public int[] chosen(long[] counts, NoiseShares shares) {
    return products().chosen(counts);
  }

  @Override
  public double deviation(NoiseShares shares) {
    return products()
            .specs()
            .getFirst()
            .noise()
            .orElseThrow()
            .mechanism(shares)
            .deviation(shares.participants())
        / OuterProducts.SCALE;
  }

  private List<String> warnings() {
    double epsilon = privacy.terms().target().epsilon();
    return epsilon < HARDLY_BETTER_THAN_POPULARITY
        ? List.of(
            "With epsilon %s, recommendations may be no better than the most popular items; privirec"
                    .formatted(epsilon)
                + " tells more at the same epsilon.")
        : List.of();
  }

  private Digest digest() {
    List<Object> lines = new ArrayList<>();
    lines.add(PriviRecK.ID + "/v2");
    lines.addAll(List.of(items, popular));
    lines.addAll(share.lines());
    lines.addAll(List.of(factors.rank(), factors.oversampling(), factors.iterations()));
    lines.addAll(List.of(factors.eigenvalues().label(), factors.seed(), model.id()));
    lines.addAll(model.parameters());
    lines.addAll(privacy.lines());
    lines.add(topN);
    return ParameterDigest.of(lines);
  }

  private Disclosure disclosure() {
    return new Disclosure.NoisySums(privacy.terms());
  }

  private Publication publication() {
    return new FactorRelease(items, model, topN).publication(factors.rank()).orPopularItems();
  }

  private WorkingSet workingSet() {
    return new WorkingSet(
        products().workingSetBytes(),
        degreeRound().contributorBytes()
            + (long) Float.BYTES * popular * factors.width()
            + share.workingSetBytes(popular, factors.width()));
  }
}
