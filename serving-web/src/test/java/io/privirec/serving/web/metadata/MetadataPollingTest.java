package io.privirec.serving.web.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

class MetadataPollingTest {
  @Test
  void polling_beginsBeforeTheWebServerListens() {
    MetadataPolling polling = new MetadataPolling(new LiveMetadata(null), Duration.ofMillis(500));

    assertThat(polling.getPhase())
        .isLessThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE);
  }
}
