package io.privirec.acceptance.session;

import io.privirec.federation.OnMissing;
import io.privirec.secagg.ThreatModel;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.BoundedFitParameters;
import io.privirec.wire.algorithm.DpalsParameters;
import io.privirec.wire.algorithm.DpialsParameters;
import io.privirec.wire.algorithm.FedPowerParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PrivateFedPowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.RehearsalParameters;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Draws what sessions of a campaign are like. Most are small, closed, and publish, with exact sums
/// or with noise; half of those with noise are tolerant; some are tolerant rehearsals of several
/// chunks, whose sums the coordinator checks element by element. Every other one of these is too
/// long for the coordinator's disk as a whole: it is summed while it comes in.
public final class SessionRequests {
  private static final double REHEARSAL = 0.2;

  /// Counts with noise, and least squares with noise.
  private static final double NOISE = 0.15;

  private static final double FIT = 0.15;

  private static final double SEMI_MALICIOUS = 0.75;
  private static final double HYBRID = 0.25;

  /// Of the sessions that publish: those that go on without the cells of who is missing.
  private static final double LEAVE_OUT_CELLS = 0.5;

  /// And those over one cell instead of all.
  private static final double ONE_CELL = 0.25;

  private static final Duration PATIENT = Duration.ofSeconds(60);
  private static final int[] RANKS = {3, 4, 6};
  private static final int[] DEADLINES_SECONDS = {4, 8, 12, 20};
  private static final int ATTEMPTS = 6;
  private static final int TOP_N = 50;
  private static final double GAMMA = 0.3;

  private static final double EPSILON = 2;
  private static final double DELTA = 1e-6;
  private static final int ALL_ITEMS = 100_000;

  /// The largest that a session may have: the sums of so few users must show who is in them.
  private static final double EPSILON_OF_FITS = 100;

  /// Weights and noise grow with it alike. Of users with more items these many are counted.
  private static final int ITEMS_OF_FITS = 64;

  /// So large that vectors are nearly the right-hand sides over it: what noise adds to squares
  /// makes little difference then ([BoundedFit]).
  private static final double RIDGE_OF_FITS = 1e5;

  /// So much that the counts of a cohort stand out of noise.
  private static final double BUDGET_OF_COUNTS = .2;

  /// Items that get vectors: few, so that a user's weight goes to few.
  private static final int FITTED_ITEMS = 15;

  /// Far above what rows have: little is cut.
  private static final double CLIP_OF_VECTORS = 2;

  /// What the API takes.
  private static final double LEAST_PART = .001;

  /// What the API takes.
  private static final int FEWEST_BITS = 256;

  private static final int REHEARSED_BITS = 16;

  /// Two chunks and three.
  private static final long SHORT_REHEARSAL = 1_200_000;

  private static final long LONG_REHEARSAL = 2_200_000;

  /// More than a chunk of 2^20 elements has, less than a long vector, more than a short one.
  private static final long STAGED_BYTES_EACH = 3_000_000;

  private final RandomGenerator random;
  private final Cells cells;
  private final SessionKinds kinds;
  private final int items;
  private boolean shortLast = true;

  /// @param items of the catalogue
  public SessionRequests(RandomGenerator random, Cells cells, SessionKinds kinds, int items) {
    this.random = random;
    this.cells = cells;
    this.kinds = kinds;
    this.items = items;
  }

  /// Bytes of disk that hold everything of a short rehearsal, and of a long one its sum and a
  /// window of one chunk. Sessions that publish are shorter than either.
  public static long stagingBudget(int participants) {
    return LONG_REHEARSAL * REHEARSED_BITS / Byte.SIZE + participants * STAGED_BYTES_EACH;
  }

  /// The next session.
  public SessionRequest next() {
    Duration deadline =
        Duration.ofSeconds(DEADLINES_SECONDS[random.nextInt(DEADLINES_SECONDS.length)]);
    String agreement = random.nextDouble() < HYBRID ? "x25519-mlkem768" : "x25519";
    if (kinds == SessionKinds.DPALS) {
      return fit(deadline, agreement, random.nextBoolean());
    }
    if (kinds == SessionKinds.FEDPOWER) {
      return random.nextBoolean()
          ? publishing(deadline, agreement)
          : privateVectors(deadline, agreement, random.nextBoolean());
    }
    double kind = random.nextDouble();
    if (kind < REHEARSAL) {
      return rehearsal(deadline, agreement);
    }
    if (kind < REHEARSAL + NOISE) {
      return counts(deadline, agreement, random.nextBoolean());
    }
    return kind < REHEARSAL + NOISE + FIT
        ? fit(deadline, agreement, random.nextBoolean())
        : publishing(deadline, agreement);
  }

