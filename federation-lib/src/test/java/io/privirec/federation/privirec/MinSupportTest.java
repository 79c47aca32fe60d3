package io.privirec.federation.privirec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Disclosure;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.TestHolders;
import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.items.DegreeRound;
import io.privirec.federation.items.Degrees;
import io.privirec.federation.items.FactorBroadcast;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Items of few users leave the session after its first sum.
class MinSupportTest {
  private static final int ITEMS = 50;
  private static final int USERS = 90;
  private static final int PARTICIPANTS = 4;
  private static final int MIN_SUPPORT = 5;
  private static final FactorModel MODEL = new FactorModel.Spectral(FactorFilter.Response.ROOT);

  /// Every third item has one to four users.
  private static final InteractionMatrix ALL = interactions();

  private static final InteractionMatrix SUPPORTED = ALL.withSupport(MIN_SUPPORT);

  @TempDir private Path work;

  @Test
  void data_hasItemsOfFewUsersAndOfEnough() {
    long[] before = ALL.itemDegrees();
    long[] after = SUPPORTED.itemDegrees();
    for (int item = 0; item < ITEMS; item++) {
      assertThat(after[item]).isEqualTo(before[item] < MIN_SUPPORT ? 0 : before[item]);
    }
    assertThat(Arrays.stream(before)).contains(1L, 2L, 3L, 4L);
    assertThat(kept()).isBetween(25L, 40L);
  }

  @Test
  void priviRecK_isTheCentralFilterOfTheItemsWithEnoughUsers() throws IOException {
    PowerIteration iteration = iteration(5, 3, 2);
    PriviRecK algorithm = priviRecK(iteration, MIN_SUPPORT);

    released(algorithm);

    SpectralFactors federated = FactorsFile.read(work.resolve("factors.safetensors"));
    SpectralFactors central = iteration.central(SUPPORTED, 5);
    assertThat(federated.itemDegrees()).isEqualTo(SUPPORTED.itemDegrees());
    int[][] everyItem =
        IntStream.range(0, ITEMS).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
    float[] expected = MODEL.filter(central).scoreBatch(everyItem).data();
    float[] scores = MODEL.filter(federated).scoreBatch(everyItem).data();
    for (int n = 0; n < scores.length; n++) {
      assertThat(scores[n]).isCloseTo(expected[n], within(5e-3f));
    }
  }

  @Test
  void priviRec_sumsTheMatrixOfTheItemsWithEnoughUsers() throws IOException {
    GramModel model = new GramModel.GfCf(iteration(6, 2, 2), .3);

    Path release = released(new PriviRec(ITEMS, model, 20, MIN_SUPPORT));

    ItemGram gram = ItemGramFile.read(release.resolve("gram.safetensors"));
    ItemGram central = ItemGram.of(SUPPORTED, .5);
    for (int i = 0; i < ITEMS; i++) {
      for (int j = 0; j < ITEMS; j++) {
        assertThat(gram.get(i, j)).isCloseTo(central.get(i, j), within(1e-6f));
        assertThat(gram.get(i, j) != 0).isEqualTo(central.get(i, j) != 0);
      }
    }
    assertThat(ItemDegreesFile.read(release.resolve("item-degrees.safetensors")))
        .isEqualTo(SUPPORTED.itemDegrees());
  }

  @Test
  void itemDegrees_ofFewUsers_arePublishedAsZero() throws IOException {
    Path release = released(new ItemDegrees(ITEMS, MIN_SUPPORT, Optional.empty()));

    assertThat(ItemDegreesFile.read(release.resolve("item-degrees.safetensors")))
        .isEqualTo(SUPPORTED.itemDegrees());
  }

  /// Users are those of the first sum, whatever is left of their items.
  @Test
  void broadcast_hasTheItemsWithEnoughUsersAndAllUsers() throws IOException {
    PriviRecK algorithm = priviRecK(iteration(5, 3, 2), MIN_SUPPORT);

    released(algorithm);

    Path broadcast = work.resolve(algorithm.algorithm().specs().get(1).broadcastFile());
    Degrees degrees = FactorBroadcast.degrees(broadcast, ITEMS);
    assertThat(degrees.items()).isEqualTo(SUPPORTED.itemDegrees());
    assertThat(degrees.users()).isEqualTo(DegreeRound.degrees(ALL).users());
  }

  @Test
  void itemsWithEnoughUsers_fewerThanTheFactorsNeed_failTheSession() throws IOException {
    assertThat(failure(new ItemDegrees(ITEMS, USERS + 1, Optional.empty())))
        .isEqualTo("too-few-items");
    int kept = Math.toIntExact(kept());
    GramModel ofAsMany = new GramModel.GfCf(iteration(kept, 0, 1), .3);
    GramModel ofMore = new GramModel.GfCf(iteration(kept, 1, 1), .3);
    assertThat(failure(new PriviRec(ITEMS, ofMore, 20, MIN_SUPPORT))).isEqualTo("too-few-items");
    released(new PriviRec(ITEMS, ofAsMany, 20, MIN_SUPPORT));
  }

  @Test
  void itemsWithEnoughUsers_soFewThatProductsTellTheirPairs_failASessionThatDidNotAsk()
      throws IOException {
    int quarter = Math.toIntExact(kept() + 3) / 4;
    PriviRecK algorithm = priviRecK(iteration(quarter, 0, 2), MIN_SUPPORT);
    assertThat(algorithm.algorithm().disclosure().opensItemPairs()).isFalse();

    assertThat(failure(algorithm)).isEqualTo("products-tell-item-pairs");
    released(priviRecK(iteration(quarter, 0, 2), 1));
  }

