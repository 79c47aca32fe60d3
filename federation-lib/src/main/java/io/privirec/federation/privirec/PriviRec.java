package io.privirec.federation.privirec;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contributor;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Plan;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// PriviRec [PR §3] with settled parameters: item degrees, the item Gram matrix P̃ itself, then,
/// where the model has an ideal low-pass part, secure power iterations for it. P̃, S, Λ, V and the
/// model's filter folded from them are published: an exact P̃ shows pairs of items of single users
/// (docs/threat-model.md).
///
/// @param items m, length of the catalogue, ≥ 1
/// @param topN entries kept per row of the folded filter, ≥ 1
/// @param minSupport items that fewer users have leave the session after the first sum, ≥ 1
public record PriviRec(int items, GramModel model, int topN, int minSupport) implements Algorithm {
  /// Name in the API.
  public static final String ID = PriviRecParameters.ALGORITHM;

  /// What P̃ opens. The figure is that of the public Gowalla data (docs/threat-model.md).
  static final Disclosure.OpenedPairs ITEM_GRAM =
      new Disclosure.OpenedPairs(
          "The sums tell the exact item Gram matrix: for every pair of items, how much the users who"
              + " have both of them weigh together.",
          "The sums tell the exact item Gram matrix: a number for every pair of items that somebody"
              + " has both of. Most such numbers are of one user only (78 % in the public Gowalla"
              + " data): pairs of items of single users can be read from the sums and from this"
              + " release. A participant takes part in such a session only when somebody has"
              + " approved it.");

  private static final int GRAM_INDEX = 1;

  public PriviRec {
    PriviRecK.requireRanges(items, topN);
    DegreeRound.requireMinSupport(minSupport);
    if (model.factors().isPresent()) {
      PriviRecK.requireRanges(items, model.factors().get());
    }
  }

  /// Over all items, as in the paper.
  public PriviRec(int items, GramModel model, int topN) {
    this(items, model, topN, 1);
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public List<RoundSpec> rounds() {
    List<RoundSpec> rounds = new ArrayList<>();
    rounds.add(degreeRound().spec());
    rounds.add(gramRound().spec());
    factorRounds().ifPresent(factors -> rounds.addAll(factors.specs()));
    return List.copyOf(rounds);
  }

  DegreeRound degreeRound() {
    return new DegreeRound(items, minSupport);
  }

  GramRound gramRound() {
    return new GramRound(items, model.alpha(), GRAM_INDEX);
  }

  Optional<FactorRounds> factorRounds() {
    return model.factors().map(factors -> new FactorRounds(items, factors, GRAM_INDEX + 1, true));
  }

  /// Over text, like that of [PriviRecK].
  @Override
  public Digest digest() {
    List<Object> lines = new ArrayList<>(List.of(ID + "/v1", items, model.id()));
    lines.addAll(model.parameters());
    if (model.factors().isPresent()) {
      PowerIteration factors = model.factors().get();
      lines.addAll(List.of(factors.rank(), factors.oversampling(), factors.iterations()));
      lines.addAll(List.of(factors.eigenvalues().label(), factors.seed()));
    }
    lines.add(topN);
    lines.addAll(degreeRound().lines());
    return ParameterDigest.of(lines);
  }

  @Override
  public Disclosure disclosure() {
    return new Disclosure.ExactSums(Optional.of(ITEM_GRAM), minSupport);
  }

  @Override
  public Plan plan() {
    return new PriviRecPlan(this);
  }

  @Override
  public Contributor contributor() {
    return new InteractionContributor(degreeRound(), Optional.of(gramRound()), factorRounds());
  }
}
