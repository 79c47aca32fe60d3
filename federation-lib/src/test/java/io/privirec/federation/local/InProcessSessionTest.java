package io.privirec.federation.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.PlanStep;
import io.privirec.federation.TestHolders;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InProcessSessionTest {
  @TempDir private Path work;

  /// The plan of a rehearsal checks every element of the sum.
  @Test
  void run_rehearsalOfSeveralChunks_sumsExactlyAndLeavesNoSums() throws Exception {
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    Rehearsal algorithm = new Rehearsal((2 << 20) + 77, 2, 5, 16, true);

    InProcessSession.Result result =
        new InProcessSession(
                algorithm.algorithm(),
                holders(4),
                (round, chunks) -> heard.add(round.index() + "/" + chunks))
            .run(work);

    assertThat(result.failure()).isEmpty();
    assertThat(result.bytesUp())
        .isEqualTo(
            algorithm.algorithm().specs().stream().mapToLong(r -> r.vector().totalBytes()).sum());
    assertThat(heard).containsExactlyInAnyOrder("0/1", "0/2", "0/3", "1/1", "1/2", "1/3");
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void run_rehearsalInEveryRing_sumsExactly() throws Exception {
    for (int bits : new int[] {16, 24, 32, 64}) {
      Rehearsal algorithm = new Rehearsal(10_000, 2, 5, bits, true);

      assertThat(TestHolders.run(algorithm, holders(5), work).failure()).isEmpty();
    }
  }

  @Test
  void run_moreColumnsThanUsers_saysSo() throws Exception {
    PriviRecK algorithm = new PriviRecK(30, 20, 1, .3, 1, 5, 10);

    assertThat(TestHolders.run(algorithm, holders(3), work).failure())
        .map(PlanStep.Fail::code)
        .contains("rank-above-users");
  }

  /// One user each.
  private static SortedMap<ParticipantId, RatingMatrix> holders(int count) {
    return TestHolders.dealt(
        RatingMatrix.of(
            TestHolders.interactions(count, 30, (user, item) -> item == user || item == user + 5)),
        count);
  }
}
