package io.privirec.lab.privirec;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.PlanStep;
import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.NoisyFilter;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.federation.privirec.NoisyPriviRec;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.PairSupport;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.lab.family.Family;
import io.privirec.lab.family.LocalCohort;
import io.privirec.lab.family.Room;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.FactorParameters;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// PriviRec and PriviRec-k, whose models are graph filters, and popularity.
public final class PriviRecFamily implements Family {
  private static final String MODEL_TYPE = "model.type";

  /// If fewer items than half stay in a session, they bound the default rank: a rank above a
  /// quarter of them tells too much.
  private static final int STAYING_PER_ITEM = 2;

  private static final List<String> WITHOUT_FACTORS =
      List.of(FactorModel.TurboCf.ID, NoisyPriviRec.MODEL);

  @Option(
      names = "--choose",
      description =
          "Of spectral: chooses k, iterations and response from a fixed grid, on a seeded tenth of"
              + " train that is held out for it; then all of train is used.")
  private boolean choose;

  @Mixin private FactorOptions factors = new FactorOptions();

  @Override
  public List<String> algorithms() {
    return List.of(PriviRecK.ID, PriviRec.ID, ItemDegrees.ID);
  }

  @Override
  public List<String> models() {
    return Arrays.stream(Recommender.values()).map(Recommender::toString).toList();
  }

  @Override
  public List<String> runHelp() {
    return List.of(
        "privirec-k; privirec: the exact item Gram matrix is summed and published; item-degrees: popular"
            + " items alone",
        "256, or a sixteenth of the smaller of those where that is less",
        "Power iterations",
        "2");
  }

  @Override
  public String iterations(String algorithm) {
    if (algorithm.equals(ItemDegrees.ID)) {
      throw new InvalidOptionException("--iterations does not go with --algorithm " + algorithm);
    }
    return factors(algorithm) + ".iterations";
  }

  private static String factors(String algorithm) {
    return algorithm.equals(PriviRec.ID) ? "model.factors" : "factors";
  }

  @Override
  public Map<String, ?> parameters(
      String algorithm,
      @Nullable Integer rank,
      Map<String, String> given,
      Dataset dataset,
      int users) {
    if (algorithm.equals(ItemDegrees.ID)) {
      if (rank != null) {
        throw new InvalidOptionException("--k does not go with --algorithm " + algorithm);
      }
      return Map.of();
    }
    Map<String, Object> parameters = new TreeMap<>();
    boolean noisy = given.keySet().stream().anyMatch(path -> path.startsWith("privacy."));
    if (noisy && algorithm.equals(PriviRecK.ID)) {
      parameters.put("factors.lambda", given.getOrDefault("factors.lambda", "ritz"));
      if (rank != null) {
        parameters.put("factors.k", rank(rank, dataset, users, given));
      }
      return parameters;
    }
    String type = given.getOrDefault(MODEL_TYPE, noisy ? NoisyPriviRec.MODEL : FactorModel.GfCf.ID);
    parameters.put(MODEL_TYPE, type);
    boolean hasFactors = !(algorithm.equals(PriviRec.ID) && WITHOUT_FACTORS.contains(type));
    if (hasFactors || rank != null) {
      parameters.put(factors(algorithm) + ".k", rank(rank, dataset, users, given));
    }
    return parameters;
  }

  private static int rank(
      @Nullable Integer asked, Dataset dataset, int users, Map<String, String> given) {
    int largest = Math.min(users, dataset.items());
    if (asked == null) {
      // The session refuses a text that is no number.
      String asText = given.getOrDefault("minSupport", "");
      int support =
          asText.matches("[0-9]{1,7}")
              ? Integer.parseInt(asText)
              : AlgorithmParameters.DEFAULT_MIN_SUPPORT;
      long stay =
          Arrays.stream(dataset.train().itemDegrees()).filter(degree -> degree >= support).count();
      return FactorParameters.defaultRank((int) Math.min(largest, STAYING_PER_ITEM * stay));
    }
    if (asked > largest) {
      throw new InvalidOptionException(
          "--k must be at most %d, the smaller of the %d users and %d items of %s. Provided value: %d"
              .formatted(largest, users, dataset.items(), dataset.name(), asked));
    }
    return asked;
  }

  @Override
  public void requireSize(AlgorithmSettings algorithm, Dataset dataset, int users) {
    if (algorithm instanceof PriviRecK ofFactors) {
      Optional<PlanStep.Fail> refusal = ofFactors.tooFew(users, dataset.train().itemDegrees());
      if (refusal.isPresent()) {
        throw new InvalidOptionException("--k: " + refusal.get().detail());
      }
    }
  }

  @Override
  public ItemFilter central(AlgorithmSettings algorithm, Dataset dataset) {
    InteractionMatrix train = dataset.train();
    return switch (algorithm) {
      case PriviRecK(int _, PowerIteration iteration, FactorModel model, int _, int minSupport) ->
          model.filter(
              iteration.central(train.withSupport(minSupport), model.idealRank(iteration.rank())));
      case PriviRec(int _, GramModel model, int _, int minSupport) ->
          central(model, train.withSupport(minSupport));
      case ItemDegrees(int _, int minSupport, var _) ->
          new PopularityFilter(train.withSupport(minSupport).itemDegrees());
      // What its noise costs is what is asked about: without noise, and in the plain form.
      case NoisyFilter noisy -> CentralModels.ofPopular(train, noisy.popular());
      default ->
          throw new IllegalArgumentException(algorithm.algorithm().id() + " publishes no filter");
    };
  }

  private static ItemFilter central(GramModel model, InteractionMatrix train) {
    return model.filter(
        ItemGram.of(train, model.alpha()),
        model.factors().map(iteration -> iteration.central(train, iteration.rank())));
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
      return new Recipe(() -> central(algorithm, dataset), words, new Room(room.heapBytes(), 0), 0);
    }
    requireSize(algorithm, dataset, dataset.users());
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
