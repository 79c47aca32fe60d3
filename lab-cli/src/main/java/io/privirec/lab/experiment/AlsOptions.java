package io.privirec.lab.experiment;

import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.als.Als;
import io.privirec.filter.data.Dataset;
import io.privirec.lab.option.InvalidOptionException;
import io.privirec.lab.run.SessionParameters;
import io.privirec.wire.algorithm.AlsParameters;
import io.privirec.wire.algorithm.IalsParameters;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options of alternating least squares. What is left out has the default of a session.
final class AlsOptions {
  static final List<String> NAMES = List.of("--rank", "--steps", "--ridge", "--min-raters");

  @Option(names = "--rank", paramLabel = "R", description = "Of als and ials: default 64.")
  private @Nullable Integer rank;

  @Option(
      names = "--steps",
      paramLabel = "T",
      description = "Of als, default 15, and of ials, default 8.")
  private @Nullable Integer steps;

  @Option(
      names = "--ridge",
      paramLabel = "LAMBDA",
      description = "Of als, per rating, default 0.08; of ials, default 8.")
  private @Nullable Double ridge;

  @Option(
      names = "--min-raters",
      paramLabel = "N",
      description = "Of als and ials: items of fewer users get no vector. Default: 5.")
  private @Nullable Integer minRaters;

  /// The algorithm as a session would have it.
  ///
  /// @throws InvalidOptionException when an option, or the data, does not go with the model
  Als algorithm(Recommender model, Dataset dataset, long seed) {
    if (model == Recommender.ALS && !dataset.trainRatings().hasValues()) {
      throw new InvalidOptionException(
          "--model als needs ratings, and %s has none".formatted(dataset.name()));
    }
    return (Als)
        SessionParameters.algorithm(
            model.toString(), model == Recommender.ALS ? explicit() : implicit(), dataset, seed);
  }

  private AlsParameters explicit() {
    AlsParameters session = AlsParameters.DEFAULT;
    return new AlsParameters(
        rank,
        requireNonNullElse(steps, session.steps()),
        requireNonNullElse(ridge, session.lambda()),
        session.lowest(),
        session.highest(),
        requireNonNullElse(minRaters, session.minRaters()),
        null);
  }

  private IalsParameters implicit() {
    IalsParameters session = IalsParameters.DEFAULT;
    return new IalsParameters(
        rank,
        requireNonNullElse(steps, session.steps()),
        requireNonNullElse(ridge, session.lambda()),
        session.lambda0(),
        requireNonNullElse(minRaters, session.minRaters()),
        null);
  }

  /// In words, for reports.
  static String describe(Als als) {
    return "%s, T=%d, raters ≥ %d, seed %d"
        .formatted(als.objective(), als.steps(), als.minRaters(), als.seed());
  }
}
