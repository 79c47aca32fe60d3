package io.privirec.lab.dpals;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Requirement;
import io.privirec.federation.dpals.Dpals;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.random.CounterRandom;
import io.privirec.lab.factor.ItemFactorFilter;
import io.privirec.lab.family.Family;
import io.privirec.operator.option.InvalidOptionException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Alternating least squares with privacy of users: `dpals`, which predicts ratings, and `dpials`,
/// over interactions. `lab dpals` measures them; `lab evaluate` does not know them, since one run
/// of what is left to chance says little.
public final class DpalsFamily implements Family {
  @Override
  public List<String> algorithms() {
    return List.of(Dpals.EXPLICIT_ID, Dpals.IMPLICIT_ID);
  }

  @Override
  public boolean predictsRatings(String name) {
    return name.equals(Dpals.EXPLICIT_ID);
  }

  @Override
  public List<String> runHelp() {
    return List.of(
        "dpals and dpials, the same with --epsilon: sums carry noise",
        "of dpals and dpials their preset's",
        "steps of dpals and dpials",
        "of dpals and dpials their preset's");
  }

  @Override
  public String iterations(String algorithm) {
    return "fit.steps";
  }

  @Override
  public Map<String, ?> parameters(
      String algorithm,
      @Nullable Integer rank,
      Map<String, String> given,
      Dataset dataset,
      int users) {
    return rank == null ? Map.of() : Map.of("fit.rank", rank);
  }

  /// Without noise, and with the exact counts of all items.
  ///
  /// @throws InvalidOptionException if features of items count, which a data set does not have
  @Override
  public ItemFilter central(AlgorithmSettings algorithm, Dataset dataset) {
    if (algorithm.algorithm().requires(new Requirement.ItemFeatures())) {
      throw new InvalidOptionException("itemFeatures: a data set has no categories; see lab dpals");
    }
    BoundedAls als = ((Dpals) algorithm).als();
    Draws draws = new Draws(als.seed());
    return ItemFactorFilter.of(
        als.fit(
            dataset.trainRatings(),
            dataset.train().itemDegrees(),
            /* features= */ null,
            draws::below));
  }

  /// Numbers in a row of a seed.
  private static final class Draws {
    private final long seed;
    private long drawn;

    Draws(long seed) {
      this.seed = seed;
    }

    int below(int bound) {
      return CounterRandom.below(seed, drawn++, bound);
    }
  }
}
