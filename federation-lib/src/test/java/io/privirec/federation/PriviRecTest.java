package io.privirec.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.ParticipantId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PriviRecTest {
  private static final int USERS = 90;
  private static final int PARTICIPANTS = 4;

  @TempDir private Path work;

  @Test
  void session_throughSecureSums_opensTheCentralGramWithinTheQuantisersBound() throws Exception {
    int items = 57;
    InteractionMatrix all = interactions(items);
    PowerIteration factors = new PowerIteration(6, 2, 2, Eigenvalues.DIAG_T, 5);
    PriviRec algorithm = new PriviRec(items, factors, .3, 20);

    InProcessSession.Result result =
        new InProcessSession(algorithm, dealt(all), (round, chunks) -> {}).run(work);

    assertThat(result.failure()).isEmpty();
    ItemGram gram = ItemGramFile.read(work.resolve("gram.safetensors"));
    ItemGram central = ItemGram.of(all, .5);
    // Rounding to 2^-30 by each participant, and what single precision loses.
    double tolerance = PARTICIPANTS * 0x1p-31 + 1e-6;
    for (int i = 0; i < items; i++) {
      for (int j = 0; j < items; j++) {
        assertThat(gram.get(i, j)).isCloseTo(central.get(i, j), within((float) tolerance));
        assertThat(gram.get(i, j) != 0).isEqualTo(central.get(i, j) != 0);
      }
    }
    SpectralFactors opened = FactorsFile.read(work.resolve("factors.safetensors"));
    assertThat(opened.itemDegrees()).isEqualTo(all.itemDegrees());
    Path release = Files.createDirectory(work.resolve("release"));
    algorithm.plan().writeRelease(work, release);
    assertThat(release.toFile().list())
        .containsExactlyInAnyOrder("gram.safetensors", "factors.safetensors", "filter.safetensors");
  }

  /// A triangle of several chunks, cut in the middle of rows.
  @Test
  void contribution_ofSeveralChunks_isTheUpperTriangleRowByRow() throws Exception {
    int items = 1600;
    InteractionMatrix all = interactions(items);
    GramRound round = new GramRound(items, 1);
    assertThat(round.spec().vector().chunks()).isEqualTo(2);

    var part = round.contribution(all, all.itemDegrees());
    InProcessSum sum = InProcessSum.of(round.spec(), part);

    ItemGram central = ItemGram.of(all, .5);
    ItemGram gram = round.read(sum).orElseThrow();
    for (int i = 0; i < items; i += 7) {
      for (int j = 0; j < items; j += 3) {
        assertThat(gram.get(i, j)).isCloseTo(central.get(i, j), within(1e-6f));
      }
    }
    assertThat(gram.entries()).isEqualTo(central.entries());
  }

  private static SortedMap<ParticipantId, InteractionMatrix> dealt(InteractionMatrix all) {
    SortedMap<ParticipantId, InteractionMatrix> data = new TreeMap<>();
    for (int p = 0; p < PARTICIPANTS; p++) {
      int own = p;
      data.put(
          new ParticipantId("holder-" + p),
          all.rows(IntStream.range(0, USERS).filter(u -> u % PARTICIPANTS == own).toArray()));
    }
    return data;
  }

  private static InteractionMatrix interactions(int items) {
    Random random = new Random(7);
    int[] offsets = new int[USERS + 1];
    int[] columns = new int[USERS * items];
    int count = 0;
    for (int user = 0; user < USERS; user++) {
      for (int item = 0; item < items; item++) {
        if (random.nextInt(6) == 0) {
          columns[count++] = item;
        }
      }
      offsets[user + 1] = count;
    }
    return InteractionMatrix.of(USERS, items, offsets, Arrays.copyOf(columns, count));
  }
}
