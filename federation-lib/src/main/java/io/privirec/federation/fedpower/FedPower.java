package io.privirec.federation.fedpower;

import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Reference;
import io.privirec.federation.Selection;
import io.privirec.federation.factors.FedPowerTerms;
import io.privirec.federation.factors.ProductRounds;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.wire.algorithm.FedPowerParameters;
import java.util.List;
import java.util.Optional;

/// FedPower with exact sums [FP, Algorithm 1], as [FedPowerTerms] says.
public record FedPower(FedPowerTerms terms) implements AlgorithmSettings {
  /// Name in the API.
  public static final String ID = FedPowerParameters.ALGORITHM;

  @Override
  public Algorithm algorithm() {
    return new Algorithm(
        ID,
        terms.digest(),
        new ProductRounds(terms).rounds(),
        terms.disclosure(),
        terms.publication(),
        terms.workingSet());
  }

  @Override
  public Reference reference(RatingMatrix data) {
    return terms.reference(data);
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return terms.refusal(users, itemDegrees);
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return terms.selections();
  }
}
