package io.privirec.federation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowLayoutTest {
  @ParameterizedTest
  @CsvSource({"0, 5, 3", "6, 5, 3", "6, 5, 1", "6, 5, 4", "7, 1, 100", "0, 9, 1"})
  void forEach_overBlocksOfAnySize_meetsEveryNumberOnceInOrder(int head, int row, int block) {
    RowLayout layout = new RowLayout(head, row);
    int rows = 4;
    List<String> met = new ArrayList<>();
    for (int offset = 0; offset < layout.length(rows); offset += block) {
      int length = (int) Math.min(block, layout.length(rows) - offset);
      int[] next = {0};
      layout.forEach(
          offset,
          length,
          (each, from, at, count) -> {
            assertThat(at).isEqualTo(next[0]);
            next[0] += count;
            for (int n = 0; n < count; n++) {
              met.add(each + ":" + (from + n));
            }
          });
      assertThat(next[0]).isEqualTo(length);
    }
    List<String> expected = new ArrayList<>();
    for (int n = 0; n < head; n++) {
      expected.add(RowLayout.HEAD + ":" + n);
    }
    for (int each = 0; each < rows; each++) {
      for (int n = 0; n < row; n++) {
        expected.add(each + ":" + n);
      }
    }
    assertThat(met).isEqualTo(expected);
  }
}
