package io.privirec.federation.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.PlanStep;
import io.privirec.federation.privirec.PriviRecK;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
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
                algorithm, holders(4), (round, chunks) -> heard.add(round.index() + "/" + chunks))
            .run(work);

    assertThat(result.failure()).isEmpty();
    assertThat(result.bytesUp())
        .isEqualTo(algorithm.rounds().stream().mapToLong(r -> r.vector().totalBytes()).sum());
    assertThat(heard).containsExactlyInAnyOrder("0/1", "0/2", "0/3", "1/1", "1/2", "1/3");
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void run_rehearsalInEveryRing_sumsExactly() throws Exception {
    for (int bits : new int[] {16, 24, 32, 64}) {
      Rehearsal algorithm = new Rehearsal(10_000, 2, 5, bits, true);

      InProcessSession.Result result =
          new InProcessSession(algorithm, holders(5), (round, chunks) -> {}).run(work);

      assertThat(result.failure()).isEmpty();
    }
  }

  @Test
  void run_moreColumnsThanUsers_saysSo() throws Exception {
    PriviRecK algorithm = new PriviRecK(30, 20, 1, .3, 1, 5, 10);

    InProcessSession.Result result =
        new InProcessSession(algorithm, holders(3), (round, chunks) -> {}).run(work);

    assertThat(result.failure()).map(PlanStep.Fail::code).contains("rank-above-users");
  }

  /// One user each.
  private static SortedMap<ParticipantId, RatingMatrix> holders(int count) {
    SortedMap<ParticipantId, RatingMatrix> data = new TreeMap<>();
    for (int n = 0; n < count; n++) {
      data.put(
          new ParticipantId("holder-" + n),
          RatingMatrix.of(InteractionMatrix.of(1, 30, new int[] {0, 2}, new int[] {n, n + 5})));
    }
    return data;
  }
}
