package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpperTriangleTest {
  private static final int ITEMS = 23;
  private static final InteractionMatrix R = TestMatrices.interactions(3, 40, ITEMS, .1);
  private static final ItemGram GRAM = ItemGram.of(R, .5);

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 40})
  void offsets_ofEachEntry_runThroughTheRowsOnce(int items) {
    UpperTriangle triangle = new UpperTriangle(items);
    long next = 0;
    for (int row = 0; row < items; row++) {
      assertThat(triangle.start(row)).isEqualTo(next);
      for (int column = row; column < items; column++) {
        assertThat(triangle.row(next++)).isEqualTo(row);
      }
    }
    assertThat(triangle.length()).isEqualTo(next);
  }

  @Test
  void length_ofALargeCatalogue_doesNotOverflow() {
    assertThat(new UpperTriangle(40_981).length()).isEqualTo(839_741_671L);
    UpperTriangle largest = new UpperTriangle(Integer.MAX_VALUE);
    assertThat(largest.row(largest.length() - 1)).isEqualTo(Integer.MAX_VALUE - 1);
  }

  /// Whatever the pieces, a participant's part has the same bits, and the parts add up to P̃.
  @ParameterizedTest
  @ValueSource(ints = {1, 5, ITEMS, 100, 1000})
  void parts_inPiecesOfAnyLength_addUpToTheGram(int piece) {
    long[] degrees = R.itemDegrees();
    float[] sum = new float[(int) new UpperTriangle(ITEMS).length()];
    for (int p = 0; p < 3; p++) {
      int own = p;
      InteractionMatrix data =
          R.rows(IntStream.range(0, R.users()).filter(user -> user % 3 == own).toArray());
      PartialItemGram part = PartialItemGram.of(data, degrees, .5);
      float[] whole = new float[sum.length];
      part.upper(0, whole);
      for (int from = 0; from < sum.length; from += piece) {
        float[] entries = new float[Math.min(piece, sum.length - from)];
        part.upper(from, entries);
        assertThat(entries).containsExactly(Arrays.copyOfRange(whole, from, from + entries.length));
        for (int n = 0; n < entries.length; n++) {
          sum[from + n] += entries[n];
        }
      }
    }
    ItemGram built = built(sum, piece);
    for (int i = 0; i < ITEMS; i++) {
      for (int j = 0; j < ITEMS; j++) {
        assertThat(Math.abs(built.get(i, j) - GRAM.get(i, j))).isLessThan(1e-6f);
      }
    }
    assertThat(built.entries()).isEqualTo(GRAM.entries());
  }

  @Test
  void file_writtenAndRead_isTheSame() throws Exception {
    Path file = directory.resolve("gram.safetensors");
    ItemGramFile.write(file, GRAM);
    ItemGram read = ItemGramFile.read(file);
    assertThat(read.entries()).isEqualTo(GRAM.entries());
    for (int i = 0; i < ITEMS; i++) {
      for (int j = 0; j < ITEMS; j++) {
        assertThat(read.get(i, j)).isEqualTo(GRAM.get(i, j));
      }
    }
  }

  @Test
  void file_thatIsNoUpperHalf_isRefused() throws Exception {
    int[][] columns = {{0, 0}, {1, 0}, {0, 9}};
    for (int[] bad : columns) {
      assertThatThrownBy(() -> ItemGramFile.read(file(new int[] {0, 2, 2}, bad, .5f)))
          .isInstanceOf(SafetensorsException.class)
          .hasMessageContaining("row 0");
    }
    assertThatThrownBy(() -> ItemGramFile.read(file(new int[] {0, 2, 2}, new int[] {0, 1}, 0)))
        .isInstanceOf(SafetensorsException.class);
    assertThatThrownBy(() -> ItemGramFile.read(file(new int[] {0, 3, 2}, new int[] {0, 1}, 1)))
        .isInstanceOf(SafetensorsException.class);
    assertThatThrownBy(() -> ItemGramFile.read(file(new int[] {0, -1, 2}, new int[] {0, 1}, 1)))
        .isInstanceOf(SafetensorsException.class);
  }

  private Path file(int[] rowOffsets, int[] columns, float value) throws Exception {
    Path file = directory.resolve("bad.safetensors");
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of("row_offsets", TensorType.I32, rowOffsets.length),
            TensorSpec.of("columns", TensorType.I32, columns.length),
            TensorSpec.of("values", TensorType.F32, columns.length));
    try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, Map.of())) {
      writer.writeInts("row_offsets", rowOffsets);
      writer.writeInts("columns", columns);
      float[] values = new float[columns.length];
      Arrays.fill(values, value);
      writer.writeF32("values", values);
    }
    return file;
  }

  private static ItemGram built(float[] upper, int piece) {
    ItemGramBuilder builder = new ItemGramBuilder(ITEMS);
    for (int from = 0; from < upper.length; from += piece) {
      float[] entries = Arrays.copyOfRange(upper, from, Math.min(from + piece, upper.length));
      builder.add(entries, entries.length);
    }
    return builder.build();
  }
}
