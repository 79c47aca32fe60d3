package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
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
    int[][] unit = new int[ITEMS][];
    Arrays.setAll(unit, i -> new int[] {i});
    DenseMatrix exact = FILTER.scoreBatch(unit);
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
  void fold_twice_givesTheSameBytes() throws IOException {
    Path one = directory.resolve("one");
    Path two = directory.resolve("two");
    FilterFolder.fold(FILTER, 50, one);
    FilterFolder.fold(FILTER, 50, two);
    assertThat(Files.mismatch(one, two)).isEqualTo(-1);
  }

  @Test
  void fold_limitAboveItems_keepsEveryEntryWithItsSign() throws IOException {
    Path file = directory.resolve("all");
    FilterFolder.fold(FILTER, FilterFolder.DEFAULT_TOP_N, file);
    try (FoldedFilter folded = FoldedFilter.open(file)) {
      DenseMatrix exact = FILTER.scoreBatch(new int[][] {{17}});
      for (int j = 0; j < ITEMS; j++) {
        float expected = j == 17 ? 0 : exact.get(0, j);
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
