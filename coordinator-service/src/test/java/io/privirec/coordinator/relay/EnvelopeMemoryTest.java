package io.privirec.coordinator.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.coordinator.relay.RelayRefusal.Reason;
import io.privirec.secagg.ParticipantId;
import org.junit.jupiter.api.Test;

class EnvelopeMemoryTest {
  private static final long ONE = Envelope.MAX_BYTES;
  private static final ParticipantId SLOW = new ParticipantId("slow");
  private static final ParticipantId OTHER = new ParticipantId("other");

  private final EnvelopeMemory memory = new EnvelopeMemory(4 * ONE);

  @Test
  void participant_withAnEnvelopeUnderWay_leavesMemoryToOthers() {
    memory.take(SLOW, ONE);

    assertBusy(SLOW, ONE);
    memory.take(OTHER, ONE);
  }

  @Test
  void participant_withSmallEnvelopesUnderWay_hasAQuarterOfWhatIsFree() {
    memory.take(SLOW, ONE / 4);
    memory.take(SLOW, ONE / 4);
    memory.take(SLOW, ONE / 4);

    assertBusy(SLOW, ONE / 4);
  }

  @Test
  void memory_takenWhole_isFreeAgainWhenSharesAreClosed() {
    EnvelopeMemory.Share first = memory.take(SLOW, ONE);
    memory.take(OTHER, ONE);
    memory.take(new ParticipantId("third"), ONE);
    memory.take(new ParticipantId("fourth"), ONE);
    assertBusy(new ParticipantId("fifth"), 1);

    first.close();

    memory.take(SLOW, ONE).close();
    memory.take(SLOW, ONE);
  }

  @Test
  void memory_forLessThanAnEnvelope_isRefused() {
    assertThatThrownBy(() -> new EnvelopeMemory(ONE - 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void assertBusy(ParticipantId participant, long bytes) {
    assertThatThrownBy(() -> memory.take(participant, bytes))
        .isInstanceOfSatisfying(
            RelayRefusal.class, refusal -> assertThat(refusal.reason()).isEqualTo(Reason.BUSY));
  }
}
