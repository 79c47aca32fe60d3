package io.privirec.lab.experiment;

import io.privirec.lab.als.LeastSquaresModels;
import io.privirec.lab.privirec.FilterModels;
import io.privirec.lab.session.EvaluatedModels;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.operator.option.Suggestions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Every model of `lab evaluate`, with its options.
final class ModelFamilies {
  @Mixin private FilterModels filters = new FilterModels();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the start basis and of who holds whom. Default: 1.")
  private long seed = 1;

  @Mixin private LeastSquaresModels leastSquares = new LeastSquaresModels();

  /// In the order of their options.
  List<EvaluatedModels> all() {
    return List.of(filters, leastSquares);
  }

  long seed() {
    return seed;
  }

  /// Returns the models of which one has the name.
  ///
  /// @throws InvalidOptionException if no model has the name
  EvaluatedModels of(String model) {
    return all().stream()
        .filter(models -> models.names().contains(model))
        .findFirst()
        .orElseThrow(() -> {
          List<String> names = new Names();
          return new InvalidOptionException(
              "--model must be one of %s. Provided value: %s%s"
                  .formatted(String.join(", ", names), model, Suggestions.question(model, names)));
        });
  }

  /// Names of all models, for the help.
  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Names() {
      new ModelFamilies().all().forEach(models -> addAll(models.names()));
    }
  }
}
