package io.privirec.federation.privirec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.TestHolders;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.items.Degrees;
import io.privirec.federation.items.FactorBroadcast;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a participant makes, and what it refuses to make.
class InteractionContributorTest {

  private static final PriviRecK ALGORITHM = new PriviRecK(4, 3, 2, 0.3, 1, 3, 10);
  private static final RoundSpec DEGREES = ALGORITHM.algorithm().specs().get(0);
  private static final RoundSpec FIRST = ALGORITHM.algorithm().specs().get(1);
  private static final RoundSpec SECOND = ALGORITHM.algorithm().specs().get(2);

  /// Three users, one of them without items.
  private static final InteractionMatrix DATA =
      InteractionMatrix.of(3, 4, new int[] {0, 2, 2, 4}, new int[] {0, 2, 1, 2});

  /// Three of the four unit vectors as columns: shape [4 × 3].
  private static final float[] UNIT_COLUMNS = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

  @TempDir Path directory;
  private final Algorithm algorithm = ALGORITHM.algorithm();

  @Test
  void itemDegrees_endWithTheNumberOfUsersThatHaveItems() throws IOException {
    Contribution degrees = algorithm.contribution(input(DEGREES, null, DATA));

    assertThat(TestHolders.read(degrees, DEGREES)).containsExactly(1, 1, 2, 0, 2);
  }

  @Test
  void blocks_areTheSameHoweverTheyAreCut() throws IOException {
    Path broadcast = broadcast(new long[] {3, 2, 4, 1}, null);
    Contribution contribution = algorithm.contribution(input(FIRST, broadcast, DATA));
    long[] whole = TestHolders.read(contribution, FIRST);

    for (int cut = 1; cut < 12; cut++) {
      assertThat(TestHolders.read(contribution, FIRST, 0, cut))
          .isEqualTo(Arrays.copyOf(whole, cut));
      assertThat(TestHolders.read(contribution, FIRST, cut, 12 - cut))
          .isEqualTo(Arrays.copyOfRange(whole, cut, 12));
    }
    Contribution rebuilt = ALGORITHM.algorithm().contribution(input(FIRST, broadcast, DATA));
    assertThat(TestHolders.read(rebuilt, FIRST)).as("after a restart").isEqualTo(whole);
  }

  /// Rows of a product are made some thousand numbers at a time: cuts fall into the middle of them.
  @Test
  void blocks_ofMoreThanIsMadeAtOnce_areTheSameHoweverTheyAreCut() throws IOException {
    int items = 3_000;
    int users = 140;
    int width = 64;
    int[] starts = IntStream.rangeClosed(0, users).map(user -> user * 40).toArray();
    int[] columns = IntStream.range(0, users * 40).map(n -> n % 40 * 73 + n / 40).toArray();
    InteractionMatrix data = InteractionMatrix.of(users, items, starts, columns);
    PriviRecK algorithm = new PriviRecK(items, width, 1, 0.3, 1, width, 10);
    long[] degrees = new long[items];
    for (int column : columns) {
      degrees[column]++;
    }
    Path broadcast = broadcast(new Degrees(users, degrees), null);
    RoundSpec product = algorithm.algorithm().specs().get(1);
    Contribution contribution = algorithm.algorithm().contribution(input(product, broadcast, data));

    int length = items * width;
    long[] whole = TestHolders.read(contribution, product);
    long[] inParts = new long[length];
    for (int from = 0; from < length; from += 10_007) {
      long[] part = TestHolders.read(contribution, product, from, Math.min(10_007, length - from));
      System.arraycopy(part, 0, inParts, from, part.length);
    }

    assertThat(inParts).isEqualTo(whole);
    for (int item = 0; item < items; item++) {
      long[] row = Arrays.copyOfRange(whole, item * width, (item + 1) * width);
      assertThat(Arrays.stream(row).anyMatch(value -> value != 0))
          .as("row of item %d", item)
          .isEqualTo(degrees[item] > 0);
    }
  }

  @Test
  void broadcastMissing_isRefused() {
    assertRefused(FIRST, null, "needs a broadcast");
  }

  @Test
  void broadcastThatIsNoSafetensorsFile_isRefused() throws IOException {
    Path garbage = Files.write(directory.resolve("garbage"), new byte[100]);

    assertRefused(FIRST, garbage, "malformed");
  }

  /// Whatever a coordinator says that V is: if it mattered who holds which users, two sums over one
  /// cell would set a participant apart.
  @Test
  void contributions_forAnyDegrees_addUpToThatOfAllUsersTogether() throws IOException {
    InteractionMatrix first = InteractionMatrix.of(1, 4, new int[] {0, 2}, new int[] {0, 2});
    InteractionMatrix second = InteractionMatrix.of(1, 4, new int[] {0, 2}, new int[] {1, 2});
    for (long asked : new long[] {0, 1, 2}) {
      Path broadcast = broadcast(new long[] {1, 1, asked, 1}, null);

      long[] one = product(FIRST, broadcast, first);
      long[] other = product(FIRST, broadcast, second);
      long[] all = product(FIRST, broadcast, DATA);

      for (int n = 0; n < 12; n++) {
        // Roundings of floats and of the fixed point.
        assertThat(one[n] + other[n]).isCloseTo(all[n], within(256L));
      }
    }
  }

