package io.privirec.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "7B, 7",
    "3k, 3072",
    "512m, 536870912",
    "512MB, 536870912",
    "1GB, 1073741824",
    "2g, 2147483648",
    "1T, 1099511627776"
  })
  void parse_numberWithUnit_countsIn1024s(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(new ByteSize(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "-1", "1.5g", "1 GB", "1GiB", "512mm", "8bb", "9999999999999t"})
  void parse_anythingElse_isRefusedByName(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ByteSize.parse(text))
        .withMessage(
            "must be a number of bytes such as 512m or 8GB. Provided value: %s".formatted(text));
  }

  @Test
  void toString_isInMebibytes() {
    assertThat(new ByteSize(1_610_612_736)).hasToString("1,536.0 MiB");
  }
}
