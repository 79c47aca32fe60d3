package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.InteractionMatrix;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairSupportTest {
  /// Every pair of items, every user.
  private static PairSupport plain(InteractionMatrix data) {
    long entries = 0;
    long ofOneUser = 0;
    for (int i = 0; i < data.items(); i++) {
      for (int j = 0; j < data.items(); j++) {
        int first = i;
        int second = j;
        long users =
            IntStream.range(0, data.users())
                .filter(user -> data.contains(user, first) && data.contains(user, second))
                .count();
        entries += users > 0 ? 1 : 0;
        ofOneUser += users == 1 ? 1 : 0;
      }
    }
    return new PairSupport(entries, ofOneUser);
  }

  @ParameterizedTest
  @CsvSource({"90,207,.06", "7,13,.5", "1,64,.9", "40,65,.02", "3,1,.7"})
  void of_interactions_countsAsThePlainTwinDoes(int users, int items, double probability) {
    InteractionMatrix data = TestMatrices.interactions(5, users, items, probability);

    PairSupport support = PairSupport.of(data);

    assertThat(support).isEqualTo(plain(data));
    assertThat(support.entries()).isEqualTo(ItemGram.of(data, .5).entries());
  }

  @Test
  void of_noInteractions_countsNothing() {
    PairSupport support = PairSupport.of(InteractionMatrix.of(0, 0, new int[1], new int[0]));

    assertThat(support).isEqualTo(new PairSupport(0, 0));
    assertThat(support.partOfOneUser()).isZero();
  }

  @Test
  void partOfOneUser_oneOfFour_isAQuarter() {
    assertThat(new PairSupport(8, 2).partOfOneUser()).isEqualTo(.25);
  }
}
