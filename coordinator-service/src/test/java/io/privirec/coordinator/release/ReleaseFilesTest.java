package io.privirec.coordinator.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseFilesTest {
  @TempDir Path root;
  private ReleaseFiles files;

  @BeforeEach
  void open() {
    files = new ReleaseFiles(root);
  }

  @Test
  void release_writtenByTwoAtOnce_isWhollyThatOfTheFirst() throws IOException {
    Path one = written(files.draft("r"), "one");
    Path two = written(files.draft("r"), "two");

    files.publish(two, "r");
    files.publish(one, "r");

    assertThat(files.directory("r").resolve(ReleaseManifest.MANIFEST)).hasContent("two");
    assertThat(files.directory("r").resolve(ReleaseManifest.SIGNATURE)).hasContent("two");
    assertThat(root).isDirectoryContaining(file -> file.endsWith("r"));
    assertThat(root).isDirectoryNotContaining(file -> !file.endsWith("r"));
  }

  @Test
  void release_whosePlaceIsTakenBySomethingElse_isNotPublished() throws IOException {
    Files.createDirectories(files.directory("r").resolve("something"));
    Path draft = written(files.draft("r"), "one");

    assertThatThrownBy(() -> files.publish(draft, "r")).isInstanceOf(FileSystemException.class);
    assertThat(files.has("r")).isFalse();
  }

  private static Path written(Path draft, String content) throws IOException {
    Files.writeString(draft.resolve(ReleaseManifest.MANIFEST), content);
    Files.writeString(draft.resolve(ReleaseManifest.SIGNATURE), content);
    return draft;
  }
}
