package io.privirec.federation.noise;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The first sum of every session with noise: how many users have each item, and how many users
/// there are. There are two ways to count.
///
/// - **Sampled**: of each user at most C items are counted, chosen at random. A user adds 1 to each
///   of these counts and 1/2 to the number of users, so that a user changes the vector by √(C +
///   1/4) at most. Counts are summed in units of 2^-8. A participant's noise has a standard
///   deviation of at least 4 units, 1/64 of a user. For ε 10 at δ 1e-6, 1,000 participants with C =
///   1 need 0.0225 of a user each: in sixteenths the least noise would be 0.25, in whole numbers 4.
/// - **Weighted**: a user with d items adds 1/√d to each of their counts, rounded down to units of
///   2^-12, and 1/4 to the number of users. For each d a user changes the vector by √(1 + 1/16) at
///   most. No item is sampled.
///
/// @param items m
/// @param rho this round's part of the budget
public record NoisyDegreeRound(int items, SettledPrivacy privacy, double rho) {
  /// In every session that has noise.
  public static final int INDEX = 0;

  private static final int SAMPLED_SCALE_BITS = 8;
  private static final int WEIGHTED_SCALE_BITS = 12;

  /// With which probability noise alone is taken for an item's count.
  private static final double CHANCE = 1e-3;

  /// In standard deviations of noise that is clipped at 0.
  private static final double FAR = 3;

  /// Counts of one participant with its noise: the local standard deviation is below 2^26 units,
  /// and a value beyond 2^32 less likely than one in 2^1000.
  private static final double LARGEST = RoundInput.MAX_USERS + 0x1p32;

  private boolean weighted() {
    return privacy.itemsPerUser() == null;
  }

  private int scaleBits() {
    return weighted() ? WEIGHTED_SCALE_BITS : SAMPLED_SCALE_BITS;
  }

  /// Returns the units of a count of 1.
  private long one() {
    return 1L << scaleBits();
  }

  /// Returns the units that a user adds to the number of users. Half of a count's unit costs each
  /// sampled count 0.6 % of noise for C = 20, and a quarter costs each weighted count 3 %.
  private long oneUser() {
    return weighted() ? one() / 4 : one() / 2;
  }

  /// Returns the units that a user with so many counted items adds to each count.
  private long value(int counted) {
    return weighted() ? (long) (one() / Math.sqrt(counted)) : one();
  }

  public RoundSpec spec() {
    VectorSpec vector =
        VectorSpec.of(
            "item-degrees",
            items + 1L,
            new Ring(64),
            scaleBits(),
            new Capacity.PerParticipant(LARGEST));
    return privacy.round(INDEX, vector, 0, sensitivity(), rho);
  }

  /// The round itself.
  public Round round(Round.Completion completion) {
    return new Round(
        spec(),
        input ->
            contribution(input.dataOver(items).pattern(), input.noise().orElseThrow().choices()),
        completion);
  }

  private IntegerSensitivity sensitivity() {
    int most = weighted() ? items : Math.min(items, privacy.sampledItems());
    double squares = 0;
    long absolute = 0;
    for (int counted = 1; counted <= most; counted++) {
      squares = Math.max(squares, squares(counted));
      absolute = Math.max(absolute, counted * value(counted) + oneUser());
    }
    return new IntegerSensitivity(Math.sqrt(squares), absolute);
  }

  /// Of the integers of a user with so many counted items.
  private double squares(int counted) {
    return counted == 0
        ? 0
        : (double) counted * value(counted) * value(counted) + oneUser() * oneUser();
  }

  /// Standard deviation of the noise in a count.
  public double deviation(Aggregate sum) {
    return spec().noise().orElseThrow().deviation(sum) / one();
  }

  /// Standard deviation of the noise in a count of a sum of all participants.
  public double deviation(NoiseShares shares) {
    return spec().noise().orElseThrow().mechanism(shares).deviation(shares.participants()) / one();
  }

  /// Returns the contribution of a participant, for any data.
  ///
  /// @param choices which of a user's items are counted
  public Contribution contribution(InteractionMatrix data, KeyStream choices) {
    return counted(weighted() ? data : SampledItems.of(data, privacy.sampledItems(), choices));
  }

  /// Returns the bytes that a participant holds for counts.
  public long contributorBytes() {
    return (long) Long.BYTES * items;
  }