  @Test
  void degreesBelowOnesOwn_areNoReasonToRefuse() throws IOException {
    InteractionMatrix none = InteractionMatrix.of(1, 4, new int[] {0, 1}, new int[] {0});
    Path unknown = broadcast(new long[] {3, 2, 0, 1}, DenseMatrix.of(4, 3, UNIT_COLUMNS.clone()));
    for (InteractionMatrix data : List.of(DATA, none)) {
      assertThatThrownBy(() -> ALGORITHM.algorithm().contribution(input(SECOND, unknown, data)))
          .as("with and without the item that V says nobody has")
          .isInstanceOf(ContributionRefusedException.class)
          .hasMessageContaining("nobody has");
    }
    int users = 600;
    int[] offsets = IntStream.rangeClosed(0, users).toArray();
    InteractionMatrix many = InteractionMatrix.of(users, 4, offsets, new int[users]);
    Path below = broadcast(new long[] {1, 2, 4, 1}, null);

    assertThat(product(FIRST, below, many)).as("out of the bound, and wrapped").hasSize(12);
  }

  @Test
  void fewerUsersThanOnesOwn_areTaken() throws IOException {
    InteractionMatrix two = InteractionMatrix.of(2, 4, new int[] {0, 1, 2}, new int[] {0, 1});
    InteractionMatrix four =
        InteractionMatrix.of(4, 4, new int[] {0, 1, 2, 3, 4}, new int[] {0, 1, 0, 1});
    Path ofThree = broadcast(new Degrees(3, new long[] {3, 3, 1, 1}), null);

    assertThat(product(FIRST, ofThree, two)).hasSize(12);
    assertThat(product(FIRST, ofThree, four)).hasSize(12);
  }

  @Test
  void productsThatTellTheItemPairsOfSoFewUsers_areRefusedByWhoWasNotAsked() throws IOException {
    PriviRecK unasked = new PriviRecK(14, 3, 2, 0.3, 1, 3, 10);
    RoundSpec product = unasked.algorithm().specs().get(1);
    InteractionMatrix data = InteractionMatrix.of(1, 14, new int[] {0, 1}, new int[] {8});
    long[] degrees = new long[14];
    Arrays.fill(degrees, 1);
    Path ofThirteen = broadcast(new Degrees(13, degrees), null);
    Contribution taken = unasked.algorithm().contribution(input(product, ofThirteen, data));
    assertThat(TestHolders.read(taken, product)).hasSize(42);

    Path ofTwelve = broadcast(new Degrees(12, degrees), null);

    assertThatThrownBy(() -> unasked.algorithm().contribution(input(product, ofTwelve, data)))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining(
            "2 products of 3 columns tell too much of the item Gram matrix of 12 users");
  }

  private static RoundInput input(RoundSpec round, Path broadcast, InteractionMatrix data) {
    return new RoundInput(TestHolders.id(0), round, broadcast, RatingMatrix.of(data));
  }

  @Test
  void degreesOfAnotherCatalogue_areRefused() throws IOException {
    assertRefused(FIRST, broadcast(new long[] {3, 2, 4}, null), "item_degrees");
  }

  @Test
  void basisOutOfBoundOrNotFinite_isRefused() throws IOException {
    for (float bad : new float[] {1.5f, Float.NaN, Float.NEGATIVE_INFINITY}) {
      float[] basis = new float[12];
      basis[7] = bad;

      assertRefused(
          SECOND,
          broadcast(new long[] {3, 2, 4, 1}, DenseMatrix.of(4, 3, basis)),
          "outside [-1, 1]");
    }
  }

  @Test
  void basisOfOrthonormalColumns_isTaken() throws IOException {
    Path good = broadcast(new long[] {3, 2, 4, 1}, DenseMatrix.of(4, 3, UNIT_COLUMNS.clone()));

    assertThat(product(SECOND, good, DATA)).hasSize(12);
  }

  /// Chosen columns would make a product show chosen columns of P̃ at full scale.
  @Test
  void basisThatIsNotOrthonormal_isRefused() throws IOException {
    float[] repeated = UNIT_COLUMNS.clone();
    repeated[2 * 3 + 2] = 0;
    repeated[2] = 1;
    float[] scaled = UNIT_COLUMNS.clone();
    scaled[4] = .9f;
    for (float[] bad : new float[][] {repeated, scaled, new float[12]}) {
      assertRefused(
          SECOND, broadcast(new long[] {3, 2, 4, 1}, DenseMatrix.of(4, 3, bad)), "not orthonormal");
    }
  }

