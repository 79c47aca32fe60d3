package io.privirec.federation.privirec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.PlanStep;
import io.privirec.federation.TestHolders;
import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.items.Degrees;
import io.privirec.federation.items.FactorBroadcast;
import io.privirec.federation.local.PlainSum;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.FilterRow;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.ItemFilter;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriviRecTest {
  private static final int USERS = 90;
  private static final int PARTICIPANTS = 4;

  @TempDir private Path work;

  @Test
  void session_throughSecureSums_opensTheCentralGramWithinTheQuantisersBound() throws Exception {
    int items = 57;
    InteractionMatrix all = interactions(items);
    PowerIteration factors = new PowerIteration(6, 2, 2, Eigenvalues.DIAG_T, 5);
    PriviRec algorithm = new PriviRec(items, new GramModel.GfCf(factors, .3), 20);

    Path release = released(algorithm, all);

    ItemGram gram = ItemGramFile.read(work.resolve("gram.safetensors"));
    ItemGram central = ItemGram.of(all, .5);
    for (int i = 0; i < items; i++) {
      for (int j = 0; j < items; j++) {
        double entry = entry(all, i, j);
        // Rounding to 2^-30 by each participant; contributions and the sum are floats.
        double tolerance = PARTICIPANTS * 0x1p-31 + 2 * 0x1p-24 * entry;
        assertThat((double) gram.get(i, j)).isCloseTo(entry, within(tolerance));
        assertThat(gram.get(i, j) != 0).isEqualTo(central.get(i, j) != 0);
      }
    }
    SpectralFactors opened = FactorsFile.read(work.resolve("factors.safetensors"));
    assertThat(opened.itemDegrees()).isEqualTo(all.itemDegrees());
    assertThat(release.toFile().list())
        .containsExactlyInAnyOrder(
            "item-degrees.safetensors",
            "gram.safetensors",
            "factors.safetensors",
            "filter.safetensors");
    assertThat(ItemDegreesFile.read(release.resolve("item-degrees.safetensors")))
        .isEqualTo(all.itemDegrees());
  }

  /// α ≠ ½: entries of P̃ may be above 1, those of the sums are not.
  @ParameterizedTest
  @ValueSource(doubles = {0, .3, .6, 1})
  void session_ofTurboCf_opensTheGramForItsAlpha(double alpha) throws Exception {
    int items = 40;
    InteractionMatrix all = interactions(items);
    PriviRec algorithm = new PriviRec(items, new GramModel.TurboCf(alpha, .7, 2), 20);
    assertThat(algorithm.algorithm().specs()).hasSize(2);

    Path release = released(algorithm, all);

    ItemGram gram = ItemGramFile.read(work.resolve("gram.safetensors"));
    ItemGram central = ItemGram.of(all, alpha);
    long[] v = all.itemDegrees();
    for (int i = 0; i < items; i++) {
      for (int j = 0; j < items; j++) {
        double tolerance =
            PARTICIPANTS * 0x1p-31 * Math.pow((double) v[i] * v[j], alpha - .5)
                + 1e-6 * Math.max(1, central.get(i, j));
        assertThat(gram.get(i, j)).isCloseTo(central.get(i, j), within((float) tolerance));
      }
    }
    assertThat(release.toFile().list())
        .containsExactlyInAnyOrder(
            "item-degrees.safetensors", "gram.safetensors", "filter.safetensors");
    assertThat(algorithm.algorithm().publication().own().name()).isEqualTo("turbo-cf");
  }

  /// P̃_ij by its definition, α = ½.
  private static double entry(InteractionMatrix all, int i, int j) {
    double sum = 0;
    for (int user = 0; user < all.users(); user++) {
      sum += all.contains(user, i) && all.contains(user, j) ? 1.0 / all.rowLength(user) : 0;
    }
    long[] degrees = all.itemDegrees();
    return sum == 0 ? 0 : sum / Math.sqrt((double) degrees[i] * degrees[j]);
  }

  @Test
  void sumWithMoreEntriesThanTheHeapTakes_failsTheSession() throws Exception {
    int items = 45;
    InteractionMatrix all = interactions(items);
    PriviRec algorithm = new PriviRec(items, new GramModel.TurboCf(.5, 1, 1), 9);
    GramRound round = new GramRound(items, .5, 1);
    long[] degrees = all.itemDegrees();
    PlainSum sum = PlainSum.of(round.spec(), round.contribution(all, degrees));
    FactorBroadcast.write(
        work.resolve(round.spec().broadcastFile()), new Degrees(all.users(), degrees), null);
    long heap = 12L * ItemGram.of(all, .5).entries();

    PlanStep refused = algorithm.rounds(heap).get(1).complete(sum, work);
    PlanStep step = algorithm.rounds(2 * heap).get(1).complete(sum, work);

    TestHolders.assertFails(refused, "gram-above-heap");
    assertThat(step).isInstanceOf(PlanStep.Publish.class);
  }

  @ParameterizedTest
  @EnumSource(Bspm.Merge.class)
  void session_ofBspm_foldsWhatTheCentralModelScores(Bspm.Merge merge) throws Exception {
    int items = 45;
    InteractionMatrix all = interactions(items);
    PowerIteration iteration = new PowerIteration(6, 0, 2, Eigenvalues.DIAG_T, 5);
    Bspm.Settings settings = new Bspm.Settings(merge, Bspm.Solver.RK4, 1, 2.5, .2, false);
    PriviRec algorithm = new PriviRec(items, new GramModel.Bspm(iteration, settings), items);

    Path release = released(algorithm, all);

    ItemFilter central =
        algorithm.model().filter(ItemGram.of(all, .5), Optional.of(iteration.central(all, 6)));
    try (FoldedFilter folded = FoldedFilter.open(release.resolve("filter.safetensors"))) {
      for (int item = 0; item < items; item++) {
        float[] expected = central.scoreBatch(new int[][] {{item}}).data();
        FilterRow row = folded.row(item);
        assertThat(row.length()).isGreaterThan(items / 3);
        for (int n = 0; n < row.length(); n++) {
          float entry = expected[row.item(n)];
          assertThat(row.value(n)).isCloseTo(entry, within(1e-3f * Math.abs(entry) + 1e-5f));
        }
      }
    }
    assertThat(algorithm.algorithm().publication().own().name())
        .isEqualTo(merge == Bspm.Merge.EARLY ? "bspm-em" : "bspm-lm");
  }

  @Test
  void digest_ofEachParameter_isAnother() {
    PowerIteration iteration = new PowerIteration(6, 0, 2, Eigenvalues.DIAG_T, 5);
    List<PriviRec> algorithms = new ArrayList<>();
    algorithms.add(new PriviRec(40, new GramModel.GfCf(iteration, .3), 20));
    algorithms.add(new PriviRec(41, new GramModel.GfCf(iteration, .3), 20));
    algorithms.add(new PriviRec(40, new GramModel.GfCf(iteration, .3), 21));
    algorithms.add(new PriviRec(40, new GramModel.GfCf(iteration, .4), 20));
    algorithms.add(
        new PriviRec(
            40, new GramModel.GfCf(new PowerIteration(6, 1, 2, Eigenvalues.DIAG_T, 5), .3), 20));
    algorithms.add(
        new PriviRec(
            40, new GramModel.GfCf(new PowerIteration(6, 0, 2, Eigenvalues.DIAG_T, 6), .3), 20));
    for (double alpha : new double[] {.5, .6}) {
      for (double exponent : new double[] {.7, 1}) {
        for (int filter = 1; filter <= 3; filter++) {
          algorithms.add(new PriviRec(40, new GramModel.TurboCf(alpha, exponent, filter), 20));
        }
      }
    }
    for (Bspm.Merge merge : Bspm.Merge.values()) {
      for (Bspm.Solver solver : Bspm.Solver.values()) {
        for (boolean points : new boolean[] {true, false}) {
          Bspm.Settings settings = new Bspm.Settings(merge, solver, 1, 2.5, .2, points);
          algorithms.add(new PriviRec(40, new GramModel.Bspm(iteration, settings), 20));
        }
      }
    }
    assertThat(algorithms.stream().map(each -> each.algorithm().digest())).doesNotHaveDuplicates();
  }

  /// One that nobody has according to V: a participant that lies.
  @Test
  void read_pairWithAnItemThatNobodyHas_isOutOfRange() throws Exception {
    int items = 30;
    InteractionMatrix all = interactions(items);
    GramRound round = new GramRound(items, .6, 1);
    PlainSum sum = PlainSum.of(round.spec(), round.contribution(all, all.itemDegrees()));
    long[] degrees = all.itemDegrees();
    assertThat(round.read(sum, degrees, Long.MAX_VALUE)).isPresent();

    degrees[7] = 0;

    assertThat(round.read(sum, degrees, Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void closed_whereverContributionsReadData_isTrue() {
    PowerIteration plain = new PowerIteration(6, 0, 2, Eigenvalues.DIAG_T, 5);
    FactorModel model = new FactorModel.GfCf(.3, 6);
    for (Algorithm algorithm :
        new Algorithm[] {
          new PriviRec(40, new GramModel.GfCf(plain, .3), 9).algorithm(),
          new PriviRecK(40, plain, model, 9).algorithm(),
          new ItemDegrees(40).algorithm(),
          new Rehearsal(40, 1, 5, 32, false).algorithm()
        }) {
      assertThat(algorithm.closed())
          .as(algorithm.id())
          .isEqualTo(algorithm.disclosure().readsData());
    }
    assertThat(new Rehearsal(40, 1, 5, 32, true).closed()).isTrue();
  }

  @Test
  void session_ofItemDegreesAlone_publishesThemAndNothingElse() throws Exception {
    int items = 30;
    InteractionMatrix all = interactions(items);
    ItemDegrees algorithm = new ItemDegrees(items);

    Path release = released(algorithm, all);
    assertThat(ItemDegreesFile.read(release.resolve("item-degrees.safetensors")))
        .isEqualTo(all.itemDegrees());
    assertThat(release).isDirectoryNotContaining("glob:**/filter.safetensors");
  }

  /// A triangle of several chunks, cut in the middle of rows.
  @Test
  void contribution_ofSeveralChunks_isTheUpperTriangleRowByRow() throws Exception {
    int items = 1600;
    InteractionMatrix all = interactions(items);
    GramRound round = new GramRound(items, .5, 1);
    assertThat(round.spec().vector().chunks()).isEqualTo(2);

    var part = round.contribution(all, all.itemDegrees());
    PlainSum sum = PlainSum.of(round.spec(), part);

    ItemGram central = ItemGram.of(all, .5);
    ItemGram gram = round.read(sum, all.itemDegrees(), Long.MAX_VALUE).orElseThrow();
    for (int i = 0; i < items; i += 7) {
      for (int j = 0; j < items; j += 3) {
        assertThat(gram.get(i, j)).isCloseTo(central.get(i, j), within(1e-6f));
      }
    }
    assertThat(gram.entries()).isEqualTo(central.entries());
  }

  private Path released(AlgorithmSettings algorithm, InteractionMatrix all) throws IOException {
    return TestHolders.released(
        algorithm, TestHolders.dealt(RatingMatrix.of(all), PARTICIPANTS), work);
  }

  private static InteractionMatrix interactions(int items) {
    Random random = new Random(7);
    return TestHolders.interactions(USERS, items, (_, _) -> random.nextInt(6) == 0);
  }
}
