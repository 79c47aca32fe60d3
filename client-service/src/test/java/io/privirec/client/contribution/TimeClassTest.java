package io.privirec.client.contribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeClassTest {
  @ParameterizedTest
  @CsvSource({
    "0, 500",
    "1, 500",
    "499, 500",
    "500, 500",
    "501, 1000",
    "1000, 1000",
    "1700, 2000",
    "60000, 64000"
  })
  void rest_untilTheEndOfTheClass_isWhatIsLeftOfIt(long spent, long end) {
    assertThat(TimeClass.rest(Duration.ofMillis(spent))).isEqualTo(Duration.ofMillis(end - spent));
  }
}
