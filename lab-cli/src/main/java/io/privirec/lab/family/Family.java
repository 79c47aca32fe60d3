package io.privirec.lab.family;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.PairSupport;
import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A family of algorithms as `lab run` starts it and `lab evaluate` measures it. Its fields are
/// options of `lab evaluate`.
public interface Family {
  /// Names of its algorithms, in `lab run --algorithm` and in the coordinator's API.
  List<String> algorithms();

  /// Names of its models, in `lab evaluate --model`; none of a family that has a command of its
  /// own.
  default List<String> models() {
    return List.of();
  }

  /// Whether an algorithm or a model predicts ratings: its data is split by them, and must have
  /// some.
  default boolean predictsRatings(String name) {
    return false;
  }

  /// How the data of an algorithm or a model is split.
  default Split split(String name) {
    return predictsRatings(name) ? Split.RATINGS_80_10_10 : Split.USERS_80_20;
  }

  /// Refuses data that an algorithm or a model says nothing about.
  ///
  /// @param option that names it
  default void requireData(String option, String name, Dataset dataset) {
    if (predictsRatings(name) && !dataset.trainRatings().hasValues()) {
      throw new InvalidOptionException(
          "%s %s needs ratings, and %s has none".formatted(option, name, dataset.name()));
    }
  }

  /// What the help of `lab run` says: names of the algorithms and what they make, the default of
  /// `--k`, what `--iterations` counts, and its default.
  List<String> runHelp();

  /// The path in the API of the parameter that `--iterations` gives.
  String iterations(String algorithm);

  /// Parameters that a run gives beside those that somebody gave, by their paths.
  ///
  /// @param rank asked for by `--k`; null: none was
  /// @param given by somebody, by their paths
  /// @param users with interactions
  Map<String, ?> parameters(
      String algorithm,
      @Nullable Integer rank,
      Map<String, String> given,
      Dataset dataset,
      int users);

  /// Refuses a session that cannot be had over so few users, or over so few items with enough
  /// users.
  ///
  /// @param users with interactions
  default void requireSize(AlgorithmSettings algorithm, Dataset dataset, int users) {}

  /// The model that a session publishes, from all data in one place but for the items that leave
  /// the session, without secure sums. One that predicts ratings is a
  /// [io.privirec.lab.evaluation.RatingPredictor], too.
  ItemFilter central(AlgorithmSettings algorithm, Dataset dataset);

  /// Names of its options of `lab evaluate`.
  default List<String> options() {
    return List.of();
  }

  /// Refuses its own options where they have no effect on a model, of whichever family that is.
  ///
  /// @param given whether there is an option of that name
  default void check(String model, boolean federated, Predicate<String> given) {}

  /// What is behind the entries of P̃; null where a model does not need P̃.
  default @Nullable PairSupport pairs(String model, Dataset dataset) {
    return null;
  }

  /// Which model `lab evaluate` wants.
  ///
  /// @param cohort whose secure sums it is made of; null: of all data at once
  /// @param preset name of the published settings that go with the data
  /// @param pairs see [#pairs]
  /// @param out hears what is tried on the way
  record Wanted(
      String model,
      Dataset dataset,
      @Nullable LocalCohort cohort,
      long seed,
      String preset,
      @Nullable PairSupport pairs,
      PrintWriter out) {}

  /// How a model is made, and what that takes.
  ///
  /// @param settings in words
  /// @param bytesUp what each participant uploads; 0 of all data at once
  record Recipe(Maker maker, String settings, Room room, long bytesUp) {}

  /// Makes a filter, for popularity null.
  @FunctionalInterface
  interface Maker {
    @Nullable ItemFilter make() throws IOException;
  }

  /// How one of its [#models()] is made.
  default Recipe recipe(Wanted wanted) throws IOException {
    throw new IllegalArgumentException("no such model: " + wanted.model());
  }
}
