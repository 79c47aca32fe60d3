package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldedFilterTest {
  private static final int ITEMS = 301;
  private static final FactorFilter FILTER =
      FactorFilter.gfCf(
          new PowerIteration(12, 0, 2, Eigenvalues.DIAG_T, 3)
              .central(TestMatrices.interactions(1, 200, ITEMS, .05), 9),
          .3);

  @TempDir Path directory;

  @Test
  void foldEach_severalLimits_writesWhatFoldWrites() throws IOException {
    SortedMap<Integer, Path> files = new TreeMap<>();
    for (int topN : new int[] {3, 20, 500}) {
      files.put(topN, directory.resolve("filter-" + topN));
    }
    SortedMap<Integer, Long> entries = FilterFolder.foldEach(FILTER, files);
    assertThat(directory.toFile().list()).hasSize(3);
    for (int topN : files.keySet()) {
      Path alone = directory.resolve("alone");
      assertThat(entries.get(topN)).isEqualTo(FilterFolder.fold(FILTER, topN, alone));
      assertThat(files.get(topN)).hasSameBinaryContentAs(alone);
    }
  }

  @Test
  void fold_severalBlocks_keepsTheLargestEntriesOfEachRow() throws IOException {
    Path file = directory.resolve("filter.safetensors");
    long entries = FilterFolder.fold(FILTER, 20, file);
    assertThat(directory.toFile().list()).containsExactly(file.getFileName().toString());
    DenseMatrix exact = summed(FILTER.symmetricTerms(), ITEMS);
    try (FoldedFilter folded = FoldedFilter.open(file)) {
      assertThat(folded.items()).isEqualTo(ITEMS);
      assertThat(folded.entries()).isEqualTo(entries);
      for (int i = 0; i < ITEMS; i++) {
        float[] row = Arrays.copyOfRange(exact.data(), i * ITEMS, (i + 1) * ITEMS);
        row[i] = 0;
        int[] columns = new int[20];
        short[] halves = new short[20];
        int count = new RowSelector(ITEMS).select(row, 0, ITEMS, 20, columns, halves, 0);
        FilterRow kept = folded.row(i);
        assertThat(kept.length()).isEqualTo(count).isEqualTo(folded.rowLength(i));
        for (int n = 0; n < count; n++) {
          assertThat(kept.item(n)).isEqualTo(columns[n]);
          assertThat(kept.value(n)).isEqualTo(Float.float16ToFloat(halves[n]));
          assertThat(folded.contribution(i, columns[n])).isEqualTo(kept.value(n));
        }
        assertThat(folded.contribution(i, i)).isZero();
      }
    }
  }

  @Test
  void fold_severalTiles_isTheSumOfItsSymmetricTermsBitByBit() throws IOException {
    int items = 700;
    SpectralFactors factors =
        new PowerIteration(9, 0, 2, Eigenvalues.DIAG_T, 3)
            .central(TestMatrices.interactions(2, 300, items, .04), 5);
    for (FactorFilter filter :
        List.of(
            FactorFilter.gfCf(factors, .3),
            FactorFilter.gfCf(factors, 0),
            FactorFilter.spectral(factors, FactorFilter.Response.ROOT))) {
      for (int topN : new int[] {1, 40, 300}) {
        assertFolded(filter, topN, summed(filter.symmetricTerms(), items));
      }
    }
  }

  @Test
  void fold_symmetricTerms_areTheProductThatExactScoresComeFrom() throws IOException {
    DenseMatrix sums = summed(FILTER.symmetricTerms(), ITEMS);
    for (int i = 0; i < ITEMS; i++) {
      for (int j = 0; j < ITEMS; j++) {
        assertThat(sums.get(i, j)).isCloseTo(FILTER.entry(i, j), within(1e-6f));
      }
    }
  }

  /// The sampled items have all the large entries: of the others too few reach the bound, so that
  /// rows are made whole.
  @Test
  void fold_sampleThatMisleads_stillKeepsTheLargest() throws IOException {
    int items = 700;
    DenseMatrix basis = TestMatrices.uniform(5, items, 1);
    for (int item : RowBounds.sample(items)) {
      basis.data()[item] = 9 + item / 1000f;
    }
    long[] degrees = new long[items];
    Arrays.fill(degrees, 4);
    FactorFilter filter =
        FactorFilter.gfCf(new SpectralFactors(basis, new float[] {.7f}, degrees, 1), .3);
    assertThat(RowBounds.sample(items)).hasSizeLessThan(40);
    assertFolded(filter, 40, summed(filter.symmetricTerms(), items));
  }

  @Test
  void fold_filterThatIsNotSymmetric_isWhatItScores() throws IOException {
    int items = 300;
    SpectralFactors factors =
        new PowerIteration(9, 0, 2, Eigenvalues.DIAG_T, 3)
            .central(TestMatrices.interactions(2, 300, items, .04), 5);
    Bspm.Settings settings =
        new Bspm.Settings(Bspm.Merge.EARLY, Bspm.Solver.EULER, 1, 1.2, .4, true);
    FactorFilter filter = Bspm.ofFactors(factors, settings);
    assertThat(filter.symmetricTerms()).isEmpty();
    int[][] unit = new int[items][];
    Arrays.setAll(unit, i -> new int[] {i});
    assertFolded(filter, 40, filter.scoreBatch(unit));
  }

  private void assertFolded(FactorFilter filter, int topN, DenseMatrix exact) throws IOException {
    int items = filter.items();
    Path file = directory.resolve("filter");
    FilterFolder.fold(filter, topN, file);
    try (FoldedFilter folded = FoldedFilter.open(file)) {
      for (int i = 0; i < items; i++) {
        float[] row = Arrays.copyOfRange(exact.data(), i * items, (i + 1) * items);
        row[i] = 0;
        int[] columns = new int[topN];
        short[] halves = new short[topN];
        int count = new RowSelector(items).select(row, 0, items, topN, columns, halves, 0);
        FilterRow kept = folded.row(i);
        assertThat(kept.length()).isEqualTo(count);
        for (int n = 0; n < count; n++) {
          assertThat(kept.item(n)).isEqualTo(columns[n]);
          assertThat(kept.value(n)).isEqualTo(Float.float16ToFloat(halves[n]));
        }
      }
    }
  }

  /// The plain twin of the fold: every element of F by itself.
  private static DenseMatrix summed(List<SymmetricTerm> terms, int items) {
    assertThat(terms).isNotEmpty();
    DenseMatrix sums = DenseMatrix.zeros(items, items);
    for (int i = 0; i < items; i++) {
      for (int j = 0; j < items; j++) {
        float sum = 0;
        for (SymmetricTerm term : terms) {
          float product = 0;
          for (int d = 0; d < term.weights().length; d++) {
            float root = (float) Math.sqrt((double) term.weights()[d]);
            product =
                Math.fma(term.basis().get(i, d) * root, term.basis().get(j, d) * root, product);
          }
          sum = Math.fma(term.left()[i] * term.right()[j], product, sum);
        }
        sums.data()[i * items + j] = sum;
      }
    }
    return sums;
  }

  @Test
  void fold_twice_givesTheSameBytes() throws IOException {
    Path one = directory.resolve("one");
    Path two = directory.resolve("two");
    FilterFolder.fold(FILTER, 50, one);
    FilterFolder.fold(FILTER, 50, two);
    assertThat(Files.mismatch(one, two)).isEqualTo(-1);
  }

  /// Items that nobody has: their rows are empty, the first ones, some between and the last ones.
  @Test
  void fold_emptyRows_takeNoRoom() throws IOException {
    int items = 700;
    DenseMatrix basis = TestMatrices.uniform(5, items, 3);
    for (int item = 0; item < items; item++) {
      if (item < 2 || item > 680 || item % 97 == 0) {
        Arrays.fill(basis.data(), item * 3, item * 3 + 3, 0);
      }
    }
    long[] degrees = new long[items];
    Arrays.fill(degrees, 4);
    FactorFilter filter =
        FactorFilter.gfCf(new SpectralFactors(basis, new float[] {.7f, .5f, .2f}, degrees, 1), .3);
    for (int topN : new int[] {1, 40, 690}) {
      assertFolded(filter, topN, summed(filter.symmetricTerms(), items));
    }
    assertThat(directory.toFile().list()).containsExactly("filter");
  }

  @Test
  void fold_limitAboveItems_keepsEveryEntryWithItsSign() throws IOException {
    Path file = directory.resolve("all");
    FilterFolder.fold(FILTER, FilterFolder.DEFAULT_TOP_N, file);
    try (FoldedFilter folded = FoldedFilter.open(file)) {
      DenseMatrix exact = summed(FILTER.symmetricTerms(), ITEMS);
      for (int j = 0; j < ITEMS; j++) {
        float expected = j == 17 ? 0 : exact.get(17, j);
        assertThat(folded.contribution(17, j))
            .isEqualTo(Float.float16ToFloat(Float.floatToFloat16(expected)));
      }
    }
  }

  @Test
  void score_history_addsRowsInAscendingOrderInFloats() throws IOException {
    Path file = directory.resolve("f");
    FilterFolder.fold(FILTER, 100, file);
    int[] history = {3, 90, 91, 300};
    float[] weights = {1, .5f, 2, .1f};
    float[] scores = new float[ITEMS];
    Arrays.fill(scores, 9);
    float[] unweighted = scores.clone();
    try (FoldedFilter folded = FoldedFilter.open(file)) {
      folded.score(history, weights, scores);
      folded.score(history, unweighted);
      for (int j = 0; j < ITEMS; j++) {
        float expected = 0;
        float plain = 0;
        for (int n = 0; n < history.length; n++) {
          expected += weights[n] * folded.contribution(history[n], j);
          plain += folded.contribution(history[n], j);
        }
        assertThat(scores[j]).isEqualTo(expected);
        assertThat(unweighted[j]).isEqualTo(plain);
      }
      assertThatThrownBy(() -> folded.score(new int[] {5, 4}, scores))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> folded.score(new int[] {ITEMS}, scores))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> folded.score(history, new float[3], scores))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> folded.score(history, new float[ITEMS - 1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void open_manyItems_readsWideColumns() throws IOException {
    int items = 70_000;
    long[] offsets = new long[items + 1];
    Arrays.fill(offsets, 3, items + 1, 2);
    Path file = write(TensorType.U32, offsets, new int[] {1, 69_999}, one(), one());
    try (FoldedFilter folded = FoldedFilter.open(file)) {
      float[] scores = new float[items];
      folded.score(new int[] {2}, scores);
      assertThat(scores[69_999]).isEqualTo(1);
      assertThat(folded.row(2).item(1)).isEqualTo(69_999);
    }
  }

  @Test
  void open_valuesThatCannotBe_isRefused() throws IOException {
    long[] rows = {0, 2, 2, 2};
    assertThat(FoldedFilter.open(write(TensorType.U16, rows, new int[] {1, 2}, one(), half(-1))))
        .satisfies(FoldedFilter::close);
    assertRefused(write(TensorType.U32, rows, new int[] {1, 2}, one(), one()));
    assertRefused(write(TensorType.U16, rows, new int[] {2, 1}, one(), one()));
    assertRefused(write(TensorType.U16, rows, new int[] {1, 1}, one(), one()));
    assertRefused(write(TensorType.U16, rows, new int[] {1, 3}, one(), one()));
    assertRefused(write(TensorType.U16, rows, new int[] {1, 2}, one(), half(0)));
    assertRefused(write(TensorType.U16, rows, new int[] {1, 2}, one(), half(Float.NaN)));
    assertRefused(write(TensorType.U16, rows, new int[] {1, 2}, half(1e9f), one()));
    assertRefused(write(TensorType.U16, new long[] {0, 3, 2, 2}, new int[] {1, 2}, one(), one()));
    assertRefused(write(TensorType.U16, new long[] {1, 2, 2, 2}, new int[] {1, 2}, one(), one()));
    assertRefused(write(TensorType.U16, new long[] {0, 1, 1, 1}, new int[] {1, 2}, one(), one()));
    assertRefused(write(TensorType.U16, new long[] {}, new int[] {}));
  }

  private static void assertRefused(Path file) {
    assertThatThrownBy(() -> FoldedFilter.open(file)).isInstanceOf(SafetensorsException.class);
  }

  private static short one() {
    return half(1);
  }

  private static short half(float value) {
    return Float.floatToFloat16(value);
  }

  private Path write(TensorType type, long[] offsets, int[] columns, short... values)
      throws IOException {
    Path file = Files.createTempFile(directory, "filter", "");
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of("row_offsets", TensorType.I64, offsets.length),
            TensorSpec.of("columns", type, columns.length),
            TensorSpec.of("values", TensorType.F16, values.length));
    try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, Map.of())) {
      if (offsets.length > 0) {
        writer.writeI64("row_offsets", offsets);
      }
      for (int column : columns) {
        if (type == TensorType.U32) {
          writer.writeInts("columns", column);
        } else {
          writer.writeShorts("columns", (short) column);
        }
      }
      if (values.length > 0) {
        writer.writeShorts("values", values);
      }
    }
    return file;
  }
}
