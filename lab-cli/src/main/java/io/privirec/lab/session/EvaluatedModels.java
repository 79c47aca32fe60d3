package io.privirec.lab.session;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.PairSupport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Models that `lab evaluate` makes, with the options that they have there.
public interface EvaluatedModels {
  /// Names of the models, in `lab evaluate --model`.
  List<String> names();

  /// Returns how the data of a model are split.
  Split split(String name);

  /// Rejects data that a model says nothing about.
  ///
  /// @param option that names the model
  void requireData(String option, String name, Dataset dataset);

  /// Names of its options of `lab evaluate`.
  List<String> options();

  /// Rejects own options without an effect on a model.
  ///
  /// @param given whether there is an option of that name
  void check(String model, boolean federated, Predicate<String> given);

  /// Returns the support of the entries of P̃; null if a model does not need P̃.
  @Nullable PairSupport pairs(String model, Dataset dataset);

  /// Which model `lab evaluate` wants.
  ///
  /// @param cohort whose secure sums it is made of; null: of all data at once
  /// @param preset name of the published settings that go with the data
  /// @param pairs see [#pairs]
  /// @param out for trials on the way
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

  /// Returns how one of the models is made.
  Recipe recipe(Wanted wanted) throws IOException;
}
