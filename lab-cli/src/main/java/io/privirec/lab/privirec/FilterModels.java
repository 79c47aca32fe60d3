package io.privirec.lab.privirec;

import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.filter.graph.PairSupport;
import io.privirec.lab.factor.ReferenceFilter;
import io.privirec.lab.session.EvaluatedModels;
import io.privirec.lab.session.LocalCohort;
import io.privirec.lab.session.OfferedAlgorithm;
import io.privirec.lab.session.Room;
import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// PriviRec and PriviRec-k, whose models are graph filters, and popularity.
public final class FilterModels implements EvaluatedModels {
  @Option(
      names = "--choose",
      description =
          "Of spectral: chooses k, iterations and response from a fixed grid, on a seeded tenth of"
              + " train that is held out for it; then all of train is used.")
  private boolean choose;

  @Mixin private FactorOptions factors = new FactorOptions();

  @Override
  public List<String> names() {
    return Arrays.stream(Recommender.values()).map(Recommender::toString).toList();
  }

  @Override
  public Split split(String name) {
    return Split.USERS_80_20;
  }

  @Override
  public void requireData(String option, String name, Dataset dataset) {
    // Each data set has interactions.
  }

  @Override
  public List<String> options() {
    return Stream.concat(
            Stream.of("--choose", "--preset", "--seed", FactorOptions.RESPONSE),
            FactorOptions.NAMES.stream())
        .toList();
  }

  @Override
  public void check(String name, boolean federated, Predicate<String> given) {
    Recommender model = Recommender.named(name).orElse(null);
    if (federated && model == Recommender.POPULARITY) {
      throw new InvalidOptionException("--filters federated does not go with --model popularity");
    }
    if (choose) {
      if (model != Recommender.SPECTRAL) {
        throw new InvalidOptionException("--choose goes with --model spectral");
      }
      InvalidOptionException.refuse("--choose", FactorOptions.NAMES, given);
    }
    if (choose || model != Recommender.SPECTRAL) {
      InvalidOptionException.refuse(
          choose ? "--choose" : "--model " + name, List.of(FactorOptions.RESPONSE), given);
    }
    if (model == null || !(model.isOfFactors() || (federated && model.hasIdealPart()))) {
      InvalidOptionException.refuse(
          "--model %s with %s filters".formatted(name, federated ? "federated" : "central"),
          FactorOptions.NAMES,
          given);
    }
  }

  @Override
  public @Nullable PairSupport pairs(String name, Dataset dataset) {
    return Recommender.named(name).orElseThrow().isOfGram()
        ? PairSupport.of(dataset.train())
        : null;
  }

  @Override
  public Recipe recipe(Wanted wanted) throws IOException {
    Recommender model = Recommender.named(wanted.model()).orElseThrow();
    Preset settings = Preset.named(wanted.preset()).orElseThrow();
    Dataset dataset = wanted.dataset();
    LocalCohort cohort = wanted.cohort();
    if (model == Recommender.POPULARITY) {
      return new Recipe(() -> null, "", Room.NONE, 0);
    }
    if (model.isOfFactors()) {
      return ofFactors(wanted, model);
    }
    long gramEntries = Objects.requireNonNull(wanted.pairs()).entries();
    if (cohort == null) {
      return new Recipe(
          () -> new CentralModels(dataset.train()).filter(model, settings),
          settings.describe(model),
          Room.central(gramEntries, settings.rank(model), dataset),
          0);
    }
    PriviRec algorithm =
        settings.session(
            model, dataset, defaults -> factors.factors(dataset, defaults, wanted.seed()));
    GramModel sums = algorithm.model();
    return new Recipe(
        () -> new FederatedModels(cohort).make(sums),
        FactorOptions.describe(sums),
        Room.session(algorithm, gramEntries, sums.factors(), dataset),
        LocalCohort.bytesUp(algorithm));
  }

  private Recipe ofFactors(Wanted wanted, Recommender model) throws IOException {
    Dataset dataset = wanted.dataset();
    LocalCohort cohort = wanted.cohort();
    if (choose) {
      SpectralGrid.room(dataset).require();
    }
    PriviRecK algorithm =
        choose
            ? chosen(wanted)
            : factors.priviRecK(dataset, model == Recommender.SPECTRAL, wanted.seed());
    String words = FactorOptions.describe(algorithm);
    Room room = Room.session(algorithm, 0, Optional.of(algorithm.factors()), dataset);
    if (cohort == null) {
      return new Recipe(
          () -> ReferenceFilter.of(algorithm, dataset), words, new Room(room.heapBytes(), 0), 0);
    }
    OfferedAlgorithm.requireSize(algorithm, dataset, dataset.users());
    return new Recipe(
        () -> new FederatedModels(cohort).make(algorithm),
        words,
        room,
        LocalCohort.bytesUp(algorithm));
  }

  private static PriviRecK chosen(Wanted wanted) {
    return SpectralGrid.choose(
            wanted.dataset(),
            wanted.cohort() != null,
            wanted.seed(),
            candidate -> {
              wanted
                  .out()
                  .printf(
                      "%.5f on the validation part  %s%n",
                      candidate.ndcg(), FactorOptions.describe(candidate.algorithm()));
              wanted.out().flush();
            })
        .algorithm();
  }
}
