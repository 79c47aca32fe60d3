package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import io.privirec.filter.spectral.PowerIteration;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// PriviRec [PR §3] with settled parameters, α = ½: item degrees, the item Gram matrix P̃ itself,
/// then secure power iterations for the ideal low-pass part. P̃, S, Λ, V and GF-CF folded from them
/// are published: an exact P̃ shows pairs of items of single users (docs/threat-model.md).
///
/// @param items m, length of the catalogue, ≥ 1
/// @param factors what is iterated; at most as many columns as there are items
/// @param gamma weight of the ideal low-pass part, finite, ≥ 0; its rank is that of the factors
/// @param topN entries kept per row of the folded filter, ≥ 1
public record PriviRec(int items, PowerIteration factors, double gamma, int topN)
    implements Algorithm {
  /// Name in the API.
  public static final String ID = "privirec";

  public PriviRec {
    PriviRecK.requireRanges(items, factors, topN);
    PriviRecK.require(
        Double.isFinite(gamma) && gamma >= 0,
        "gamma must be finite and not negative. Provided value: " + gamma);
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
    rounds.addAll(factorRounds().specs());
    return List.copyOf(rounds);
  }

  DegreeRound degreeRound() {
    return new DegreeRound(items);
  }

  GramRound gramRound() {
    return new GramRound(items, 1);
  }

  FactorRounds factorRounds() {
    return new FactorRounds(items, factors, 2);
  }

  /// Over text, like that of [PriviRecK].
  @Override
  public Digest digest() {
    String text =
        List.of(
                ID + "/v1",
                items,
                factors.rank(),
                factors.oversampling(),
                factors.iterations(),
                factors.eigenvalues().label(),
                factors.seed(),
                Double.doubleToLongBits(gamma),
                topN)
            .stream()
            .map(line -> line + "\n")
            .collect(Collectors.joining());
    return Digest.of(text.getBytes(StandardCharsets.US_ASCII));
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
