package io.privirec.federation.dpals;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.prg.KeyStream;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Contributor;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Plan;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.noisy.NoisyDegreeRound;
import io.privirec.federation.noisy.PlanWithCounts;
import io.privirec.federation.noisy.SettledPrivacy;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.wire.algorithm.DpalsParameters;
import io.privirec.wire.algorithm.DpialsParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
    implements Algorithm {
  /// Name in the API of the one over ratings.
  public static final String EXPLICIT_ID = DpalsParameters.ALGORITHM;

  /// Name in the API of the one over interactions.
  public static final String IMPLICIT_ID = DpialsParameters.ALGORITHM;

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

  @Override
  public String id() {
    return als.target() instanceof BoundedAls.Ratings ? EXPLICIT_ID : IMPLICIT_ID;
  }

  @Override
  public List<RoundSpec> rounds() {
    List<RoundSpec> rounds = new ArrayList<>();
    rounds.add(degreeRound().spec());
    if (als.needsMean()) {
      rounds.add(meanRound().spec());
    }
    for (int step = 0; step < als.steps(); step++) {
      rounds.add(stepRound(firstStep() + step).spec());
    }
    return List.copyOf(rounds);
  }

  private double rho() {
    return privacy.terms().rho();
  }

  NoisyDegreeRound degreeRound() {
    double part = als.needsMean() ? counts * (1 - PART_OF_MEAN) : counts;
    return new NoisyDegreeRound(items, privacy, part * rho());
  }

  /// Only where a mean is needed.
  MeanRound meanRound() {
    return new MeanRound((BoundedAls.Ratings) als.target(), privacy, counts * PART_OF_MEAN * rho());
  }

  /// Index of the round of the first step.
  int firstStep() {
    return als.needsMean() ? 2 : 1;
  }

  StepRound stepRound(int index) {
    int step = index - firstStep() + 1;
    return new StepRound(
        items,
        als,
        Scales.of(als, matrixNoise),
        privacy,
        index,
        step,
        DpalsBroadcast.bytes(items, step == 1 ? 0 : als.frequent(items), als.rank()),
        (1 - counts) * rho() / als.steps());
  }

  /// Over text, as [ParameterDigest] says.
  @Override
  public Digest digest() {
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

  @Override
  public Disclosure disclosure() {
    return new Disclosure.NoisySums(privacy.terms());
  }

  @Override
  public List<String> warnings() {
    double epsilon = privacy.terms().target().epsilon();
    return als.weighsUnseen() && epsilon < HARDLY_BETTER_THAN_POPULARITY
        ? List.of(
            "With epsilon %s, recommendations may be no better than the most popular items, unless"
                    .formatted(epsilon)
                + " there are many thousands of users.")
        : List.of();
  }

  @Override
  public boolean readsItemFeatures() {
    return als.featureWeight() > 0;
  }

  @Override
  public Plan plan() {
    return new PlanWithCounts(new DpalsPlan(this));
  }

  @Override
  public Contributor contributor() {
    return Contributor.of(contributorBytes(), this::values);
  }

  /// Returns the bytes of the counts, of the vectors of frequent items, and twice of the vectors of
  /// all items. The latter have a column for users' levels.
  private long contributorBytes() {
    return degreeRound().contributorBytes()
        + 2L * Float.BYTES * items * (als.rank() + 1)
        + (long) Float.BYTES * als.frequent(items) * als.rank();
  }

  private Contribution values(RoundInput input) throws IOException {
    int had = input.data().pattern().items();
    if (had != items) {
      throw new ContributionRefusedException(
          "the session's catalogue has %d items, the data %d".formatted(items, had));
    }
    KeyStream choices = input.noise().orElseThrow().choices();
    int index = input.round().index();
    if (index == NoisyDegreeRound.INDEX) {
      return degreeRound().contribution(input.data().pattern(), choices);
    }
    if (index < firstStep()) {
      return meanRound().contribution(input.data());
    }
    Path file = input.broadcast();
    if (file == null) {
      throw new ContributionRefusedException(
          "round " + input.round().name() + " needs a broadcast");
    }
    StepRound round = stepRound(index);
    DpalsBroadcast broadcast = DpalsBroadcast.read(file, this, round.step());
    return round.contribution(
        input.data(), broadcast.items(), broadcast.mean(), broadcast.vectors(), choices);
  }
}