  @Test
  void contributor_broadcastBelowTheMinimum_isRefused() throws IOException {
    long[] degrees = SUPPORTED.itemDegrees();
    for (long lie : new long[] {1, MIN_SUPPORT - 1}) {
      degrees[0] = lie;
      assertRefused(
          priviRecK(iteration(5, 3, 2), MIN_SUPPORT).algorithm(), degrees, "fewer than minSupport");
      assertRefused(
          new PriviRec(ITEMS, new GramModel.TurboCf(.5, 1, 1), 20, MIN_SUPPORT).algorithm(),
          degrees,
          "fewer than minSupport");
    }
    degrees[0] = MIN_SUPPORT;
    assertThat(product(priviRecK(iteration(5, 3, 2), MIN_SUPPORT).algorithm(), degrees, ALL))
        .isNotEmpty();
  }

  /// A coordinator that goes on where it should have ended the session.
  @Test
  void contributor_broadcastOfTooFewItems_isRefused() throws IOException {
    long[] degrees = new long[ITEMS];
    Arrays.fill(degrees, 0, 12, MIN_SUPPORT);
    assertRefused(
        priviRecK(iteration(3, 0, 2), MIN_SUPPORT).algorithm(),
        degrees,
        "tell too much of the item Gram matrix");
    assertRefused(
        priviRecK(iteration(13, 0, 1), MIN_SUPPORT).algorithm(), degrees, "only 12 items");
    degrees[12] = MIN_SUPPORT;
    assertThat(product(priviRecK(iteration(3, 0, 2), MIN_SUPPORT).algorithm(), degrees, ALL))
        .isNotEmpty();
  }

  /// Also where the coordinator lies about which items have enough users.
  @Test
  void contribution_isThatOfTheDataWithoutTheItemsThatLeft() throws IOException {
    PriviRecK algorithm = priviRecK(iteration(6, 0, 2), MIN_SUPPORT);
    long[] degrees = SUPPORTED.itemDegrees();
    degrees[1] = 0;
    InteractionMatrix left = ALL.withSupport(degrees, 1);
    assertThat(left.interactions()).isLessThan(SUPPORTED.interactions());

    assertThat(product(algorithm.algorithm(), degrees, ALL))
        .isEqualTo(product(algorithm.algorithm(), degrees, left));
  }

  @Test
  void digestAndDisclosure_sayTheMinimum_andNoneIsAsBeforeThereWasOne() {
    PowerIteration iteration = iteration(6, 0, 2);
    GramModel model = new GramModel.GfCf(iteration, .3);
    Algorithm[][] pairs = {
      {
        new PriviRecK(ITEMS, iteration, MODEL, 20).algorithm(),
        priviRecK(iteration, MIN_SUPPORT).algorithm()
      },
      {
        new PriviRec(ITEMS, model, 20).algorithm(),
        new PriviRec(ITEMS, model, 20, MIN_SUPPORT).algorithm()
      },
      {
        new ItemDegrees(ITEMS).algorithm(),
        new ItemDegrees(ITEMS, MIN_SUPPORT, Optional.empty()).algorithm()
      }
    };
    for (Algorithm[] pair : pairs) {
      assertThat(pair[0].digest()).isNotEqualTo(pair[1].digest());
      assertThat(minSupport(pair[0])).isEqualTo(1);
      assertThat(minSupport(pair[1])).isEqualTo(MIN_SUPPORT);
    }
    assertThat(priviRecK(iteration, MIN_SUPPORT).algorithm().digest())
        .isNotEqualTo(priviRecK(iteration, MIN_SUPPORT + 1).algorithm().digest());
    assertThatThrownBy(() -> priviRecK(iteration, 0)).hasMessageContaining("minSupport");
  }

  private static int minSupport(Algorithm algorithm) {
    return ((Disclosure.ExactSums) algorithm.disclosure()).minSupport();
  }

  private static PowerIteration iteration(int rank, int oversampling, int iterations) {
    return new PowerIteration(rank, oversampling, iterations, Eigenvalues.DIAG_T, 17);
  }

  private static PriviRecK priviRecK(PowerIteration iteration, int minSupport) {
    return new PriviRecK(ITEMS, iteration, MODEL, 20, minSupport);
  }

  private static long kept() {
    return new Degrees(USERS, SUPPORTED.itemDegrees()).kept();
  }

  private Path released(AlgorithmSettings algorithm) throws IOException {
    return TestHolders.released(
        algorithm, TestHolders.dealt(RatingMatrix.of(ALL), PARTICIPANTS), work);
  }

  private String failure(AlgorithmSettings algorithm) throws IOException {
    return TestHolders.run(algorithm, TestHolders.dealt(RatingMatrix.of(ALL), PARTICIPANTS), work)
        .failure()
        .map(PlanStep.Fail::code)
        .orElseThrow();
  }

  private long[] product(Algorithm algorithm, long[] degrees, InteractionMatrix data)
      throws IOException {
    RoundSpec round = algorithm.specs().get(1);
    Path broadcast = work.resolve("broadcast");
    FactorBroadcast.write(broadcast, new Degrees(USERS, degrees), null);
    RoundInput input = new RoundInput(TestHolders.id(0), round, broadcast, RatingMatrix.of(data));
    Contribution contribution = algorithm.contribution(input);
    return TestHolders.read(contribution, round);
  }

  private void assertRefused(Algorithm algorithm, long[] degrees, String why) {
    assertThatThrownBy(() -> product(algorithm, degrees, ALL))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining(why);
  }

  private static InteractionMatrix interactions() {
    Random random = new Random(5);
    return TestHolders.interactions(
        USERS,
        ITEMS,
        (u, i) -> i % 3 == 0 ? u % (USERS / (1 + i / 3 % 4)) == i : random.nextDouble() < .3);
  }
}
