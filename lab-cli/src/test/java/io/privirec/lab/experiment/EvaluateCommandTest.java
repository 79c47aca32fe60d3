package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EvaluateCommandTest {
  private static final int USERS = 60;
  private static final int ITEMS = 40;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /// Users like items of their own half, and are tested on those they like most rarely.
  @BeforeEach
  void writeData() throws IOException {
    Random random = new Random(3);
    StringBuilder train = new StringBuilder();
    StringBuilder test = new StringBuilder();
    for (int user = 0; user < USERS; user++) {
      int half = user % 2 * ITEMS / 2;
      int[] liked =
          IntStream.range(half, half + ITEMS / 2).filter(item -> random.nextInt(3) == 0).toArray();
      train.append(line(user, IntStream.of(liked).filter(item -> item % 4 != 0)));
      test.append(line(user, IntStream.of(liked).filter(item -> item % 4 == 0)));
    }
    Files.writeString(directory.resolve("train.txt"), train);
    Files.writeString(directory.resolve("test.txt"), test);
  }

  private static String line(int user, IntStream items) {
    String listed = items.mapToObj(Integer::toString).collect(Collectors.joining(" "));
    return (user + " " + listed).strip() + "\n";
  }

  private int run(String... arguments) {
    return new CommandLine(new EvaluateCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @ParameterizedTest
  @EnumSource
  void evaluate_eachModel_reportsAllMetrics(Recommender model) throws IOException {
    Path json = directory.resolve("report.json");

    int status = run("--data=" + directory, "--model=" + model, "--json=" + json);

    assertThat(status).as(err.toString()).isZero();
    assertThat(out.toString()).contains(model + ", central filters", "ndcg@20", "gini@20");
    JsonNode report = JsonMapper.shared().readTree(Files.readAllBytes(json));
    assertThat(report.get("model").asString()).isEqualTo(model.toString());
    assertThat(report.get("users").asLong()).isPositive();
    assertThat(report.get("metrics").get("recall@20").asDouble()).isBetween(0.0, 1.0);
  }

  @Test
  void evaluate_whatCannotBeUsed_isRefusedByName() throws IOException {
    assertThat(run("--data=" + directory, "--model=gf-cf", "--preset=netflix")).isEqualTo(2);
    assertThat(err.toString()).contains("--preset must be one of gowalla, yelp2018, amazon-book");
    assertThat(run("--data=" + directory.resolve("none"), "--model=gf-cf")).isEqualTo(2);
    assertThat(err.toString()).contains("does not exist");
    assertThat(run("--data=" + directory, "--model=itemknn")).isEqualTo(2);
    assertThat(err.toString()).contains("bspm-em");
    Files.writeString(
        directory.resolve("test.txt"),
        IntStream.range(0, USERS).mapToObj(user -> user + "\n").collect(Collectors.joining()));
    assertThat(run("--data=" + directory, "--model=gf-cf")).isEqualTo(2);
    assertThat(err.toString()).contains("holds no interaction out");
  }
}
