package io.privirec.federation.privirec;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Contributor;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Plan;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.noisy.NoisyDegreeRound;
import io.privirec.federation.noisy.PlanWithCounts;
import io.privirec.federation.noisy.SettledPrivacy;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.privacy.NoiseShares;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  public String id() {
    return PriviRecK.ID;
  }

  @Override
  public List<RoundSpec> rounds() {
    return Stream.concat(Stream.of(degreeRound().spec()), products().specs().stream()).toList();
  }

  NoisyDegreeRound degreeRound() {
    return new NoisyDegreeRound(items, privacy, PART_OF_COUNTS * privacy.terms().rho());
  }

  NoisyProductRounds products() {
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

  @Override
  public List<String> warnings() {
    double epsilon = privacy.terms().target().epsilon();
    return epsilon < HARDLY_BETTER_THAN_POPULARITY
        ? List.of(
            "With epsilon %s, recommendations may be no better than the most popular items; privirec"
                    .formatted(epsilon)
                + " tells more at the same epsilon.")
        : List.of();
  }

  @Override
  public Digest digest() {
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

  @Override
  public Disclosure disclosure() {
    return new Disclosure.NoisySums(privacy.terms());
  }

  @Override
  public Plan plan() {
    return new PlanWithCounts(new NoisyPriviRecKPlan(this));
  }

  @Override
  public Contributor contributor() {
    return Contributor.of(
        degreeRound().contributorBytes()
            + (long) Float.BYTES * popular * factors.width()
            + share.workingSetBytes(popular, factors.width()),
        this::values);
  }

  private Contribution values(RoundInput input) throws IOException {
    InteractionMatrix pattern = DegreeRound.requireItems(input.data().pattern(), items);
    Path broadcast = input.broadcast();
    if (input.round().index() == NoisyDegreeRound.INDEX) {
      return degreeRound().contribution(pattern, input.noise().orElseThrow().choices());
    }
    if (broadcast == null) {
      throw new ContributionRefusedException(
          "round " + input.round().name() + " needs a broadcast");
    }
    long[] counts = degreeRound().counts(broadcast);
    try {
      return products().contribution(input.round(), input.data(), counts, broadcast);
    } catch (SafetensorsException malformed) {
      throw new ContributionRefusedException(
          "the broadcast is malformed: " + malformed.getMessage());
    }
  }
}
