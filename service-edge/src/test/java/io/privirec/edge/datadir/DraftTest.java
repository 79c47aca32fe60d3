package io.privirec.edge.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftTest {
  private static final byte[] EARLIER = {1, 2, 3};
  private static final byte[] CONTENT = {4, 5};

  @TempDir private Path directory;

  private Path place() {
    return directory.resolve("vector");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static void write(Draft draft) throws IOException {
    draft.channel().write(ByteBuffer.wrap(CONTENT));
  }

  @Test
  void place_givesTheWholeFileInOneStep() throws IOException {
    Files.write(place(), EARLIER);
    try (Draft draft = Draft.of(place())) {
      write(draft);
      assertThat(place()).hasBinaryContent(EARLIER);

      draft.place();

      assertThat(place()).hasBinaryContent(CONTENT);
    }
    assertThat(files()).containsExactly(place());
  }

  @Test
  void placeDurably_givesTheWholeFile() throws IOException {
    try (Draft draft = Draft.of(place())) {
      write(draft);
      draft.placeDurably();
    }
    assertThat(place()).hasBinaryContent(CONTENT);
    assertThat(files()).containsExactly(place());
  }

  @Test
  void draftThatIsNotPlaced_leavesNothing() throws IOException {
    try (Draft draft = Draft.of(place())) {
      write(draft);
      assertThat(files()).containsExactly(Draft.path(place()));
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void draftOfAnInterruptedProcess_isReplaced() throws IOException {
    Files.write(Draft.path(place()), EARLIER);
    try (Draft draft = Draft.of(place())) {
      write(draft);
      draft.place();
    }
    assertThat(place()).hasBinaryContent(CONTENT);
  }
}
