package io.privirec.lab.fedpower;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.factors.FedPower;
import io.privirec.federation.fedpower.PrivateFedPower;
import io.privirec.federation.fedpower.UtilityFedPower;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.lab.family.Family;
import io.privirec.operator.option.InvalidOptionException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// FedPower, whose factors are folded into filters as those of PriviRec-k are. `lab evaluate` does
/// not know it: with one local step its factors are those of PriviRec-k with Ritz pairs.
public final class FedPowerFamily implements Family {
  private static final String KEY_HOLDER = "keyHolder";

  /// The name that a run gives to its first participant.
  private static final String FIRST_PARTICIPANT = "participant-01";

  @Override
  public List<String> algorithms() {
    return List.of(FedPower.ID, PrivateFedPower.ID, UtilityFedPower.ID);
  }

  @Override
  public List<String> runHelp() {
    return List.of(
        "fedpower: singular vectors, with localSteps products of each participant between two sums;"
            + " fedpower-private: the same with noise; fedpower-utility: with noise of which one"
            + " participant's is left, and keyHolder=participant-01 unless --parameter names another"
            + " participant",
        "of fedpower 64",
        "sums of products of fedpower",
        "of fedpower and fedpower-utility 4, of fedpower-private 2");
  }

  @Override
  public String iterations(String algorithm) {
    return "rounds";
  }

  @Override
  public Map<String, ?> parameters(
      String algorithm,
      @Nullable Integer rank,
      Map<String, String> given,
      Dataset dataset,
      int users) {
    Map<String, Object> parameters = new TreeMap<>();
    if (rank != null) {
      parameters.put("k", rank);
    }
    if (algorithm.equals(UtilityFedPower.ID)) {
      parameters.put(KEY_HOLDER, given.getOrDefault(KEY_HOLDER, FIRST_PARTICIPANT));
    }
    return parameters;
  }

  @Override
  public void requireSize(AlgorithmSettings algorithm, Dataset dataset, int users) {
    @Nullable FedPower exact =
        switch (algorithm) {
          case FedPower itself -> itself;
          case UtilityFedPower utility -> utility.base();
          default -> null;
        };
    if (exact != null) {
      Optional<String> refusal = exact.refusal(users, dataset.train().itemDegrees());
      if (refusal.isPresent()) {
        throw new InvalidOptionException("--k: " + refusal.get());
      }
    }
  }

  @Override
  public ItemFilter central(AlgorithmSettings algorithm, Dataset dataset) {
    return switch (algorithm) {
      case PrivateFedPower noisy -> noisy.central(dataset.trainRatings());
      // Without the noise of one participant.
      case UtilityFedPower utility -> utility.central(dataset.trainRatings());
      default -> ((FedPower) algorithm).central(dataset.trainRatings());
    };
  }
}
