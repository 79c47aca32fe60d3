package io.privirec.edge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private final List<Path> directories = new ArrayList<>();

  @Test
  void task_getsAnEmptyDirectory_thatIsGoneAfterwards() {
    new WarmUp(
            directory -> {
              assertThat(directory).isEmptyDirectory();
              Files.writeString(directory.resolve("file"), "text");
              directories.add(directory);
            })
        .run();
    assertThat(directories).hasSize(1).allSatisfy(each -> assertThat(each).doesNotExist());
  }

  @Test
  void taskThatFails_endsNothing_andLeavesNothing() {
    for (Exception failure : List.of(new IOException("disk"), new IllegalStateException("state"))) {
      new WarmUp(
              directory -> {
                directories.add(directory);
                if (failure instanceof IOException e) {
                  throw e;
                }
                throw (RuntimeException) failure;
              })
          .run();
    }
    assertThat(directories).hasSize(2).allSatisfy(each -> assertThat(each).doesNotExist());
  }
}
