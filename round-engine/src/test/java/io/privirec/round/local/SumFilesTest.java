package io.privirec.round.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SumFilesTest {
  private final RoundId round = RoundId.fromBytes(new byte[RoundId.SIZE_BYTES]);
  private final RingVector sum = RingVector.zero(new Ring(16), 10);
  @TempDir private Path root;

  @Test
  void write_aSum_leavesItAlone() throws IOException {
    new SumFiles(root).write(round, 3, sum);
    assertThat(files()).containsExactly("3");
  }

  @Test
  void write_interrupted_leavesNoDraft() throws IOException {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> new SumFiles(root).write(round, 3, sum))
          .isInstanceOf(ClosedByInterruptException.class);
    } finally {
      Thread.interrupted();
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void write_whereItsPlaceIsTaken_leavesNoDraft() throws IOException {
    Files.createDirectories(root.resolve(round.hex()).resolve("3").resolve("something"));
    assertThatThrownBy(() -> new SumFiles(root).write(round, 3, sum))
        .isInstanceOf(IOException.class);
    assertThat(files()).containsExactly("3");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(root.resolve(round.hex()))) {
      return all.map(file -> file.getFileName().toString()).toList();
    }
  }
}
