package io.privirec.federation.privirec;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contributor;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Plan;
import io.privirec.federation.RoundSpec;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import java.util.List;
import java.util.Optional;

/// Item degrees alone: one secure sum, V, is published, and from it the most popular items are
/// served. Every other algorithm on interactions begins with the same round.
///
/// @param items m, length of the catalogue, ≥ 1
public record ItemDegrees(int items) implements Algorithm {
  /// Name in the API.
  public static final String ID = ItemDegreesParameters.ALGORITHM;

  public ItemDegrees {
    PriviRecK.require(items >= 1, "items must be at least 1. Provided value: " + items);
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public List<RoundSpec> rounds() {
    return List.of(degreeRound().spec());
  }

  DegreeRound degreeRound() {
    return new DegreeRound(items);
  }

  @Override
  public Digest digest() {
    return ParameterDigest.of(List.of(ID + "/v1", items));
  }

  @Override
  public Disclosure disclosure() {
    return new Disclosure.ExactSums(Disclosure.SingleUsers.RARE_ITEMS);
  }

  @Override
  public Plan plan() {
    return new ItemDegreesPlan(this);
  }

  @Override
  public Contributor contributor() {
    return new InteractionContributor(degreeRound(), Optional.empty(), Optional.empty());
  }
}
