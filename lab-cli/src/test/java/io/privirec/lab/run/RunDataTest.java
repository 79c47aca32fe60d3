package io.privirec.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDataTest {
  @TempDir private Path directory;

  private static RunSettings settings(@Nullable Path data, @Nullable Integer k) {
    return new RunSettings(data, 3, 1, k, 2, .3, 1, 7800, true, null, null, false);
  }

  @Test
  void load_withoutData_makesTheSyntheticSet() throws IOException {
    RunData data = RunData.load(settings(null, null));
    assertThat(data.dataset().users()).isEqualTo(2000);
    assertThat(data.dataset().items()).isEqualTo(1500);
    assertThat(data.knownUsers()).hasSize(2000);
    assertThat(data.k()).isEqualTo(93);
  }

  @Test
  void load_smallData_defaultRankIsASixteenthOfTheSmallerSide() throws IOException {
    StringBuilder csv = new StringBuilder();
    for (int user = 0; user < 40; user++) {
      for (int item = 0; item < 33; item++) {
        csv.append("u%d,i%d\n".formatted(user, item));
      }
    }
    Path file = Files.writeString(directory.resolve("small.csv"), csv);
    assertThat(RunData.load(settings(file, null)).k()).isEqualTo(2);
    assertThat(RunData.load(settings(file, 8)).k()).isEqualTo(8);
  }
}
