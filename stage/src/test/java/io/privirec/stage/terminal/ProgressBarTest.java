package io.privirec.stage.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressBarTest {
  @Test
  void of_atTheEnds_isEmptyOrFull() {
    assertThat(ProgressBar.of(0, 5, "chunks")).isEqualTo("[" + "·".repeat(24) + "] 0/5 chunks");
    assertThat(ProgressBar.of(5, 5, "chunks")).isEqualTo("[" + "#".repeat(24) + "] 5/5 chunks");
  }

  @Test
  void of_nothingOrTooMuch_staysABar() {
    assertThat(ProgressBar.of(0, 0, "x")).startsWith("[" + "·".repeat(24) + "]");
    assertThat(ProgressBar.of(9, 5, "x")).startsWith("[" + "#".repeat(24) + "]");
  }
}
