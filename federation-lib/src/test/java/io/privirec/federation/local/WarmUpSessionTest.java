package io.privirec.federation.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.graph.FoldedFilter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmUpSessionTest {
  @TempDir Path directory;

  /// It would warm nothing up if it ended early.
  @Test
  void session_runsToItsRelease() throws IOException {
    WarmUpSession.run(directory);
    try (FoldedFilter filter =
        FoldedFilter.open(directory.resolve("release").resolve("filter.safetensors"))) {
      assertThat(filter.items()).isEqualTo(2048);
      assertThat(filter.entries()).isEqualTo(2048 * 200L);
    }
  }
}
