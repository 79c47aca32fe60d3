package io.privirec.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  @TempDir private Path directory;

  @Test
  void of_longFile_isItsLastLines() throws IOException {
    Path log = directory.resolve("service.log");
    Files.writeString(
        log,
        IntStream.range(0, 50_000).mapToObj(n -> "line " + n).collect(Collectors.joining("\n")));
    assertThat(LogTail.of(log, 3)).containsExactly("line 49997", "line 49998", "line 49999");
  }

  @Test
  void of_shortOrMissingFile_isWhatThereIs() throws IOException {
    Path log = Files.writeString(directory.resolve("short.log"), "one\n");
    assertThat(LogTail.of(log, 3)).containsExactly("one");
    assertThat(LogTail.of(directory.resolve("none"), 3)).isEmpty();
  }
}
