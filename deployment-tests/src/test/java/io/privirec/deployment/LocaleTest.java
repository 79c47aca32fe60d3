package io.privirec.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Java reads names of files by the locale. Containers and units have no locale of their own.
class LocaleTest {
  @Test
  void imagesAndUnits_ofJavaPrograms_setALocaleOfUtf8() throws IOException {
    for (String directory : List.of("docker", "systemd")) {
      List<Path> programs = programs(Path.of("..", directory));
      assertThat(programs).hasSizeGreaterThanOrEqualTo(3);
      for (Path program : programs) {
        assertThat(program).content().contains("LC_ALL=C.UTF-8");
      }
    }
  }

  private static List<Path> programs(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().matches(".*\\.Dockerfile|.*/privirec-\\w+\\.service"))
          .toList();
    }
  }
}
