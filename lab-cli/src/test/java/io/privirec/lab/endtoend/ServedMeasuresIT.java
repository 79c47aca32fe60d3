package io.privirec.lab.endtoend;

import io.privirec.lab.LabCommand;
import io.privirec.wire.client.RecommenderClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that measure a running recommender, against one. Bars are those of bench. */
class ServedMeasuresIT {
  @TempDir private Path home;

  @Test
  void runningRecommender_isMeasured_andTold() throws Exception {
    Path data = GroupedData.write(home.resolve("shop.csv"), 120, 240);
    Path strangers = Files.writeString(home.resolve("other.csv"), strangers());
    try (LabRun run =
        LabRun.start(home, List.of("--data=" + data, "--participants=4", "--no-noise", "--k=12"))) {
      run.awaitOutput(Pattern.compile("^Serving", Pattern.MULTILINE));
      String url = "--url=" + run.uri(1);
      String token = "--token-file=" + run.runDirectory().resolve("recommender-admin-token");
      LabCommand batches =
          new LabCommand("batches", url, token, "--rounds=1", "--min-streams=0", "--min-job=0");
      new LabCommand("evaluate", "--via=http", url, token).succeeds("--data=" + data);
      batches.succeeds("--data=" + data);
      batches.refuses("does not know all items of it", "--data=" + strangers);
      LabCommand load =
          new LabCommand("load", url, "--rate=50", "--seconds=1", "--warm-up=0", "--max-p50=60000");
      load.refuses("does not know all items of it", "--data=" + strangers);
      load.refuses(
          "--floor must be a model with constant scores",
          "--data=" + data,
          "--floor=" + active(run));
      run.stop();
      run.assertNothingIsLeft();
    }
  }

  private static String active(LabRun run) throws Exception {
    try (RecommenderClient recommender = RecommenderClient.at(run.uri(1)).build()) {
      return String.valueOf(recommender.models().active());
    }
  }

  private static String strangers() {
    StringBuilder csv = new StringBuilder("user,item\n");
    for (int n = 0; n < 100; n++) {
      csv.append("u%d,stranger-%d%n".formatted(n % 20, n));
    }
    return csv.toString();
  }
}
