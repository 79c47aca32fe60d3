package io.privirec.edge.datadir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DiskFullTest {
  @Test
  void failure_ofADeviceThatIsAlwaysFull_isExplained_howeverDeep() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    Throwable failure = catchThrowable(() -> Files.write(full, new byte[1]));
    assertThat(failure).isInstanceOf(IOException.class);
    assertThat(DiskFull.explains(failure)).isTrue();
    assertThat(
            DiskFull.explains(
                new IllegalStateException(
                    new UncheckedIOException(new IOException("no answer", failure)))))
        .isTrue();
  }

  @Test
  void otherFailures_areNotExplained() {
    assertThat(DiskFull.explains(new NoSuchFileException("x"))).isFalse();
    assertThat(DiskFull.explains(new IOException((String) null))).isFalse();
    assertThat(DiskFull.explains(new IllegalStateException("No space left on device"))).isFalse();
    assertThat(DiskFull.explains(null)).isFalse();
  }
}
