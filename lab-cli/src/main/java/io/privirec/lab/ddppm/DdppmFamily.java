package io.privirec.lab.ddppm;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.ddppm.Ddppm;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.lab.family.Family;
import io.privirec.operator.option.InvalidOptionException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The decentralised power method, whose vectors are folded into filters as the factors of
/// PriviRec-k are.
public final class DdppmFamily implements Family {
  @Override
  public List<String> algorithms() {
    return List.of(Ddppm.ID);
  }

  @Override
  public List<String> runHelp() {
    return List.of(
        "ddppm: singular vectors that participants find among themselves",
        "of ddppm 32",
        "sums for each vector of ddppm",
        "of ddppm 20");
  }

  @Override
  public String iterations(String algorithm) {
    return "steps";
  }

  @Override
  public Map<String, ?> parameters(
      String algorithm,
      @Nullable Integer rank,
      Map<String, String> given,
      Dataset dataset,
      int users) {
    return rank == null ? Map.of() : Map.of("k", rank);
  }

  @Override
  public void requireSize(AlgorithmSettings algorithm, Dataset dataset, int users) {
    if (algorithm instanceof Ddppm ddppm) {
      Optional<String> refusal = ddppm.base().refusal(users, dataset.train().itemDegrees());
      if (refusal.isPresent()) {
        throw new InvalidOptionException("--k: " + refusal.get());
      }
    }
  }

  @Override
  public ItemFilter central(AlgorithmSettings algorithm, Dataset dataset) {
    return ((Ddppm) algorithm).central(dataset.trainRatings());
  }
}
