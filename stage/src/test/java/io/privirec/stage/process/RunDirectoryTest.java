package io.privirec.stage.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  @TempDir private Path parent;

  /** A program that runs for long and names a directory on its command line. */
  private static Process lingering(Path directory) throws IOException {
    return new ProcessBuilder("sh", "-c", "cat; exit 0", directory.toString()).start();
  }

  @Test
  void at_filledDirectory_isEmptied() throws IOException {
    Path path = parent.resolve("run");
    try (RunDirectory first = RunDirectory.at(path)) {
      Files.createDirectories(first.of("coordinator").resolve("data"));
      first.writeSecret("token", "abc");
    }
    try (RunDirectory second = RunDirectory.at(path)) {
      assertThat(second.path().resolve("coordinator")).doesNotExist();
      assertThat(second.path().resolve("token")).doesNotExist();
    }
    assertThat(path).isDirectory();
  }

  @Test
  void at_directoryInUse_isRefused() throws IOException {
    try (RunDirectory ours = RunDirectory.at(parent.resolve("run"))) {
      assertThatThrownBy(() -> RunDirectory.at(ours.path()))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
  }

  @Test
  void at_staleProcessesOfAKilledRun_areStopped() throws Exception {
    Path path = Files.createDirectory(parent.resolve("run")).toRealPath();
    Path service = Files.createDirectories(path.resolve("client-1"));
    Path cluster = Files.createDirectories(service.resolve("data/postgres"));
    Process stale = lingering(service);
    Process database = lingering(cluster);
    Process stranger = lingering(parent.resolve("elsewhere"));
    try {
      Files.writeString(service.resolve("pid"), stale.pid() + "\n");
      Files.writeString(cluster.resolve("postmaster.pid"), database.pid() + "\n" + cluster + "\n");
      Path other = Files.createDirectories(path.resolve("client-2"));
      Files.writeString(other.resolve("pid"), String.valueOf(stranger.pid()));
      RunDirectory.at(path).close();
      assertThat(stale.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(database.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stale.destroyForcibly();
      database.destroyForcibly();
      stranger.destroyForcibly();
    }
  }

  @Test
  void writeSecret_file_isReadableByItsOwnerOnly() throws IOException {
    try (RunDirectory directory = RunDirectory.at(parent.resolve("run"))) {
      Path file = directory.writeSecret("token", "abc");
      assertThat(file).hasContent("abc");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.path())))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void close_temporary_isDeletedButForLogsThatAreKept() throws IOException {
    RunDirectory plain = RunDirectory.temporary();
    Files.createDirectories(plain.of("coordinator"));
    Files.writeString(plain.of("coordinator").resolve("service.log"), "hello");
    plain.close();
    assertThat(plain.path()).doesNotExist();

    RunDirectory failed = RunDirectory.temporary();
    Path log = failed.of("coordinator").resolve("service.log");
    Files.createDirectories(failed.of("coordinator").resolve("data"));
    Files.createDirectories(failed.of("client-1"));
    Files.writeString(log, "hello");
    failed.writeSecret("token", "abc");
    failed.keepLogs();
    failed.close();
    try (var left = Files.walk(failed.path())) {
      assertThat(left).containsExactlyInAnyOrder(failed.path(), log.getParent(), log);
    }
    Files.delete(log);
    Files.delete(log.getParent());
    Files.delete(failed.path());
  }
}
