package io.privirec.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerHeadStatementTest {
  private final Locale before = Locale.getDefault();

  @AfterEach
  void restore() {
    Locale.setDefault(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "fa-IR", "bn-BD", "mr-IN", "th-TH-u-nu-thai"})
  void signedBytes_underALocaleWithItsOwnDigits_areTheSame(String locale) {
    Locale.setDefault(Locale.forLanguageTag(locale));
    byte[] signed = LedgerHeadStatement.signedBytes("shop-a", 12, "ab", 1_700_000_000_345L);
    assertThat(new String(signed, StandardCharsets.UTF_8))
        .isEqualTo("shop-a\n12\nab\n1700000000345");
  }
}
