package io.privirec.client.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoordinatorTextTest {
  @Test
  void text_thatIsPlain_staysAsItIs() {
    assertThat(CoordinatorText.printable("chunk 3 of ‘shop-ä’ is 雪 𝄞"))
        .isEqualTo("chunk 3 of ‘shop-ä’ is 雪 𝄞");
  }

  @Test
  void text_thatWouldForgeALineOfALog_isEscaped() {
    String forged = "no\r\n2026 INFO all is well\u001b[2J\u2028\u202e\u0000\\n\ud834";
    String printable = CoordinatorText.printable(forged);
    assertThat(printable)
        .isEqualTo(
            "no\\u000d\\u000a2026 INFO all is well\\u001b[2J\\u2028\\u202e\\u0000\\u005cn\\ud834");
    assertThat(printable.lines()).hasSize(1);
  }

  @Test
  void text_thatIsLong_isCut() {
    assertThat(CoordinatorText.printable("a".repeat(300))).isEqualTo("a".repeat(300));
    assertThat(CoordinatorText.printable("a".repeat(100_000))).isEqualTo("a".repeat(300) + "…");
    assertThat(CoordinatorText.printable("\n".repeat(100_000)).length()).isEqualTo(6 * 300 + 1);
  }
}
