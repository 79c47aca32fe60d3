package io.privirec.edge.datadir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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

  @Test
  void secret_madeByManyAtOnce_isTheSameForAll() throws Exception {
    DataDirectory data = new DataDirectory(volume);
    CyclicBarrier together = new CyclicBarrier(16);
    Set<String> made = ConcurrentHashMap.newKeySet();

    try (ExecutorService processes = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        String own = "secret-" + i;
        all.add(
            processes.submit(() ->
                made.add(
                    data.secret(
                        "key",
                        () -> {
                          meet(together);
                          return own;
                        }))));
      }
      for (Future<?> one : all) {
        one.get(1, TimeUnit.MINUTES);
      }
    }

    assertThat(made).hasSize(1).containsExactly(Files.readString(volume.resolve("key")).strip());
    assertThat(volume).isDirectoryNotContaining(file -> !file.endsWith("key"));
  }

  private static void meet(CyclicBarrier together) {
    try {
      together.await(1, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String modeOf(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
