package io.privirec.stage.meters;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetersTest {
  private static final Meters METERS =
      new Meters(
          """
          # HELP jvm_memory_used_bytes The amount of used memory
          # TYPE jvm_memory_used_bytes gauge
          jvm_memory_used_bytes{area="heap",id="G1 Eden Space"} 4.194304E6
          jvm_memory_used_bytes{area="heap",id="G1 Old Gen"} 1000
          jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.9E7
          jvm_memory_max_bytes{area="heap",id="G1 Eden Space"} -1.0
          jvm_memory_used_bytes_created 17
          """);

  @Test
  void sum_overSeriesWithTheLabel_isOfThatNameOnly() {
    assertThat(METERS.sum("jvm_memory_used_bytes", "area=\"heap\"")).isEqualTo(4_195_304);
  }

  @Test
  void sum_ofNothingOrUnknown_isZero() {
    assertThat(METERS.sum("jvm_buffer_memory_used_bytes", "id=\"direct\"")).isZero();
    assertThat(METERS.sum("jvm_memory_max_bytes", "area=\"heap\"")).isZero();
  }
}
