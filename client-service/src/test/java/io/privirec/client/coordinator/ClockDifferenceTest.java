package io.privirec.client.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ClockDifferenceTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00.500Z");

  private final ClockDifference clocks = new ClockDifference(Clock.fixed(NOW, ZoneOffset.UTC));

  private void hear(Duration ahead) {
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(NOW.minus(ahead).atZone(ZoneOffset.UTC));
    clocks.heard(HttpHeaders.of(Map.of("Date", List.of(date)), (_, _) -> true));
  }

  @Test
  void difference_followsTheAnswers_andIsSaidOnceEachWay(CapturedOutput output) {
    assertThat(clocks.seconds()).isNaN();
    hear(Duration.ofSeconds(2));
    assertThat(clocks.seconds()).isEqualTo(2, within(.01));
    for (int n = 0; n < 3; n++) {
      hear(Duration.ofMinutes(10));
      assertThat(clocks.seconds()).isEqualTo(600, within(.01));
    }
    hear(Duration.ZERO);
    hear(Duration.ofSeconds(-90));
    assertThat(clocks.seconds()).isEqualTo(-90, within(.01));
    assertThat(output)
        .containsOnlyOnce("This holder's clock is 600 s ahead of the coordinator's")
        .containsOnlyOnce("This holder's clock agrees with the coordinator's again")
        .containsOnlyOnce("This holder's clock is 90 s behind the coordinator's");
  }

  @Test
  void answer_withoutReadableDate_tellsNothing() {
    clocks.heard(HttpHeaders.of(Map.of("Date", List.of("yesterday")), (_, _) -> true));
    clocks.heard(HttpHeaders.of(Map.of(), (_, _) -> true));
    assertThat(clocks.seconds()).isNaN();
  }
}
