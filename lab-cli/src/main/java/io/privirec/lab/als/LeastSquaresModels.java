package io.privirec.lab.als;

import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.als.Als;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.graph.PairSupport;
import io.privirec.lab.factor.ItemFactorFilter;
import io.privirec.lab.factor.ReferenceFilter;
import io.privirec.lab.session.EvaluatedModels;
import io.privirec.lab.session.LocalCohort;
import io.privirec.lab.session.OfferedAlgorithm;
import io.privirec.lab.session.Room;
import io.privirec.lab.session.SessionParameters;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.AlsParameters;
import io.privirec.wire.algorithm.IalsParameters;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Alternating least squares: `als`, which predicts ratings, and `ials`, over interactions. Options
/// that are left out have the default of a session.
public final class LeastSquaresModels implements EvaluatedModels {
  private static final List<String> NAMES = List.of(Als.EXPLICIT_ID, Als.IMPLICIT_ID);
  private static final List<String> OPTIONS =
      List.of("--rank", "--steps", "--ridge", "--min-support");

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
      description = "Of als, per rating, default 0.08; of ials, default by the data: from 1 to 16.")
  private @Nullable Double ridge;

  @Option(
      names = "--min-support",
      paramLabel = "N",
      description = "Of als and ials: items that fewer users have get no vector. Default: 5.")
  private @Nullable Integer minSupport;

  @Override
  public List<String> names() {
    return NAMES;
  }

  @Override
  public Split split(String name) {
    return OfferedAlgorithm.named(name).split();
  }

  @Override
  public void requireData(String option, String name, Dataset dataset) {
    OfferedAlgorithm.named(name).requireData(option, dataset);
  }

  private static LeastSquares objective(Als als, Dataset dataset) {
    return als.objective(dataset.trainRatings());
  }

  @Override
  public List<String> options() {
    return OPTIONS;
  }

  @Override
  public void check(String model, boolean federated, Predicate<String> given) {
    if (!NAMES.contains(model)) {
      InvalidOptionException.refuse("--model " + model, OPTIONS, given);
    }
  }

  @Override
  public @Nullable PairSupport pairs(String model, Dataset dataset) {
    return null;
  }

  @Override
  public Recipe recipe(Wanted wanted) {
    String model = wanted.model();
    Dataset dataset = wanted.dataset();
    Als als =
        (Als)
            SessionParameters.algorithm(
                model,
                model.equals(Als.EXPLICIT_ID) ? explicit() : implicit(),
                dataset,
                wanted.seed());
    String words =
        "%s, T=%d, raters ≥ %d, seed %d"
            .formatted(
                objective(als, dataset), als.steps(), als.terms().minSupport(), als.terms().seed());
    LocalCohort cohort = wanted.cohort();
    return cohort == null
        ? new Recipe(() -> ReferenceFilter.of(als, dataset), words, Room.NONE, 0)
        : new Recipe(
            () ->
                cohort.run(
                    als,
                    release ->
                        ItemFactorFilter.of(
                            ItemFactorsFile.read(release.resolve(ItemFactorsFile.NAME)))),
            words,
            Room.NONE,
            LocalCohort.bytesUp(als));
  }

  private AlgorithmParameters explicit() {
    AlsParameters session = AlsParameters.DEFAULT;
    return AlsParameters.DEFAULT
        .withRank(rank)
        .withSteps(requireNonNullElse(steps, session.steps()))
        .withLambda(requireNonNullElse(ridge, session.lambda()))
        .withLowest(session.lowest())
        .withHighest(session.highest())
        .withMinSupport(requireNonNullElse(minSupport, session.minSupport()));
  }

  private AlgorithmParameters implicit() {
    IalsParameters session = IalsParameters.DEFAULT;
    return IalsParameters.DEFAULT
        .withRank(rank)
        .withSteps(requireNonNullElse(steps, session.steps()))
        .withLambda(ridge)
        .withLambda0(session.lambda0())
        .withMinSupport(requireNonNullElse(minSupport, session.minSupport()));
  }
}