  /// Counts users who have been clipped.
  ///
  /// @throws io.privirec.federation.UnclippedUserException if a user has not
  Contribution counted(InteractionMatrix clipped) {
    UserNorm norm = UserNorm.of(spec());
    long users = 0;
    long[] counts = new long[items];
    for (int user = 0; user < clipped.users(); user++) {
      int own = clipped.rowLength(user);
      norm.require(squares(own));
      users += own > 0 ? 1 : 0;
      long value = own > 0 ? value(own) : 0;
      for (int n = clipped.rowStart(user); n < clipped.rowEnd(user); n++) {
        counts[clipped.column(n)] += value;
      }
    }
    long ofUsers = users * oneUser();
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        long at = offset + i;
        // Modulo the ring, as masks are: more users than it holds are an error of the sum, and no
        // reason to refuse, which would depend on data.
        out.setReduced(i, at < items ? counts[(int) at] : ofUsers);
      }
    };
  }

  /// Takes in the sum: the counts are kept for the release. Counts below 0 are noise, and become 0.
  ///
  /// @return empty when a count is larger than any that the round is made for
  public Optional<NoisyCounts> complete(Aggregate sum, Path workDirectory) throws IOException {
    double[] read = new double[items + 1];
    SumBlocks.forEach(
        spec(),
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            int at = Math.toIntExact(offset) + i;
            read[at] = (double) block.getSigned(i) / (at < items ? one() : oneUser());
          }
        });
    double bound = sum.survivors().size() * LARGEST;
    if (Arrays.stream(read, 0, items).anyMatch(count -> Math.abs(count) > bound)
        || Math.abs(read[items]) > bound * one() / oneUser()) {
      return Optional.empty();
    }
    long[] counts = new long[items];
    Arrays.setAll(counts, i -> Math.max(0, Math.round(read[i])));
    FileDraft.write(
        workDirectory.resolve(ItemDegreesFile.NAME), file -> ItemDegreesFile.write(file, counts));
    return Optional.of(new NoisyCounts(counts, Math.max(0, Math.round(read[items]))));
  }

  /// Why nothing but popular items can be made of counts: none stands out of noise.
  public Optional<PlanStep.Fail> noiseAlone(NoisyCounts counts, Aggregate sum) {
    long most = Arrays.stream(counts.items()).max().orElseThrow();
    double deviation = deviation(sum);
    double ofNoise = ofNoiseAlone(deviation);
    return most > ofNoise || (weighted() && standOutTogether(counts.items(), deviation))
        ? Optional.empty()
        : Optional.of(
            privacy.noiseAboveSignal(
                String.format(
                    Locale.ROOT,
                    "the largest count is %d with about %d users, and that of noise alone would be up to %.0f",
                    most,
                    counts.users(),
                    ofNoise)));
  }

  /// Whether weighted counts stand out of the noise together where none does alone. Sampled counts
  /// do not decide by it, because the sums after them need single items.
  private static boolean standOutTogether(long[] counts, double deviation) {
    double sum = Arrays.stream(counts).asDoubleStream().sum();
    double mean = deviation / Math.sqrt(2 * Math.PI);
    double ofOne = deviation * Math.sqrt(.5 - 1 / (2 * Math.PI));
    return sum - counts.length * mean > FAR * ofOne * Math.sqrt(counts.length);
  }

  /// The largest count that noise alone makes of no users, but for a small chance.
  ///
  /// @param deviation of the noise in a count
  private double ofNoiseAlone(double deviation) {
    return ofNoiseAlone(items, deviation);
  }

  private static double ofNoiseAlone(long items, double deviation) {
    return deviation * Math.sqrt(2 * Math.log(items / CHANCE));
  }

  /// Returns how many users an item must have so that its count stands out of the noise, from
  /// numbers that are public before the session begins.
  ///
  /// @param first first round of a session with noise
  public static double leastUsers(RoundSpec first, RoundKind kind, int participants) {
    double deviation =
        first.noise().orElseThrow().mechanism(kind, participants).deviation(participants);
    return ofNoiseAlone(
        first.vector().length() - 1, Math.scalb(deviation, -first.vector().scaleBits()));
  }

  /// Takes in the sum before others: the counts are the next round's broadcast, too, unless there
  /// is nothing but noise in them.
  public PlanStep next(Aggregate sum, Path workDirectory, RoundSpec next) throws IOException {
    return next(sum, workDirectory, next, (counts, _) -> counts);
  }

  /// Chooses the counts that the coordinator broadcasts.
  @FunctionalInterface
  public interface Broadcast {
    /// Returns counts for the broadcast.
    ///
    /// @param counts noisy, at least 0; not modified
    /// @param deviation of the noise in a count
    long[] of(long[] counts, double deviation);
  }

  /// Takes in the sum before others, and broadcasts a part of the counts.
  public PlanStep next(Aggregate sum, Path workDirectory, RoundSpec next, Broadcast broadcast)
      throws IOException {
    Optional<NoisyCounts> counts = complete(sum, workDirectory);
    if (counts.isEmpty()) {
      return outOfRange();
    }
    Optional<PlanStep.Fail> useless = noiseAlone(counts.get(), sum);
    if (useless.isPresent()) {
      return useless.get();
    }
    FileDraft.write(
        workDirectory.resolve(next.broadcastFile()),
        file -> ItemDegreesFile.write(file, broadcast.of(counts.get().items(), deviation(sum))));
    return new PlanStep.NextRound(next);
  }

  /// The counts of a broadcast.
  public long[] counts(Path broadcast) throws IOException {
    long[] counts = ItemDegreesFile.read(broadcast);
    if (counts.length != items || Arrays.stream(counts).anyMatch(count -> count < 0)) {
      throw new ContributionRefusedException(
          "the broadcast must have a count of at least 0 for each of " + items + " items");
    }
    return counts;
  }

  /// Why there is no session after such a sum: a participant has not added what it should, because
  /// noise alone does not reach so far. Then counts are not worth publishing, either.
  public static PlanStep.Fail outOfRange() {
    return new PlanStep.Fail(
        "sum-out-of-range", "a noisy item degree is larger than its participants' bounds allow");
  }
}
