package io.privirec.lab.campaign;

import io.privirec.federation.OnMissing;
import io.privirec.lab.run.Cells;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/// Draws what sessions of a campaign are like. Most are small, closed, and publish, with exact sums
/// or with noise; some with noise are tolerant; some are tolerant rehearsals of several chunks,
/// whose sums the coordinator checks element by element. Every other one of these is too long for
/// the coordinator's disk as a whole: it is summed while it comes in.
final class SessionRequests {
  private static final double REHEARSAL = 0.2;
  private static final double NOISE = 0.3;
  private static final double SEMI_MALICIOUS = 0.75;
  private static final double HYBRID = 0.25;

  /// Of the sessions that publish: those that go on without the cells of who is missing.
  private static final double LEAVE_OUT_CELLS = 0.5;

  /// And those over one cell instead of all.
  private static final double ONE_CELL = 0.25;

  private static final int[] RANKS = {6, 8, 12};
  private static final int[] DEADLINES_SECONDS = {4, 8, 12, 20};
  private static final int ATTEMPTS = 6;
  private static final int TOP_N = 50;
  private static final double GAMMA = 0.3;

  private static final double EPSILON = 2;
  private static final double DELTA = 1e-6;
  private static final int ALL_ITEMS = 100_000;

  private static final int REHEARSED_BITS = 16;

  /// Two chunks and three.
  private static final long SHORT_REHEARSAL = 1_200_000;

  private static final long LONG_REHEARSAL = 2_200_000;

  /// More than a chunk of 2^20 elements has, less than a long vector, more than a short one.
  private static final long STAGED_BYTES_EACH = 3_000_000;

  private final RandomGenerator random;
  private final Cells cells;
  private boolean shortLast = true;

  SessionRequests(RandomGenerator random, Cells cells) {
    this.random = random;
    this.cells = cells;
  }

  /// Bytes of disk that hold everything of a short rehearsal, and of a long one its sum and a
  /// window of one chunk. Sessions that publish are shorter than either.
  static long stagingBudget(int participants) {
    return LONG_REHEARSAL * REHEARSED_BITS / Byte.SIZE + participants * STAGED_BYTES_EACH;
  }

  /// The next session.
  SessionRequest next() {
    Duration deadline =
        Duration.ofSeconds(DEADLINES_SECONDS[random.nextInt(DEADLINES_SECONDS.length)]);
    String agreement = random.nextDouble() < HYBRID ? "x25519-mlkem768" : "x25519";
    double kind = random.nextDouble();
    if (kind < REHEARSAL) {
      return rehearsal(deadline, agreement);
    }
    return kind < REHEARSAL + NOISE ? noisy(deadline, agreement) : publishing(deadline, agreement);
  }

  /// Item degrees of everybody, with noise: over all cells, or over whoever stays.
  private SessionRequest noisy(Duration deadline, String agreement) {
    boolean closed = random.nextBoolean();
    // Every item of every user counts, so that what must have been summed is known.
    PrivacyParameters privacy =
        new PrivacyParameters(
            EPSILON + random.nextDouble() / 1e3,
            DELTA,
            "user",
            ALL_ITEMS,
            1,
            closed ? "closed" : "tolerant");
    return new SessionRequest(
        ItemDegreesParameters.ALGORITHM,
        new ItemDegreesParameters(privacy),
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
        PriviRecKParameters.ALGORITHM,
        priviRecK(RANKS[random.nextInt(RANKS.length)], 1 + random.nextInt(2)),
        null,
        asked,
        new SessionPolicy(
            deadline, ATTEMPTS, onMissing.label(), null, null, null, null, agreement));
  }

  /// A session that publishes, with patience for everybody.
  SessionRequest patient() {
    return new SessionRequest(
        PriviRecKParameters.ALGORITHM,
        priviRecK(RANKS[0], 2),
        null,
        cells.numbers(),
        new SessionPolicy(
            Duration.ofSeconds(60),
            ATTEMPTS,
            OnMissing.WAIT.label(),
            null,
            null,
            null,
            null,
            null));
  }

  /// By this a session is known: every one has another.
  static long mark(AlgorithmParameters parameters) {
    return switch (parameters) {
      case PriviRecKParameters given -> Objects.requireNonNull(given.factors().seed());
      case RehearsalParameters given -> Objects.requireNonNull(given.seed());
      case ItemDegreesParameters given ->
          Double.doubleToRawLongBits(Objects.requireNonNull(given.privacy()).epsilon());
      default -> throw new IllegalArgumentException("nobody asked for that");
    };
  }

  /// Long ones and short ones in turn, so that a campaign of few rehearsals has both.
  private RehearsalParameters rehearsal(int rounds) {
    shortLast = !shortLast;
    return new RehearsalParameters(
        shortLast ? SHORT_REHEARSAL : LONG_REHEARSAL,
        rounds,
        random.nextLong(),
        REHEARSED_BITS,
        "tolerant");
  }

  private PriviRecKParameters priviRecK(int k, int iterations) {
    return PriviRecKParameters.gfCf(k, iterations, GAMMA, random.nextLong(), null, TOP_N);
  }
}