  /// Participants of a process share what was decoded; each gets what its own broadcast says.
  @Test
  void basisOfEachBroadcast_isItsOwn_andABadOneAfterAGoodOneIsRefused() throws IOException {
    long[] degrees = {3, 2, 4, 1};
    float[] otherColumns = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    Path first = file("first", degrees, UNIT_COLUMNS.clone());
    Path second = file("second", degrees, otherColumns);
    Path bad = file("bad", degrees, new float[12]);

    long[] ofFirst = product(SECOND, first, DATA);
    long[] ofSecond = product(SECOND, second, DATA);

    assertThat(ofSecond).isNotEqualTo(ofFirst);
    for (int again = 0; again < 2; again++) {
      assertRefused(SECOND, bad, "not orthonormal");
      assertThat(product(SECOND, first, DATA)).isEqualTo(ofFirst);
    }
    Contribution alone = ALGORITHM.algorithm().contribution(input(SECOND, second, DATA));
    assertThat(TestHolders.read(alone, SECOND)).isEqualTo(ofSecond);
  }

  private Path file(String name, long[] degrees, float[] basis) throws IOException {
    Path file = directory.resolve(name);
    FactorBroadcast.write(file, new Degrees(10, degrees), DenseMatrix.of(4, 3, basis));
    return file;
  }

  @Test
  void basisOfRowsForAnItemThatNobodyHas_isRefused() throws IOException {
    float[] basis = UNIT_COLUMNS.clone();
    basis[2 * 3 + 2] = 0;
    basis[3 * 3 + 2] = 1;

    assertRefused(
        SECOND, broadcast(new long[] {3, 2, 4, 0}, DenseMatrix.of(4, 3, basis)), "nobody has");
  }

  @Test
  void degreeAboveTheNumberOfUsersOrNegative_isRefused() throws IOException {
    assertRefused(FIRST, broadcast(new long[] {11, 2, 4, 1}, null), "outside [0, 10]");
    assertRefused(FIRST, broadcast(new long[] {3, 2, 4, -1}, null), "outside [0, 10]");
    assertThat(product(FIRST, broadcast(new long[] {10, 2, 4, 0}, null), DATA)).hasSize(12);
  }

  @Test
  void sessionConstants_ofEveryBroadcast_areUsersAndDegrees() throws IOException {
    long[] degrees = {3, 2, 4, 1};
    DenseMatrix basis = DenseMatrix.of(4, 3, UNIT_COLUMNS.clone());
    Optional<Digest> first = constants(FIRST, broadcast(degrees, null));

    assertThat(first).isPresent();
    assertThat(constants(SECOND, broadcast(degrees, basis))).isEqualTo(first);
    assertThat(constants(SECOND, broadcast(new long[] {3, 2, 4, 2}, basis))).isNotEqualTo(first);
    assertThat(constants(SECOND, broadcast(new Degrees(11, degrees), basis))).isNotEqualTo(first);
    assertThat(constants(DEGREES, null)).isEmpty();
    Path garbage = Files.write(directory.resolve("garbage"), new byte[100]);
    assertThatThrownBy(() -> constants(SECOND, garbage))
        .isInstanceOf(ContributionRefusedException.class);
  }

  private Optional<Digest> constants(RoundSpec round, Path broadcast) throws IOException {
    RoundInput input = input(round, broadcast, DATA);
    return algorithm.roundOf(input).sessionConstants(input);
  }

  @Test
  void basisOfAnotherShape_isRefused() throws IOException {
    assertRefused(SECOND, broadcast(new long[] {3, 2, 4, 1}, DenseMatrix.zeros(4, 2)), "basis");
  }

  @Test
  void dataOfAnotherCatalogue_isRefused() {
    InteractionMatrix other = InteractionMatrix.of(1, 5, new int[] {0, 1}, new int[] {4});

    assertThatThrownBy(() -> algorithm.contribution(input(DEGREES, null, other)))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("catalogue");
  }

  private void assertRefused(RoundSpec round, Path broadcast, String why) {
    assertThatThrownBy(() -> algorithm.contribution(input(round, broadcast, DATA)))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining(why);
  }

  private Path broadcast(long[] degrees, DenseMatrix basis) throws IOException {
    return broadcast(new Degrees(10, degrees), basis);
  }

  private Path broadcast(Degrees degrees, DenseMatrix basis) throws IOException {
    Path file = directory.resolve("broadcast");
    FactorBroadcast.write(file, degrees, basis);
    return file;
  }

  private long[] product(RoundSpec round, Path broadcast, InteractionMatrix data)
      throws IOException {
    return TestHolders.read(algorithm.contribution(input(round, broadcast, data)), round);
  }
}
