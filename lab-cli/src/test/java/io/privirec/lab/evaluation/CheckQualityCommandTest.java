package io.privirec.lab.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckQualityCommandTest {
  private final LabCommand lab = new LabCommand("check-quality");
  @TempDir private Path directory;

  private int check(double service, double central, double popularity) throws IOException {
    return check(
        """
        {"quality": {"service": {"ndcg@20": %s}, "central": {"ndcg@20": %s},
                     "popularity": {"ndcg@20": %s}}}
        """
            .formatted(service, central, popularity));
  }

  private int check(String json) throws IOException {
    Path file = Files.writeString(directory.resolve("summary.json"), json);
    return lab.run("--json=" + file, "--max-difference=0.002");
  }

  @Test
  void check_closeAndBetter_passes() throws IOException {
    assertThat(check(.3519, .35, .2)).isZero();
    assertThat(check(.3481, .35, .2)).isZero();
  }

  @Test
  void check_tooFarFromCentral_failsAndSaysSo() throws IOException {
    assertThat(check(.3475, .35, .2)).isEqualTo(1);
    assertThat(lab.out()).contains("FAIL ndcg@20: service 0.34750, central 0.35000");
    assertThat(check(.3525, .35, .2)).isEqualTo(1);
  }

  @Test
  void check_notBetterThanPopularity_fails() throws IOException {
    assertThat(check(.2, .2, .2)).isEqualTo(1);
  }

  @Test
  void check_ofRatings_smallerErrorsThanThoseOfMeansAreBetter() throws IOException {
    String errors =
        """
        {"quality": {"service": {"rmse": %s}, "central": {"rmse": 0.8643}, "userMeans": {"rmse": %s}}}
        """;
    assertThat(check(errors.formatted(.8641, 1.03))).isZero();
    assertThat(check(errors.formatted(.8641, .8641))).isEqualTo(1);
    assertThat(check(errors.formatted(.8671, 1.03))).isEqualTo(1);
    assertThat(lab.out()).contains("FAIL rmse: service 0.86710, central 0.86430");
  }

  @Test
  void check_numberMissing_isRefused() throws IOException {
    assertThat(check("{\"quality\": {\"service\": {}}}")).isEqualTo(2);
    assertThat(lab.err()).contains("has no number quality.service.ndcg@20");
    assertThat(check("not json")).isEqualTo(2);
  }
}