  /// Item degrees of everybody, with noise: over all cells, or over whoever stays.
  private SessionRequest counts(Duration deadline, String agreement, boolean closed) {
    // Every item of every user counts, so that what must have been summed is known.
    PrivacyParameters privacy =
        PrivacyParameters.of(EPSILON + random.nextDouble() / 1e3, DELTA)
            .withItemsPerUser(ALL_ITEMS)
            .withRounds(closed ? "closed" : "tolerant");
    return noisy(
        ItemDegreesParameters.ALGORITHM,
        ItemDegreesParameters.DEFAULT.withPrivacy(privacy),
        deadline,
        agreement,
        closed);
  }

  /// Counts and one step of least squares, over ratings or interactions.
  private SessionRequest fit(Duration deadline, @Nullable String agreement, boolean closed) {
    PrivacyParameters privacy =
        PrivacyParameters.of(EPSILON_OF_FITS, DELTA)
            .withItemsPerUser(ITEMS_OF_FITS)
            .withRounds(closed ? "closed" : "tolerant");
    BoundedFitParameters fit =
        BoundedFitParameters.DEFAULT
            .withWeights(new BoundedFitParameters.Adaptive(0.))
            .withRank(2)
            .withSteps(1)
            .withFrequent(Math.clamp((FITTED_ITEMS + .5) / items, LEAST_PART, 1))
            .withRidge(BoundedFitParameters.Ridge.DEFAULT.withItem(RIDGE_OF_FITS).withExponent(0.))
            .withCounts(BUDGET_OF_COUNTS)
            .withMatrixNoise(4.);
    long seed = random.nextLong();
    return random.nextBoolean()
        ? noisy(
            DpalsParameters.ALGORITHM,
            DpalsParameters.DEFAULT
                .withLowest(1.)
                .withHighest(5.)
                .withFit(fit)
                .withSeed(seed)
                .withPrivacy(privacy),
            deadline,
            agreement,
            closed)
        : noisy(
            DpialsParameters.ALGORITHM,
            DpialsParameters.DEFAULT.withFit(fit).withSeed(seed).withPrivacy(privacy),
            deadline,
            agreement,
            closed);
  }

  /// Singular vectors with noise.
  private SessionRequest privateVectors(
      Duration deadline, @Nullable String agreement, boolean closed) {
    PrivacyParameters privacy =
        PrivacyParameters.of(EPSILON_OF_FITS, DELTA)
            .withItemsPerUser(ITEMS_OF_FITS)
            .withRounds(closed ? "closed" : "tolerant");
    PrivateFedPowerParameters usual = PrivateFedPowerParameters.DEFAULT;
    return noisy(
        PrivateFedPowerParameters.ALGORITHM,
        usual
            .withFactors(usual.factors().withK(2).withSeed(random.nextLong()))
            .withPopular(
                PrivateFedPowerParameters.ClippedItems.DEFAULT
                    .withItems(FITTED_ITEMS)
                    .withClip(CLIP_OF_VECTORS))
            .withTopN(TOP_N)
            .withPrivacy(privacy),
        deadline,
        agreement,
        closed);
  }

  private SessionRequest noisy(
      String algorithm,
      AlgorithmParameters parameters,
      Duration deadline,
      @Nullable String agreement,
      boolean closed) {
    return new SessionRequest(
        algorithm,
        parameters,
        null,
        null,
        closed ? cells.numbers() : null,
        new SessionPolicy(
            deadline,
            ATTEMPTS,
            closed ? OnMissing.WAIT.label() : null,
            null,
            null,
            null,
            null,
            agreement));
  }

  /// Tolerant, over everybody.
  private SessionRequest rehearsal(Duration deadline, String agreement) {
    ThreatModel model =
        random.nextDouble() < SEMI_MALICIOUS ? ThreatModel.SEMI_MALICIOUS : ThreatModel.SEMI_HONEST;
    return new SessionRequest(
        RehearsalParameters.ALGORITHM,
        rehearsal(1 + random.nextInt(2)),
        null,
        null,
        null,
        new SessionPolicy(deadline, ATTEMPTS, null, null, model.label(), null, null, agreement));
  }

