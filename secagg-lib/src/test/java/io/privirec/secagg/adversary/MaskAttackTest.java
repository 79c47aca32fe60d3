package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.Hex;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.participant.ParticipantEvent.InputCommitted;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantState.Committed;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Shared;
import io.privirec.secagg.participant.ParticipantStateCodec;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// One mask over two texts. Where nobody refuses, these tests say why there is nothing to gain.
@ExtendWith(AttackLedger.class)
class MaskAttackTest {
  private static final Digest OTHER = Digest.of(new byte[] {43});
  private static final int CHUNK = 4;

  private final Victim victim = Victim.ofFive();

  @Test
  void input_changedUnderTheSameMasks_isRefused(Attack attack) {
    for (ParticipantState state : victim.run.states.get(victim.self).subList(3, 6)) {
      attack.refused(
          victim.step(state, new InputCommitted(OTHER)),
          AbortReason.INPUT_CHANGED,
          victim.secrets());
    }
  }

  @Test
  void input_changedAfterARestart_isRefused(Attack attack) throws GeneralSecurityException {
    ParticipantState restarted =
        ParticipantStateCodec.decode(ParticipantStateCodec.encode(victim.when(Committed.class)));
    attack.refused(
        victim.step(restarted, new InputCommitted(OTHER)),
        AbortReason.INPUT_CHANGED,
        victim.secrets());
  }

  /// Once committed the keys of the masks are gone: no event makes them mask again.
  @Test
  void masks_afterTheCommitment_areGone() {
    Masking masking = victim.when(Masking.class);
    List<String> keys =
        List.of(
            Hex.of(masking.maskKeys().seed().expose()),
            Hex.of(victim.when(Shared.class).selfMaskSeed().expose()));
    for (ParticipantState state : victim.run.states.get(victim.self).subList(3, 6)) {
      String kept = Hex.of(ParticipantStateCodec.encode(state).expose());
      assertThat(keys).noneMatch(kept::contains);
    }
  }

  /// The difference of the uploads of two rounds is not that of the inputs: another context, other
  /// keys, another seed.
  @Test
  void masks_ofTwoRounds_haveNothingInCommon() {
    Masking other = new Victim(RecordedRound.ofFive(2), 1, 2).when(Masking.class);
    assertThat(difference(upload(victim.when(Masking.class), 0), upload(other, 0)))
        .doesNotContain(0L);
  }

  /// A second attempt over the same record: what is bound to the record alone is the same, and the
  /// masks are others nevertheless.
  @Test
  void masks_ofTwoAttemptsUnderOneRecord_haveNothingInCommon() {
    Victim again = new Victim(victim.run.round);
    assertThat(again.run.round.record()).isEqualTo(victim.run.round.record());
    assertThat(
            difference(upload(victim.when(Masking.class), 0), upload(again.when(Masking.class), 0)))
        .doesNotContain(0L);
  }

  @Test
  void masks_ofTwoChunks_haveNothingInCommon() {
    Masking masking = victim.when(Masking.class);
    assertThat(difference(upload(masking, 0), upload(masking, 1))).doesNotContain(0L);
  }

  /// The sign follows from the ids, whoever came first: masks of the pair cancel from either side.
  @Test
  void masks_ofEveryone_cancelButForTheSelfMasks() {
    RecordedRound run = victim.run;
    long[] sum = new long[CHUNK];
    for (ParticipantId id : run.states.reversed().keySet()) {
      add(sum, upload(victim.masking(id), 0));
    }
    long[] selfMasks = new long[CHUNK];
    for (ParticipantId id : run.states.keySet()) {
      Masking masking = victim.masking(id);
      RingVector mask = RingVector.zero(Ring.BITS_32, CHUNK);
      new MaskSum(
              List.of(
                  KeySchedule.selfMask(
                      victim.stateOf(id, Shared.class).selfMaskSeed(),
                      masking.setup().context(),
                      run.round.record().indexOf(id))),
              List.of())
          .addTo(0, mask);
      add(selfMasks, values(mask));
    }
    assertThat(reduced(sum)).isEqualTo(reduced(selfMasks));
  }

  private static long[] upload(Masking masking, int chunk) {
    RingVector vector = RingVector.zero(Ring.BITS_32, CHUNK);
    masking.masker().mask(chunk, vector);
    return values(vector);
  }

  private static long[] values(RingVector vector) {
    return IntStream.range(0, vector.length()).mapToLong(vector::getSigned).toArray();
  }

  private static long[] difference(long[] one, long[] other) {
    return IntStream.range(0, one.length).mapToLong(i -> one[i] - other[i]).toArray();
  }

  private static void add(long[] sum, long[] values) {
    Arrays.setAll(sum, i -> sum[i] + values[i]);
  }

  private static int[] reduced(long[] values) {
    return Arrays.stream(values).mapToInt(value -> (int) value).toArray();
  }
}
