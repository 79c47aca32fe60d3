package io.privirec.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

class ExamplesTest {
  private static final JsonMapper STRICT =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  @Test
  void everyExample_readAsTheRecordOfItsName_isOne() throws Exception {
    for (Path file : files()) {
      String name = file.getFileName().toString().replace(".json", "");
      Class<?> type = Class.forName("io.privirec.wire." + name);

      Object value = STRICT.readValue(Files.readString(file), type);

      assertThat(STRICT.readTree(STRICT.writeValueAsString(value)))
          .as(name)
          .isEqualTo(STRICT.readTree(Files.readString(file)));
    }
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/io/privirec/wire/examples"))) {
      return files.sorted().toList();
    }
  }
}
