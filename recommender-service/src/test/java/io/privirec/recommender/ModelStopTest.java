package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ModelStopTest {
  @TempDir Path published;
  @TempDir Path data;

  @Test
  void stop_whileTheFirstModelArrives_isNoFailure(CapturedOutput log) throws Exception {
    try (TestCoordinator coordinator = new TestCoordinator()) {
      coordinator.publish(TestReleases.write(published, 1));
      for (int n = 0; n < 3; n++) {
        // Its thread is interrupted wherever it is: verifying, warming up, writing down.
        RunningRecommender.start(data.resolve("d-" + n), coordinator.uri()).close();
      }
    }
    assertThat(log.getOut()).doesNotContain(" ERROR ").doesNotContain(" WARN ");
  }
}
