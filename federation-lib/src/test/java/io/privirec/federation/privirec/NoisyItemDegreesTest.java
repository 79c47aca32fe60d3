package io.privirec.federation.privirec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.Contribution;
import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundNoise;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.TestHolders;
import io.privirec.federation.local.InProcessSession;
import io.privirec.federation.local.PlainSum;
import io.privirec.federation.noise.NoisyCounts;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.NoiseShares;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoisyItemDegreesTest {
  @TempDir private Path work;

  private static final int ITEMS = 4000;
  private static final RoundKind CLOSED =
      new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1));

  private static ItemDegrees algorithm(
      @Nullable Double epsilon, @Nullable Double delta, int itemsPerUser, @Nullable String rounds)
      throws InvalidParametersException {
    var asked =
        ItemDegreesParameters.DEFAULT.withPrivacy(
            PrivacyParameters.of(1, 1e-6)
                .withEpsilon(epsilon)
                .withDelta(delta)
                .withItemsPerUser(itemsPerUser)
                .withColluders(1)
                .withRounds(rounds));
    return (ItemDegrees)
        AlgorithmRegistry.settings(
            AlgorithmRegistry.settleAsStated(ItemDegrees.ID, asked, ITEMS, 10, () -> 0), ITEMS);
  }

  private static NoiseSeed seed(int number) {
    byte[] bytes = new byte[NoiseSeed.SIZE_BYTES];
    bytes[0] = (byte) number;
    return new NoiseSeed(SecretBytes.copyOf(bytes));
  }

  /// Users who have all of the first `perUser` items.
  private static RatingMatrix data(int users, int perUser) {
    int[] starts = IntStream.rangeClosed(0, users).map(u -> u * perUser).toArray();
    int[] items = IntStream.range(0, users * perUser).map(i -> i % perUser).toArray();
    return RatingMatrix.of(InteractionMatrix.of(users, ITEMS, starts, items));
  }

  private static RoundInput input(ItemDegrees algorithm, NoiseSeed seed, RatingMatrix data) {
    RoundSpec round = algorithm.algorithm().specs().getFirst();
    DistributedDiscreteGaussian mechanism = round.noise().orElseThrow().mechanism(CLOSED, 10);
    return new RoundInput(
        new ParticipantId("holder-1"),
        round,
        null,
        data,
        Optional.of(new NoiseShare(mechanism, seed)));
  }

  private static long[] values(Contribution contribution, long offset, int length) {
    RingVector out = RingVector.zero(new Ring(64), length);
    contribution.fill(offset, out);
    return IntStream.range(0, length).mapToLong(out::getSigned).toArray();
  }

  private static long[] counts(Contribution contribution) {
    return Arrays.stream(values(contribution, 0, ITEMS)).map(units -> units / 256).toArray();
  }

  @Test
  void contribute_sameSeed_hasTheSameBits_anotherSeedOthers() throws Exception {
    ItemDegrees algorithm = algorithm(1.0, 1e-6, 20, null);
    RatingMatrix data = data(50, 60);
    long[] first =
        values(algorithm.algorithm().contribution(input(algorithm, seed(1), data)), 0, ITEMS);
    assertThat(
            values(algorithm.algorithm().contribution(input(algorithm, seed(1), data)), 0, ITEMS))
        .isEqualTo(first);
    long[] other =
        values(algorithm.algorithm().contribution(input(algorithm, seed(2), data)), 0, ITEMS);
    long same = IntStream.range(0, ITEMS).filter(i -> other[i] == first[i]).count();
    assertThat(same).isLessThan(ITEMS / 10);
    assertThat(seed(1).commitment()).isNotEqualTo(seed(2).commitment());
    assertThat(seed(1).toString()).doesNotContain("01");
  }

  /// The last element of the sum has the number of users in halves, with noise.
  @Test
  void values_usersWithItems_areCountedInTheSameSum() throws Exception {
    ItemDegrees algorithm = algorithm(1.0, 1e-6, 20, null);
    assertThat(algorithm.algorithm().specs().getFirst().vector().length()).isEqualTo(ITEMS + 1);
    InteractionMatrix data =
        InteractionMatrix.of(3, ITEMS, new int[] {0, 2, 2, 3}, new int[] {5, 9, 5});
    RoundInput input = input(algorithm, seed(4), RatingMatrix.of(data));

    long[] sent = values(TestHolders.values(algorithm, input), 0, ITEMS + 1);

    assertThat(sent[ITEMS]).isEqualTo(2 * 128);
    assertThat(sent[5]).isEqualTo(2 * 256);
    assertThat(sent[9]).isEqualTo(256);
    assertThat(values(algorithm.algorithm().contribution(input), ITEMS, 1)[0])
        .isNotEqualTo(sent[ITEMS]);
    NoisyCounts read =
        algorithm
            .noisyRound()
            .orElseThrow()
            .complete(
                PlainSum.of(
                    algorithm.algorithm().specs().getFirst(), TestHolders.values(algorithm, input)),
                work)
            .orElseThrow();
    assertThat(read.users()).isEqualTo(2);
    assertThat(read.items()[5]).isEqualTo(2);
  }

  /// A user changes the sum by its items and by half a unit of the last element.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20, 60, 5000})
  void values_ofOneUser_haveTheNormThatTheNoiseIsFor(int itemsPerUser) throws Exception {
    ItemDegrees algorithm = algorithm(1.0, 1e-6, itemsPerUser, null);
    RoundInput input = input(algorithm, seed(5), data(1, ITEMS));
    long[] sent = values(TestHolders.values(algorithm, input), 0, ITEMS + 1);
    var sensitivity = algorithm.algorithm().specs().getFirst().noise().orElseThrow().sensitivity();

    double squares = Arrays.stream(sent).mapToDouble(each -> (double) each * each).sum();
    assertThat(Math.sqrt(squares)).isCloseTo(sensitivity.l2(), within(1e-9));
    assertThat((double) Arrays.stream(sent).map(Math::abs).sum()).isEqualTo(sensitivity.l1());
  }

  /// The budget alone decides about the noise of counts for up to 1,000 participants, a fifth of
  /// them colluders.
  @ParameterizedTest
  @CsvSource({"3, 1", "10, 1", "10, 20", "100, 20", "1000, 1", "1000, 20"})
  void mechanism_upToAnEpsilonOfTen_hasMoreThanTheLeastNoise(int participants, int itemsPerUser)
      throws Exception {
    RoundNoise noise =
        algorithm(10.0, 1e-6, itemsPerUser, null)
            .algorithm()
            .specs()
            .getFirst()
            .noise()
            .orElseThrow();
    int colluders = Math.max(1, (participants + 4) / 5);
    DistributedDiscreteGaussian mechanism =
        noise.mechanism(new NoiseShares(participants, colluders, 0));

    assertThat(mechanism.localVariance().isAtLeast(Distributed.LEAST_LOCAL_VARIANCE + 1)).isTrue();
    assertThat(mechanism.rho()).isBetween(.9 * noise.rho(), noise.rho());
    // The honest shares alone have the variance of the claim.
    double honest = (participants - colluders) * (double) mechanism.localVariance().numerator();
    assertThat(honest)
        .isGreaterThanOrEqualTo(
            noise.sensitivity().l2() * noise.sensitivity().l2() / (2 * noise.rho()));
  }

  @Test
  void values_userWithManyItems_countForNoMoreThanSaid() throws Exception {
    ItemDegrees algorithm = algorithm(1.0, 1e-6, 20, null);
    long[] counts = counts(TestHolders.values(algorithm, input(algorithm, seed(3), data(50, 60))));
    assertThat(Arrays.stream(counts).sum()).isEqualTo(50 * 20);
    // Which twenty is left to chance: each of the sixty about 16.7 times.
    assertThat(Arrays.stream(counts).limit(60)).allMatch(count -> count > 2 && count < 35);
    long[] few = counts(TestHolders.values(algorithm, input(algorithm, seed(3), data(50, 7))));
    assertThat(Arrays.stream(few).limit(7)).containsOnly(50L);
  }

  @Test
  void session_closed_hasTheNoiseOfAllSharesAndNoMore(@TempDir Path directory) throws IOException {
    ItemDegrees algorithm;
    try {
      algorithm = algorithm(1.0, 1e-6, 20, "closed");
    } catch (InvalidParametersException e) {
      throw new AssertionError(e);
    }
    TreeMap<ParticipantId, RatingMatrix> data = new TreeMap<>();
    for (int i = 0; i < 5; i++) {
      data.put(new ParticipantId("holder-" + i), data(2000, 10));
    }
    assertThat(
            new InProcessSession(algorithm.algorithm(), data, (round, chunks) -> {})
                .run(directory)
                .failure())
        .isEmpty();
    Path release = Files.createDirectory(directory.resolve("release"));
    algorithm.algorithm().publication().write(directory, release);
    long[] counts = ItemDegreesFile.read(release.resolve(ReleaseManifest.DEGREES));
    var mechanism =
        algorithm.algorithm().specs().getFirst().noise().orElseThrow().mechanism(CLOSED, 5);
    double variance = 5.0 * mechanism.localVariance().numerator() / (256.0 * 256);
    // The first ten items are everybody's; below, half of the noise is cut off at 0, so that the
    // squares of what is left add up to half of its variance, ± 6 of their standard deviations.
    assertThat(Arrays.stream(counts).limit(10))
        .allMatch(count -> Math.abs(count - 10_000) < 6 * Math.sqrt(variance));
    double squares =
        Arrays.stream(counts).skip(10).mapToDouble(count -> (double) count * count).sum();
    int free = ITEMS - 10;
    assertThat(squares / free / variance)
        .isBetween(.5 - 6 * Math.sqrt(1.25 / free), .5 + 6 * Math.sqrt(1.25 / free));
  }

  @Test
  void mechanism_meetsTheTarget_andLittleMore() throws Exception {
    RoundNoise noise =
        algorithm(1.0, 1e-6, 20, null).algorithm().specs().getFirst().noise().orElseThrow();
    DistributedDiscreteGaussian mechanism = noise.mechanism(CLOSED, 10);
    assertThat(mechanism.shares()).isEqualTo(new NoiseShares(10, 1, 0));
    assertThat(Composition.of(mechanism, 1).epsilon(1e-6, Conversion.CKS).epsilon())
        .isBetween(.99, 1.0);
  }

  @Test
  void mechanism_tolerantRound_countsItsDropoutsAndColluders() throws Exception {
    ItemDegrees algorithm = algorithm(1.0, 1e-6, 20, "tolerant");
    assertThat(algorithm.algorithm().closed()).isFalse();
    Thresholds counts = Thresholds.of(ThreatModel.SEMI_MALICIOUS, 20, 2, 16);
    assertThat(
            algorithm
                .algorithm()
                .specs()
                .getFirst()
                .noise()
                .orElseThrow()
                .mechanism(new RoundKind.Tolerant(counts), 20)
                .shares())
        .isEqualTo(new NoiseShares(20, 2, 4));
  }

  @Test
  void disclosure_withNoise_needsNoCells() throws Exception {
    ItemDegrees algorithm = algorithm(2.0, 1e-5, 20, null);
    assertThat(algorithm.algorithm().disclosure()).isInstanceOf(Disclosure.NoisySums.class);
    assertThat(algorithm.algorithm().disclosure().readsData()).isTrue();
    assertThat(algorithm.algorithm().digest())
        .isNotEqualTo(new ItemDegrees(ITEMS).algorithm().digest());
    assertThat(algorithm.algorithm().digest())
        .isNotEqualTo(algorithm(2.0, 1e-5, 21, null).algorithm().digest());
    assertThat(algorithm.algorithm().digest())
        .isNotEqualTo(algorithm(2.5, 1e-5, 20, null).algorithm().digest());
  }

  @Test
  void settle_manyParticipants_takesTolerantRounds() throws Exception {
    var asked = ItemDegreesParameters.DEFAULT.withPrivacy(PrivacyParameters.of(1.0, 1e-6));
    assertThat(AlgorithmRegistry.settleAsStated(ItemDegrees.ID, asked, ITEMS, 64, () -> 0))
        .isEqualTo(
            ItemDegreesParameters.DEFAULT.withPrivacy(
                PrivacyParameters.of(1.0, 1e-6)
                    .withItemsPerUser(20)
                    .withColluders(13)
                    .withRounds("closed")));
    assertThat(AlgorithmRegistry.settleAsStated(ItemDegrees.ID, asked, ITEMS, 65, () -> 0))
        .isEqualTo(
            ItemDegreesParameters.DEFAULT.withPrivacy(
                PrivacyParameters.of(1.0, 1e-6)
                    .withItemsPerUser(20)
                    .withColluders(13)
                    .withRounds("tolerant")));
  }

  @Test
  void build_outOfRange_isRefusedByName() {
    assertThatThrownBy(() -> algorithm(0.0, 1e-6, 20, null))
        .isInstanceOf(InvalidParametersException.class)
        .hasMessageContaining("epsilon must be positive");
    assertThatThrownBy(() -> algorithm(1.0, 1.0, 20, null))
        .isInstanceOf(InvalidParametersException.class)
        .hasMessageContaining("delta must be in (0, 1)");
    assertThatThrownBy(() -> algorithm(null, 1e-6, 20, null))
        .isInstanceOf(InvalidParametersException.class)
        .hasMessageContaining("epsilon is required");
    assertThatThrownBy(() -> algorithm(1.0, 1e-6, 0, null))
        .isInstanceOf(InvalidParametersException.class)
        .hasMessageContaining("itemsPerUser must be at least 1");
    assertThatThrownBy(() -> algorithm(1.0, 1e-6, 20, "open"))
        .isInstanceOf(InvalidParametersException.class)
        .hasMessageContaining("rounds must be one of closed, tolerant");
  }
}
