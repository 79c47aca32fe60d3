package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.participant.ParticipantState.Masking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// While one honest participant of a closed round is missing, all that its coordinator has is
/// uniform, also with the masks off that any helpers know, and however it adds and subtracts.
///
/// Judged by Pearson's χ² over the bytes: 255 degrees of freedom, and a bound that uniform bytes
/// exceed once in 10^9 (the quantile after Wilson and Hilferty). There are fewer than 300 verdicts,
/// so that right code would fail with less than 3 · 10^-7 under a fresh seed; the seeds are fixed.
/// Inputs are the same small number everywhere: without a mask their bytes are as far from uniform
/// as can be.
class ClosedTranscriptTest {
  private static final double BOUND = 414.9;
  private static final int ELEMENTS = 1_000_000;
  private static final int INPUT = 3;

  @Test
  void uploads_oneHonestMissing_areUniformInEveryCombination() {
    RecordedRound run = round(1, ELEMENTS, 3, 3);
    Map<ParticipantId, Masking> states = Coalition.masking(run);
    List<ParticipantId> honest = new ArrayList<>(states.keySet()).subList(0, 4);
    SortedMap<ParticipantId, int[]> uploads = uploads(states);
    SortedMap<ParticipantId, int[]> stripped = Coalition.stripped(states, uploads, honest);
    for (ParticipantId missing : honest) {
      List<ParticipantId> present = new ArrayList<>(honest);
      present.remove(missing);
      for (Map<ParticipantId, Integer> some : Coalition.combinations(present)) {
        assertThat(chiSquare(Coalition.combined(uploads, some))).isLessThan(BOUND);
        assertThat(chiSquare(Coalition.combined(stripped, some))).isLessThan(BOUND);
      }
    }
  }

  @Test
  void uploads_everybodyThere_giveTheExactSum() {
    RecordedRound run = round(2, ELEMENTS, 3, 3);
    Map<ParticipantId, Masking> states = Coalition.masking(run);
    SortedMap<ParticipantId, int[]> uploads = uploads(states);
    int[] sum = Coalition.combined(uploads, Coalition.everybody(states.keySet()));
    assertThat(Arrays.stream(sum).allMatch(value -> value == 6 * INPUT)).isTrue();
    assertThat(chiSquare(sum)).as("the test can fail").isGreaterThan(BOUND);
  }

  /// Where not everybody masks with everybody: each honest participant alone and all together, each
  /// vector shorter and more of them.
  @Test
  void uploads_oneHonestMissingOnARandomGraph_areUniform() {
    RecordedRound run = round(3, 20_000, 66);
    Map<ParticipantId, Masking> states = Coalition.masking(run);
    // As many helpers as the degree is made for.
    List<ParticipantId> honest = new ArrayList<>(states.keySet()).subList(0, 66 - 14);
    SortedMap<ParticipantId, int[]> uploads = uploads(states);
    SortedMap<ParticipantId, int[]> stripped = Coalition.stripped(states, uploads, honest);
    List<ParticipantId> present = honest.subList(1, honest.size());
    int[][] each = present.stream().map(id -> stripped.get(id)).toArray(int[][]::new);
    assertThat(chiSquare(each)).isLessThan(BOUND);
    int[] sum = Coalition.combined(stripped, Coalition.everybody(present));
    assertThat(chiSquare(sum)).isLessThan(BOUND);
    int[] whole = Coalition.combined(stripped, Coalition.everybody(honest));
    assertThat(Arrays.stream(whole).allMatch(value -> value == honest.size() * INPUT)).isTrue();
  }

  private static RecordedRound round(long seed, int elements, int... cells) {
    VectorSpec vector =
        new VectorSpec(
            "test", elements, 300_000, Ring.BITS_32, 0, new Capacity.PerParticipant(1000));
    return RecordedRound.of(TestRound.closed(KeyAgreement.X25519, vector, seed, cells));
  }

  private static SortedMap<ParticipantId, int[]> uploads(Map<ParticipantId, Masking> states) {
    SortedMap<ParticipantId, int[]> uploads = new TreeMap<>();
    states.forEach((id, state) -> uploads.put(id, Coalition.upload(state, INPUT)));
    return uploads;
  }

  private static double chiSquare(int[]... vectors) {
    long[] seen = new long[256];
    long bytes = 0;
    for (int[] vector : vectors) {
      for (int value : vector) {
        seen[value & 0xFF]++;
        seen[value >>> 8 & 0xFF]++;
        seen[value >>> 16 & 0xFF]++;
        seen[value >>> 24]++;
      }
      bytes += 4L * vector.length;
    }
    double expected = bytes / 256.0;
    return Arrays.stream(seen)
        .mapToDouble(count -> (count - expected) * (count - expected) / expected)
        .sum();
  }
}
