package io.privirec.lab.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.operator.option.InvalidOptionException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoomTest {
  private static final Path TMP = Path.of("tmp");

  @Test
  void requireWithin_tooLittleHeapOrDisk_saysWhatIsNeededAndThere() {
    Room room = new Room(300L << 20, 200L << 20);

    assertThatCode(() -> room.requireWithin(300L << 20, 200L << 20, TMP))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> room.requireWithin(299L << 20, 200L << 20, TMP))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("may need 300 MiB of heap; the process has 299 MiB");
    assertThatThrownBy(() -> room.requireWithin(300L << 20, 199L << 20, TMP))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageContaining("may need 200 MiB of temporary files; tmp has room for 199 MiB");
  }

  @Test
  void session_sumOfAGram_needsDiskForItsUpperTriangle() {
    Dataset dataset = SyntheticDataset.generate(1);
    long triangle = 4L * dataset.items() * (dataset.items() + 1) / 2;
    GramModel model = new GramModel.TurboCf(.6, .7, 1);

    Room room =
        Room.session(
            new PriviRec(dataset.items(), model, 1000), 1_000_000, Optional.empty(), dataset);

    assertThat(room.diskBytes()).isBetween(triangle + 4_000_000, triangle + 4_200_000);
    Room without =
        Room.session(new PriviRec(dataset.items(), model, 1000), 0, Optional.empty(), dataset);
    assertThat(room.heapBytes() - without.heapBytes()).isEqualTo(20_000_000);
  }
}
