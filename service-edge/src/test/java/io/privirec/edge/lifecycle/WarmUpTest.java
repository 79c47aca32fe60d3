package io.privirec.edge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class WarmUpTest {
  private final List<Path> directories = new ArrayList<>();

  @Test
  void task_getsAnEmptyDirectory_thatIsGoneAfterwards() {
    warmUp(directory -> {
      assertThat(directory).isEmptyDirectory();
      Files.writeString(directory.resolve("file"), "text");
    });
    assertThat(directories).hasSize(1).allSatisfy(each -> assertThat(each).doesNotExist());
  }

  @Test
  void taskThatFails_endsNothing_andLeavesNothing() {
    warmUp(directory -> {
      throw new IOException("disk");
    });
    warmUp(directory -> {
      throw new IllegalStateException("state");
    });
    // What a JVM without the Vector API says.
    warmUp(directory -> {
      throw new NoClassDefFoundError("jdk/incubator/vector/Vector");
    });
    assertThat(directories).hasSize(3).allSatisfy(each -> assertThat(each).doesNotExist());
  }

  @Test
  void serviceThatStopsMeanwhile_leavesNothing() {
    List<WarmUp> own = new ArrayList<>();
    WarmUp warmUp =
        new WarmUp(
            directory -> {
              directories.add(directory);
              Files.writeString(directory.resolve("file"), "text");
              assertThat(own.getFirst().isRunning()).isTrue();
              own.getFirst().stop();
              assertThat(directory).doesNotExist();
              assertThatThrownBy(() -> Files.writeString(directory.resolve("next"), "text"))
                  .isInstanceOf(IOException.class);
            },
            true);
    own.add(warmUp);
    warmUp.run();
    assertThat(directories).hasSize(1).allSatisfy(each -> assertThat(each).doesNotExist());
    assertThat(warmUp.isRunning()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mixed mode, sharing | true",
        "compiled mode, sharing | true",
        "mixed mode, emulated-client, sharing | false",
        "interpreted mode, sharing | false"
      })
  void isDue_whereC2IsAtWork(String mode, boolean due) {
    assertThat(new WarmUp(directories::add, true).isDue(mode)).isEqualTo(due);
    assertThat(new WarmUp(directories::add, false).isDue(mode)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"true, true", "on, true", "false, false", "off, false", "no, false"})
  void property_saysWhetherItIsDue(String value, boolean due) {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
        .withBean(WarmUpTask.class, () -> directories::add)
        .withPropertyValues("privirec.warm-up=" + value)
        .run(context ->
            assertThat(context.getBean(WarmUp.class).isDue("mixed mode")).isEqualTo(due));
  }

  private void warmUp(WarmUpTask task) {
    new WarmUp(
            directory -> {
              directories.add(directory);
              task.run(directory);
            },
            true)
        .run();
  }
}
