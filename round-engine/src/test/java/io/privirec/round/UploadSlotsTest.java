package io.privirec.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.round.local.LocalBlobs;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadSlotsTest {
  private static final int OF_ONE = 32;
  private static final int IN_ALL = 256;

  @TempDir private Path disk;

  private UploadSlots slots() throws IOException {
    return new UploadSlots(new UploadLimits(OF_ONE, IN_ALL, 0), new LocalBlobs(disk));
  }

  private static ParticipantId participant(int number) {
    return new ParticipantId("p-" + number);
  }

  /// As many as it gets.
  private static List<UploadSlots.Slot> fill(UploadSlots slots, ParticipantId participant)
      throws IOException {
    List<UploadSlots.Slot> taken = new ArrayList<>();
    while (true) {
      try {
        taken.add(slots.take(participant, 1));
      } catch (RoundRefusal e) {
        assertThat(e.reason()).isEqualTo(RoundRefusal.Reason.BUSY);
        return taken;
      }
    }
  }

  @Test
  void take_aloneAmongFreeSlots_getsItsOwnMost() throws IOException {
    assertThat(fill(slots(), participant(0))).hasSize(OF_ONE);
  }

  @Test
  void take_eightThatHoldOn_leaveSlotsToOthers() throws IOException {
    UploadSlots slots = slots();
    int taken = 0;
    for (int p = 0; p < IN_ALL / OF_ONE; p++) {
      taken += fill(slots, participant(p)).size();
    }
    assertThat(IN_ALL - taken).isGreaterThanOrEqualTo(32);
    assertThat(fill(slots, participant(99))).hasSizeGreaterThanOrEqualTo(4);
  }

  @Test
  void take_whereFewAreFree_isRefusedToWhomHasMoreThanOthers() throws IOException {
    UploadSlots slots = slots();
    for (int p = 0; p < 100; p++) {
      slots.take(participant(p), 1);
      slots.take(participant(p), 1);
    }
    List<UploadSlots.Slot> many = fill(slots, participant(200));
    assertThat(many).hasSizeBetween(2, 16);
    assertThatThrownBy(() -> slots.take(participant(200), 1))
        .isInstanceOf(RoundRefusal.class)
        .hasMessageContaining("others");
    slots.take(participant(201), 1);

    many.removeLast().close();
    slots.take(participant(200), 1);
  }

  @Test
  void take_everyOneUpToTheLastSlot_isFilledWithOneEach() throws IOException {
    UploadSlots slots = slots();
    for (int p = 0; p < IN_ALL; p++) {
      slots.take(participant(p), 1);
    }
    assertThatThrownBy(() -> slots.take(participant(IN_ALL), 1))
        .hasMessageContaining("At most " + IN_ALL);
  }
}
