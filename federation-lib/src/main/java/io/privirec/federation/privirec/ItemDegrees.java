package io.privirec.federation.privirec;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contributor;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Plan;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.noisy.NoisyDegreeRound;
import io.privirec.federation.noisy.PlanWithCounts;
import io.privirec.federation.noisy.SettledPrivacy;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Item degrees alone: one secure sum, V, is published, and from it the most popular items are
/// served. Every other algorithm on interactions begins with the same round.
///
/// @param items m, length of the catalogue, ≥ 1
/// @param minSupport items that fewer users have count as had by nobody, ≥ 1; 1 with privacy
/// @param privacy of users; empty: the sum is exact
public record ItemDegrees(int items, int minSupport, Optional<SettledPrivacy> privacy)
    implements Algorithm {
  /// Name in the API.
  public static final String ID = ItemDegreesParameters.ALGORITHM;

  public ItemDegrees {
    PriviRecK.require(items >= 1, "items must be at least 1. Provided value: " + items);
    DegreeRound.requireMinSupport(minSupport);
    PriviRecK.require(minSupport == 1 || privacy.isEmpty(), "minSupport does not go with privacy");
  }

  /// An exact sum, of which nothing is left out.
  public ItemDegrees(int items) {
    this(items, 1, Optional.empty());
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public List<RoundSpec> rounds() {
    return List.of(noisyRound().map(NoisyDegreeRound::spec).orElseGet(() -> degreeRound().spec()));
  }

  DegreeRound degreeRound() {
    return new DegreeRound(items, minSupport);
  }

  Optional<NoisyDegreeRound> noisyRound() {
    return privacy.map(settled -> new NoisyDegreeRound(items, settled, settled.terms().rho()));
  }

  @Override
  public Digest digest() {
    List<Object> lines = new ArrayList<>(List.of(ID + "/v1", items));
    lines.addAll(degreeRound().lines());
    privacy.ifPresent(settled -> lines.addAll(settled.lines()));
    return ParameterDigest.of(lines);
  }

  @Override
  public Disclosure disclosure() {
    return privacy.isPresent()
        ? new Disclosure.NoisySums(privacy.get().terms())
        : new Disclosure.ExactSums(Optional.empty(), minSupport);
  }

  @Override
  public Plan plan() {
    Plan plan = new ItemDegreesPlan(this);
    return privacy.isPresent() ? new PlanWithCounts(plan) : plan;
  }

  @Override
  public Contributor contributor() {
    Optional<NoisyDegreeRound> noisy = noisyRound();
    return noisy.isPresent()
        ? Contributor.of(
            noisy.get().contributorBytes(),
            input ->
                noisy
                    .get()
                    .contribution(
                        DegreeRound.requireItems(input.data().pattern(), items),
                        input.noise().orElseThrow().choices()))
        : new InteractionContributor(degreeRound(), Optional.empty(), Optional.empty());
  }
}
