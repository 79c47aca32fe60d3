package io.privirec.lab.experiment;

import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.als.Als;
import io.privirec.federation.als.AlsDescriptor;
import io.privirec.federation.als.IalsDescriptor;
import io.privirec.filter.data.Dataset;
import io.privirec.lab.run.InvalidOptionException;
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
  Als algorithm(Recommender model, Dataset dataset, long seed) {
    try {
      return model == Recommender.ALS
          ? explicit(dataset.items(), seed)
          : implicit(dataset.items(), seed);
    } catch (InvalidParametersException | IllegalArgumentException e) {
      throw new InvalidOptionException("--model %s: %s".formatted(model, e.getMessage()));
    }
  }

  private Als explicit(int items, long seed) throws InvalidParametersException {
    AlsParameters session = AlsParameters.DEFAULT;
    return new AlsDescriptor()
        .build(
            new AlsParameters(
                requireNonNullElse(rank, session.rank()),
                requireNonNullElse(steps, session.steps()),
                requireNonNullElse(ridge, session.lambda()),
                session.lowest(),
                session.highest(),
                requireNonNullElse(minRaters, session.minRaters()),
                seed),
            items);
  }

  private Als implicit(int items, long seed) throws InvalidParametersException {
    IalsParameters session = IalsParameters.DEFAULT;
    return new IalsDescriptor()
        .build(
            new IalsParameters(
                requireNonNullElse(rank, session.rank()),
                requireNonNullElse(steps, session.steps()),
                requireNonNullElse(ridge, session.lambda()),
                session.lambda0(),
                requireNonNullElse(minRaters, session.minRaters()),
                seed),
            items);
  }

  /// In words, for reports.
  static String describe(Als als) {
    return "%s, T=%d, raters ≥ %d, seed %d"
        .formatted(als.objective(), als.steps(), als.minRaters(), als.seed());
  }
}
