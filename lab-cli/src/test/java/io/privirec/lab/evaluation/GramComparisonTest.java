package io.privirec.lab.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.ItemGramBuilder;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.graph.PartialItemGram;
import io.privirec.filter.graph.UpperTriangle;
import io.privirec.filter.matrix.InteractionMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GramComparisonTest {
  private static final InteractionMatrix TRAIN = SyntheticDataset.generate(3).train();

  @TempDir private Path directory;

  private GramComparison compared(ItemGram released, double alpha) throws IOException {
    Path file = directory.resolve("released");
    ItemGramFile.write(file, released);
    return GramComparison.of(file, TRAIN, alpha, 10);
  }

  /// As a single participant sends it, but for the rounding to fixed point.
  private static ItemGram summed(double alpha) {
    long[] degrees = TRAIN.itemDegrees();
    float[] entries = new float[(int) new UpperTriangle(TRAIN.items()).length()];
    PartialItemGram.of(TRAIN, degrees, alpha).upper(0, entries);
    ItemGramBuilder gram = new ItemGramBuilder(TRAIN.items());
    gram.add(entries, entries.length);
    return gram.build().scaled(degrees, alpha - .5);
  }

  @Test
  void matrix_ofTheSameData_differsByTheRoundingOfFloatsOnly() throws IOException {
    for (double alpha : new double[] {.5, .6}) {
      GramComparison same = compared(summed(alpha), alpha);

      assertThat(same.explained()).isTrue();
      assertThat(same.largestDifference()).isLessThan(1e-7);
      assertThat(same.bound()).isEqualTo(10 * 0x1p-31);
      assertThat(same.entries()).isPositive();
    }
  }

  @Test
  void matrix_withoutOneUser_isNotExplainedByRounding() throws IOException {
    InteractionMatrix less = TRAIN.rows(IntStream.range(1, TRAIN.users()).toArray());

    GramComparison different = compared(ItemGram.of(less, .5), .5);

    assertThat(different.explained()).isFalse();
    assertThat(different.beyond()).isPositive();
    assertThat(different.largestDifference()).isGreaterThan(1e-5);
  }

  @Test
  void matrix_ofAnotherAlpha_isFarAwayInUnitsOfTheSum() throws IOException {
    ItemGram gram = ItemGram.of(TRAIN, .6);
    Path file = directory.resolve("other");
    ItemGramFile.write(file, gram);

    GramComparison other = GramComparison.of(file, TRAIN, .5, 10);

    assertThat(other.explained()).isFalse();
    assertThat(other.bound()).isEqualTo(4.66e-9, within(1e-11));
  }
}
