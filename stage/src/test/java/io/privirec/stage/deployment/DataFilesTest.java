package io.privirec.stage.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFilesTest {
  @TempDir private Path directory;

  private void write(String name, int bytes) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[bytes]);
  }

  @Test
  void bytes_ofNestedFiles_areSummedWithoutTheDatabase() throws IOException {
    write("admin-token", 43);
    write("blobs/round/0/chunk", 1000);
    write("sums/postgres", 200);
    write("postgres/base/1", 5000);
    assertThat(new DataFiles(directory).bytes()).isEqualTo(1243);
  }

  @Test
  void bytes_ofNoDirectory_areNone() {
    assertThat(new DataFiles(directory.resolve("nowhere")).bytes()).isZero();
  }
}
