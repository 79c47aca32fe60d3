package io.privirec.federation.dpals;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Contribution;
import io.privirec.federation.Disclosure;
import io.privirec.federation.FileDraft;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Requirement;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.federation.noise.NoisyCounts;
import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.CentralFit;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.filter.factor.ItemFeaturesFile;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.random.CounterRandom;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.secagg.Aggregate;
import io.privirec.wire.algorithm.DpalsParameters;
import io.privirec.wire.algorithm.DpialsParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Alternating least squares with privacy of users over ratings (`dpals`) or interactions
/// (`dpials`): noisy counts of items, a noisy mean where users are centred by one, and for each
/// step a noisy sum of the equations of the frequent items' vectors (docs/adr/0041). Users' vectors
/// are made and stay at their participant; all else is computed from the sums, which the budget is
/// divided between.
///
/// @param items m, length of the catalogue, ≥ 1
/// @param counts part of the budget that goes to counts, in (0, 1)
/// @param matrixNoise deviation of the noise on squares over that on right-hand sides, ≥ 1
public record Dpals(
    int items, BoundedAls als, SettledPrivacy privacy, double counts, double matrixNoise)
    implements AlgorithmSettings {
  /// Name in the API of the form over ratings.
  public static final String EXPLICIT_ID = DpalsParameters.ALGORITHM;

  /// Name in the API of the form over interactions.
  public static final String IMPLICIT_ID = DpialsParameters.ALGORITHM;

  /// A line of a catalogue has no more.
  private static final int CATEGORIES_OF_AN_ITEM = 32;

  public static final int MAX_RANK = 256;
  public static final int MAX_STEPS = 32;

  /// Of the part for counts. Two numbers over all users need next to nothing.
  private static final double PART_OF_MEAN = .05;

  /// Below this epsilon recommendations are hardly better than the most popular items: on MovieLens
  /// 1M, of 6,040 users, recall@20 at an epsilon of 1 is .13, and that of popularity .11.
  private static final double HARDLY_BETTER_THAN_POPULARITY = 2;

  public Dpals {
    require(items >= 1, "items must be at least 1. Provided value: " + items);
    require(als.rank() <= MAX_RANK, "rank must be in [1, 256]. Provided value: " + als.rank());
    require(als.steps() <= MAX_STEPS, "steps must be in [1, 32]. Provided value: " + als.steps());
    require(counts > 0 && counts < 1, "counts must be in (0, 1). Provided value: " + counts);
    Scales.of(als, matrixNoise);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /// With the exact counts of all items.
  @Override
  public Reference reference(RatingMatrix data) {
    require(!readsItemFeatures(), "itemFeatures: the reference reads no categories of items");
    return new Reference.Factors(
        1,
        () -> {
          Draws draws = new Draws(als.seed());
          return CentralFit.of(
              als, data, data.pattern().itemDegrees(), /* features= */ null, draws::below);
        });
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

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return Optional.empty();
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    int frequent = als.frequent(items);
    List<Selection> selections = new ArrayList<>(privacy.selections(/* inCounts= */ true));
    selections.add(
        new Selection.Items(
            "fit.frequent",
            Integer.toString(frequent),
            Popularity.of(counts).among(frequent, item -> true)));
    if (als.weights() instanceof BoundedAls.Sampled) {
      selections.add(
          new Selection.Sample("privacy.itemsPerUser", als.perUser(), /* inCounts= */ false));
    }
    return selections;
  }

  @Override
  public Algorithm algorithm() {
    Algorithm algorithm =
        new Algorithm(id(), digest(), rounds(), disclosure(), publication(), workingSet())
            .warning(warnings());
    return readsItemFeatures() ? algorithm.requiring(new Requirement.ItemFeatures()) : algorithm;
  }

  private String id() {
    return als.target() instanceof BoundedAls.Ratings ? EXPLICIT_ID : IMPLICIT_ID;
  }

  private List<Round> rounds() {
    List<Round> rounds = new ArrayList<>();
    List<StepRound> steps = stepRounds();
    NoisyDegreeRound counts = degreeRound();
    rounds.add(
        counts.round(
            (sum, workDirectory) -> takeCounts(counts, steps.getFirst(), sum, workDirectory)));
    if (als.needsMean()) {
      MeanRound mean = meanRound();
      rounds.add(
          new Round(
              mean.spec(),
              input -> mean.contribution(input.dataOver(items)),
              (sum, workDirectory) ->
                  next(
                      steps.getFirst(),
                      counts(workDirectory),
                      mean.read(sum),
                      null,
                      workDirectory)));
    }
    for (StepRound round : steps) {
      rounds.add(
          new Round(
              round.spec(),
              input -> values(round, input),
              (sum, workDirectory) -> takeEquations(round, sum, workDirectory)));
    }
    return rounds;
  }

  private static long[] counts(Path workDirectory) throws IOException {
    return ItemDegreesFile.read(workDirectory.resolve(ItemDegreesFile.NAME));
  }

  private PlanStep takeCounts(
      NoisyDegreeRound round, StepRound first, Aggregate sum, Path workDirectory)
      throws IOException {
    Optional<NoisyCounts> counts = round.complete(sum, workDirectory);
    if (counts.isEmpty()) {
      return NoisyDegreeRound.outOfRange();
    }
    Optional<PlanStep.Fail> useless = round.noiseAlone(counts.get(), sum);
    if (useless.isPresent()) {
      return useless.get();
    }
    return als.needsMean()
        ? new PlanStep.NextRound(meanRound().spec())
        : next(first, counts.get().items(), 0, null, workDirectory);
  }

  private static PlanStep next(
      StepRound step, long[] counts, double mean, @Nullable DenseMatrix vectors, Path workDirectory)
      throws IOException {
    RoundSpec next = step.spec();
    DpalsBroadcast.write(workDirectory.resolve(next.broadcastFile()), counts, mean, vectors);
    return new PlanStep.NextRound(next);
  }

  private PlanStep takeEquations(StepRound round, Aggregate sum, Path workDirectory)
      throws IOException {
    DpalsBroadcast before =
        DpalsBroadcast.read(
            workDirectory.resolve(round.spec().broadcastFile()),
            items,
            als,
            round.startsFromSeed());
    Optional<DenseMatrix> vectors = round.solve(sum, before.items(), features(workDirectory));
    if (vectors.isEmpty()) {
      return new PlanStep.Fail(
          "sum-out-of-range", "an entry of the sum is larger than what the ring is made for");
    }
    StepRound next = round.next();
    if (next != null) {
      return next(next, counts(workDirectory), before.mean(), vectors.get(), workDirectory);
    }
    ItemFactors fitted = als.published(before.items(), before.mean(), vectors.get());
    FileDraft.write(
        workDirectory.resolve(ItemFactorsFile.NAME), file -> ItemFactorsFile.write(file, fitted));
    return new PlanStep.Publish();
  }

  private @Nullable ItemFeatures features(Path workDirectory) throws IOException {
    return readsItemFeatures()
        ? ItemFeaturesFile.read(workDirectory.resolve(ItemFeaturesFile.NAME), items)
        : null;
  }

  private double rho() {
    return privacy.terms().rho();
  }

  private NoisyDegreeRound degreeRound() {
    double part = als.needsMean() ? counts * (1 - PART_OF_MEAN) : counts;
    return new NoisyDegreeRound(items, privacy, part * rho());
  }

  /// Only where a mean is needed.
  private MeanRound meanRound() {
    return new MeanRound((BoundedAls.Ratings) als.target(), privacy, counts * PART_OF_MEAN * rho());
  }

  /// Index of the round of the first step.
  int firstStep() {
    return als.needsMean() ? 2 : 1;
  }

  /// The rounds of all steps, in order.
  List<StepRound> stepRounds() {
    List<StepRound> rounds = new ArrayList<>();
    StepRound next = null;
    for (int step = als.steps(); step > 1; step--) {
      next = stepRound(step, /* startsFromSeed= */ false, next);
      rounds.add(next);
    }
    rounds.add(stepRound(1, /* startsFromSeed= */ true, next));
    return rounds.reversed();
  }

  private StepRound stepRound(int step, boolean startsFromSeed, @Nullable StepRound next) {
    return new StepRound(
        items,
        als,
        Scales.of(als, matrixNoise),
        privacy,
        firstStep() + step - 1,
        step,
        startsFromSeed,
        next,
        DpalsBroadcast.bytes(items, startsFromSeed ? 0 : als.frequent(items), als.rank()),
        (1 - counts) * rho() / als.steps());
  }

  /// Over text, as [ParameterDigest] says.
  private Digest digest() {
    List<Object> lines = new ArrayList<>(List.of(id() + "/v1", items));
    switch (als.target()) {
      case BoundedAls.Ratings(double lowest, double highest, double bound, double constant) ->
          add(lines, lowest, highest, bound, constant);
      case BoundedAls.Interactions(double unseenWeight, double featureWeight) -> {
        add(lines, unseenWeight);
        if (featureWeight > 0) {
          lines.add("item-features");
          add(lines, featureWeight);
        }
      }
    }
    switch (als.weights()) {
      case BoundedAls.Adaptive(double exponent) -> {
        lines.add("adaptive");
        add(lines, exponent);
      }
      case BoundedAls.Sampled(boolean tail) -> lines.add(tail ? "tail" : "uniform");
    }
    lines.addAll(List.of(als.rank(), als.steps(), als.perUser(), als.seed()));
    BoundedAls.Ridge ridge = als.ridge();
    add(lines, ridge.user(), ridge.item(), ridge.exponent(), ridge.fold());
    add(lines, als.frequentPart(), counts, matrixNoise);
    lines.addAll(privacy.lines());
    return ParameterDigest.of(lines);
  }

  private static void add(List<Object> lines, double... numbers) {
    for (double number : numbers) {
      lines.add(Double.doubleToRawLongBits(number));
    }
  }

  private Disclosure disclosure() {
    return new Disclosure.NoisySums(privacy.terms());
  }

  private List<String> warnings() {
    double epsilon = privacy.terms().target().epsilon();
    return als.weighsUnseen() && epsilon < HARDLY_BETTER_THAN_POPULARITY
        ? List.of(
            "With epsilon %s, recommendations may be no better than the most popular items, unless"
                    .formatted(epsilon)
                + " there are many thousands of users.")
        : List.of();
  }

  boolean readsItemFeatures() {
    return als.featureWeight() > 0;
  }

  /// Counts and vectors at work and in the release.
  private Publication publication() {
    return new Publication(
            new Publication.Model(ItemFactors.KIND, id()),
            Publication.Writing.copying(ItemDegreesFile.NAME, ItemFactorsFile.NAME),
            2 * DpalsBroadcast.bytes(items, items, als.rank() + 2) + featureBytes())
        .orPopularItems();
  }

  /// Categories of items, where they are read, as many as an item may have.
  private long featureBytes() {
    return readsItemFeatures() ? (long) Integer.BYTES * items * (1 + CATEGORIES_OF_AN_ITEM) : 0;
  }

  /// The items' vectors, one block of the sum, and its rows; where categories are read, these and
  /// their vectors.
  private WorkingSet workingSet() {
    long categories =
        readsItemFeatures() ? (long) Double.BYTES * ItemFeatures.MAX_CATEGORIES * als.rank() : 0;
    return new WorkingSet(
        2L * Float.BYTES * items * als.rank() + (6L << 20) + featureBytes() + categories,
        contributorBytes());
  }

  /// Returns the bytes of the counts, of the vectors of frequent items, and twice of the vectors of
  /// all items. The latter have a column for users' levels.
  private long contributorBytes() {
    return degreeRound().contributorBytes()
        + 2L * Float.BYTES * items * (als.rank() + 1)
        + (long) Float.BYTES * als.frequent(items) * als.rank();
  }

  private Contribution values(StepRound round, RoundInput input) throws IOException {
    RatingMatrix data = input.dataOver(items);
    DpalsBroadcast broadcast =
        input.fromBroadcast(file -> DpalsBroadcast.read(file, items, als, round.startsFromSeed()));
    return round.contribution(
        data,
        broadcast.items(),
        broadcast.mean(),
        broadcast.vectors(),
        input.noise().orElseThrow().choices());
  }
}
