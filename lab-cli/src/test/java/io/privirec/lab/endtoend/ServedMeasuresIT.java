package io.privirec.lab.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.experiment.EvaluateCommand;
import io.privirec.lab.load.BatchesCommand;
import io.privirec.lab.load.LoadCommand;
import io.privirec.wire.client.RecommenderClient;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands that measure a running recommender, against one. Bars are those of bench. */
class ServedMeasuresIT {
  @TempDir private Path home;
  private final StringWriter err = new StringWriter();

  private int lab(String... arguments) {
    Object command =
        switch (arguments[0]) {
          case "evaluate" -> new EvaluateCommand();
          case "batches" -> new BatchesCommand();
          default -> new LoadCommand();
        };
    return new CommandLine(command)
        .setErr(new PrintWriter(err, true))
        .execute(Arrays.copyOfRange(arguments, 1, arguments.length));
  }

  @Test
  void runningRecommender_isMeasured_andTold() throws Exception {
    Path data = GroupedData.write(home.resolve("shop.csv"), 120, 240);
    Path strangers = Files.writeString(home.resolve("other.csv"), strangers());
    try (LabRun run = LabRun.start(home, List.of("--data=" + data, "--participants=4", "--k=12"))) {
      run.awaitOutput(Pattern.compile("^Serving", Pattern.MULTILINE));
      String url = "--url=" + run.uri(1);
      String token = "--token-file=" + run.runDirectory().resolve("recommender-admin-token");
      List<String> batches =
          new ArrayList<>(
              List.of("batches", url, token, "--rounds=1", "--min-streams=0", "--min-job=0"));

      assertThat(lab("evaluate", "--via=http", url, token, "--data=" + data))
          .as(err.toString())
          .isZero();
      assertThat(lab(with(batches, "--data=" + data))).as(err.toString()).isZero();
      assertThat(lab(with(batches, "--data=" + strangers))).isEqualTo(2);
      assertThat(err.toString()).contains("does not know all items of it");
      String[] load = {"load", url, "--rate=50", "--seconds=1", "--warm-up=0", "--max-p50=60000"};
      assertThat(lab(with(List.of(load), "--data=" + strangers))).isEqualTo(2);
      assertThat(lab(with(List.of(load), "--data=" + data, "--floor=" + active(run)))).isEqualTo(2);
      assertThat(err.toString()).contains("--floor must be a model with constant scores");
      run.stop();
      run.assertNothingIsLeft();
    }
  }

  private static String active(LabRun run) throws Exception {
    try (RecommenderClient recommender = RecommenderClient.at(run.uri(1)).build()) {
      return String.valueOf(recommender.models().active());
    }
  }

  private static String[] with(List<String> arguments, String... more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static String strangers() {
    StringBuilder csv = new StringBuilder("user,item\n");
    for (int n = 0; n < 100; n++) {
      csv.append("u%d,stranger-%d%n".formatted(n % 20, n));
    }
    return csv.toString();
  }
}
