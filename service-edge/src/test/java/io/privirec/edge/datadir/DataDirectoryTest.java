package io.privirec.edge.datadir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir Path volume;

  @Test
  void directory_inAVolumeThatOthersMayRead_isForItsOwnerAlone() throws IOException {
    assumeTrue(Files.getFileStore(volume).supportsFileAttributeView("posix"));
    Files.setPosixFilePermissions(volume, PosixFilePermissions.fromString("rwxr-xr-x"));
    DataDirectory data = new DataDirectory(volume);

    assertThat(modeOf(data.directory("blobs"))).isEqualTo("rwx------");
    assertThat(modeOf(new DataDirectory(volume.resolve("made")).path())).isEqualTo("rwx------");
  }

  @Test
  void secret_isMadeOnceAndForItsOwnerAlone() throws IOException {
    assumeTrue(Files.getFileStore(volume).supportsFileAttributeView("posix"));
    DataDirectory data = new DataDirectory(volume);

    assertThat(data.secret("key", () -> "first")).isEqualTo("first");
    assertThat(data.secret("key", () -> "second")).isEqualTo("first");
    assertThat(modeOf(volume.resolve("key"))).isEqualTo("rw-------");
  }

  private static String modeOf(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