  /// Over all cells or one.
  private SessionRequest publishing(Duration deadline, String agreement) {
    OnMissing onMissing =
        random.nextDouble() < LEAVE_OUT_CELLS ? OnMissing.LEAVE_OUT_CELLS : OnMissing.WAIT;
    List<Integer> asked =
        random.nextDouble() < ONE_CELL
            ? List.of(1 + random.nextInt(cells.count()))
            : cells.numbers();
    return new SessionRequest(
        exactAlgorithm(),
        exact(asked, RANKS[random.nextInt(RANKS.length)], 1 + random.nextInt(2)),
        SessionRequest.NO_NOISE,
        null,
        asked,
        new SessionPolicy(
            deadline, ATTEMPTS, onMissing.label(), null, null, null, null, agreement));
  }

  /// A session that publishes, with patience for everybody.
  public SessionRequest patient() {
    if (kinds == SessionKinds.DPALS) {
      return fit(PATIENT, null, true);
    }
    return new SessionRequest(
        exactAlgorithm(),
        exact(cells.numbers(), RANKS[0], 2),
        SessionRequest.NO_NOISE,
        null,
        cells.numbers(),
        new SessionPolicy(PATIENT, ATTEMPTS, OnMissing.WAIT.label(), null, null, null, null, null));
  }

  /// Factors of everybody's data without noise, by the coordinator's policy.
  ///
  /// @param rank also of the ideal part
  public static SessionRequest factors(int rank) {
    return new SessionRequest(
        PriviRecKParameters.ALGORITHM,
        PriviRecKParameters.gfCf(rank, 1, GAMMA, 1L, rank, 100),
        SessionRequest.NO_NOISE,
        null,
        null,
        null);
  }

  /// By this a session is known: every one has another.
  public static long mark(AlgorithmParameters parameters) {
    return switch (parameters) {
      case PriviRecKParameters given ->
          Objects.requireNonNull(Objects.requireNonNull(given.factors()).seed());
      case RehearsalParameters given -> Objects.requireNonNull(given.seed());
      case UtilityFedPowerParameters given -> Objects.requireNonNull(given.factors().seed());
      case FedPowerParameters given -> Objects.requireNonNull(given.factors().seed());
      case PrivateFedPowerParameters given -> Objects.requireNonNull(given.factors().seed());
      case DpalsParameters given -> Objects.requireNonNull(given.seed());
      case DpialsParameters given -> Objects.requireNonNull(given.seed());
      case ItemDegreesParameters given ->
          Double.doubleToRawLongBits(Objects.requireNonNull(given.privacy()).epsilon());
      default -> throw new IllegalArgumentException("nobody asked for that");
    };
  }

  /// Long ones and short ones in turn, so that a campaign of few rehearsals has both.
  private RehearsalParameters rehearsal(int rounds) {
    shortLast = !shortLast;
    return RehearsalParameters.DEFAULT
        .withElements(shortLast ? SHORT_REHEARSAL : LONG_REHEARSAL)
        .withRounds(rounds)
        .withSeed(random.nextLong())
        .withRingBits(REHEARSED_BITS)
        .withRoundKind("tolerant");
  }

  private String exactAlgorithm() {
    return switch (kinds) {
      case FEDPOWER -> FedPowerParameters.ALGORITHM;
      case FEDPOWER_UTILITY -> UtilityFedPowerParameters.ALGORITHM;
      default -> PriviRecKParameters.ALGORITHM;
    };
  }

  private AlgorithmParameters exact(List<Integer> asked, int k, int products) {
    return switch (kinds) {
      case FEDPOWER -> fedPower(k, products);
      case FEDPOWER_UTILITY -> utility(Cohort.participant(asked.getFirst() - 1), k, products);
      default -> priviRecK(k, products);
    };
  }

  /// With short exponents, which are faster.
  private UtilityFedPowerParameters utility(String keyHolder, int k, int products) {
    UtilityFedPowerParameters usual = UtilityFedPowerParameters.DEFAULT;
    return usual
        .withFactors(
            usual
                .factors()
                .withK(k)
                .withOversampling(0)
                .withRounds(products)
                .withSeed(random.nextLong()))
        .withKeyHolder(keyHolder)
        .withExponentBits(FEWEST_BITS)
        .withTopN(TOP_N)
        .withMinSupport(1);
  }

  private FedPowerParameters fedPower(int k, int products) {
    FedPowerParameters usual = FedPowerParameters.DEFAULT;
    return usual
        .withFactors(
            PowerParameters.DEFAULT
                .withK(k)
                .withOversampling(0)
                .withLocalSteps(1 + random.nextInt(3))
                .withRounds(products)
                .withSeed(random.nextLong()))
        .withTopN(TOP_N)
        .withMinSupport(1);
  }

  private PriviRecKParameters priviRecK(int k, int iterations) {
    return PriviRecKParameters.gfCf(k, iterations, GAMMA, random.nextLong(), null, TOP_N);
  }
}
