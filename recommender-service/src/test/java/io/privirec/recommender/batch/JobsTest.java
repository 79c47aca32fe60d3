package io.privirec.recommender.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.JobView;
import io.privirec.wire.JobView.Status;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(OutputCaptureExtension.class)
class JobsTest {
  private static final JobSettings SETTINGS =
      new JobSettings(
          10,
          DataSize.ofKilobytes(1),
          1,
          DataSize.ofKilobytes(10),
          Duration.ofHours(1),
          Duration.ofHours(1));

  @TempDir Path directory;

  /// Ends every job before it scores anything.
  private static final class FailingLines extends ModelLines {
    FailingLines() {
      super(null, null, null, null);
    }

    @Override
    public void requireModel(BatchChoice choice) {
      throw new StackOverflowError("of the test");
    }
  }

  @Test
  @Timeout(60)
  void job_thatEndsInAnError_hasFailed_andTheLogTellsOfIt(CapturedOutput log) throws Exception {
    JobFiles files = new JobFiles(directory, JsonMapper.shared());
    try (Jobs jobs =
        new Jobs(
            files, null, new FailingLines(), SETTINGS, Clock.systemUTC(), new SecureRandom())) {
      jobs.start();
      String id =
          jobs.create(
                  new ByteArrayInputStream("{}\n".getBytes(StandardCharsets.UTF_8)),
                  new BatchChoice(null, null, false))
              .id();
      JobView view = jobs.require(id);
      while (view.status() != Status.FAILED) {
        Thread.sleep(5);
        view = jobs.require(id);
      }
      assertThat(view.failure()).isEqualTo("internal");
      assertThat(files.requests(id)).doesNotExist();
      assertThat(log.getAll()).contains("Job " + id + " failed");
      jobs.delete(id);
      assertThat(directory).isEmptyDirectory();
    }
  }
}
