package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EvaluateCommandTest {
  private static final int USERS = HalvesData.USERS;
  private static final int ITEMS = HalvesData.ITEMS;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeData() throws IOException {
    HalvesData.write(directory);
  }

  private int run(String... arguments) {
    return new CommandLine(new EvaluateCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void evaluate_alsOverDataWithoutRatings_isRefused() {
    int status = run("--data=" + directory, "--model=als");

    assertThat(status).isEqualTo(2);
    assertThat(err.toString()).contains("--model als needs ratings");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ALS")
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

  @ParameterizedTest
  @CsvSource({
    "privirec-k,diag-t",
    "privirec-k,nystrom",
    "privirec-k,krylov",
    "privirec-k,ritz",
    "spectral,diag-t"
  })
  void evaluate_federated_measuresWhatCentralMeasures(String model, String lambda)
      throws IOException {
    Path json = directory.resolve("report.json");
    String[] options = {
      "--data=" + directory,
      "--model=" + model,
      "--lambda=" + lambda,
      "--k=6",
      "--oversampling=3",
      "--json=" + json,
      "--participants=5"
    };

    assertThat(run(options)).as(err.toString()).isZero();
    JsonNode central = JsonMapper.shared().readTree(Files.readAllBytes(json));
    String[] federated = Arrays.copyOf(options, options.length + 1);
    federated[options.length] = "--filters=federated";
    assertThat(run(federated)).as(err.toString()).isZero();
    JsonNode report = JsonMapper.shared().readTree(Files.readAllBytes(json));

    assertThat(report.at("/metrics/ndcg@20").asDouble())
        .isCloseTo(central.at("/metrics/ndcg@20").asDouble(), within(.01));
    long ritz = lambda.equals("ritz") ? 9 * 9 : 0;
    assertThat(report.get("bytesUp").asLong())
        .isBetween(4 * (2 * 9 * ITEMS + ITEMS + 1 + ritz), 8 * (2 * 9 * ITEMS + ITEMS + 1 + ritz));
    assertThat(central.get("bytesUp").asLong()).isZero();
  }

  /// With as many columns as items there is no difference between eigenvectors and others.
  @ParameterizedTest
  @CsvSource({"gf-cf, 6", "turbo-cf, 0", "bspm-lm, 6", "bspm-em, 6"})
  void evaluate_federated_sumsTheGramAndMeasuresWhatCentralMeasures(String model, int products)
      throws IOException {
    Path json = directory.resolve("report.json");
    assertThat(run("--data=" + directory, "--model=" + model, "--json=" + json)).isZero();
    JsonNode central = JsonMapper.shared().readTree(Files.readAllBytes(json));

    List<String> options =
        new ArrayList<>(
            List.of(
                "--data=" + directory,
                "--model=" + model,
                "--filters=federated",
                "--participants=4",
                "--json=" + json));
    if (products > 0) {
      options.add("--iterations=" + products);
    }
    assertThat(run(options.toArray(String[]::new))).as(err.toString()).isZero();
    JsonNode report = JsonMapper.shared().readTree(Files.readAllBytes(json));

    assertThat(report.at("/metrics/ndcg@20").asDouble())
        .isCloseTo(central.at("/metrics/ndcg@20").asDouble(), within(.01));
    assertThat(report.get("bytesUp").asLong())
        .isEqualTo(8L * (ITEMS + 1) + 4L * (ITEMS * (ITEMS + 1) / 2 + products * ITEMS * ITEMS));
  }

  /// Ranks of the grid are all too large for this data: one for each number of iterations is left.
  @Test
  void evaluate_choose_measuresEachCandidateWithoutTheTestPart() throws IOException {
    assertThat(run("--data=" + directory, "--model=spectral", "--choose"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString().lines().filter(line -> line.contains("on the validation part")))
        .hasSize(4 * 2)
        .anyMatch(line -> line.contains("k=40 p=40 L=6"))
        .anyMatch(line -> line.contains("response root"));
    assertThat(run("--data=" + directory, "--model=gf-cf", "--choose")).isEqualTo(2);
    assertThat(err.toString()).contains("--choose goes with --model spectral");
  }

  @Test
  void evaluate_withATokenAndNobodyToTell_isRefused() {
    int status = run("--data=" + directory, "--model=gf-cf", "--token-file=" + directory);

    assertThat(status).isEqualTo(2);
    assertThat(err.toString()).contains("--via process does not go with --token-file");
  }

  @Test
  void evaluate_tokenFileThatCannotBeRead_isRefusedBeforeAnybodyIsAsked() {
    int status = run("--data=" + directory, "--via=http", "--token-file=" + directory);

    assertThat(status).isEqualTo(2);
    assertThat(err.toString()).contains("--token-file cannot be read: " + directory);
  }

  @ParameterizedTest
  @CsvSource({
    "--choose --k=3,--choose does not go with --k",
    "--choose --oversampling=0,--choose does not go with --oversampling",
    "--choose --iterations=2,--choose does not go with --iterations",
    "--choose --lambda=ritz,--choose does not go with --lambda",
    "--choose --response=flat,--choose does not go with --response",
  })
  void evaluate_chooseWithWhatItChooses_isRefused(String options, String message) {
    String[] all = ("--data=" + directory + " --model=spectral " + options).split(" ", -1);
    assertThat(run(all)).isEqualTo(2);
    assertThat(err.toString()).contains(message);
  }

  @Test
  void evaluate_optionsWithoutEffect_areRefused() {
    assertThat(run("--data=" + directory, "--model=gf-cf", "--k=3")).isEqualTo(2);
    assertThat(err.toString()).contains("--model gf-cf with central filters does not go with --k");
    assertThat(
            run("--data=" + directory, "--model=turbo-cf", "--filters=federated", "--lambda=ritz"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("--model turbo-cf with federated filters does not go with --lambda");
    assertThat(run("--data=" + directory, "--model=privirec-k", "--response=flat")).isEqualTo(2);
    assertThat(err.toString()).contains("--model privirec-k does not go with --response");
  }

  @Test
  void evaluate_modelOnGram_tellsHowManyEntriesComeFromOneUser() throws IOException {
    Path json = directory.resolve("report.json");
    assertThat(run("--data=" + directory, "--model=linear", "--json=" + json)).isZero();
    assertThat(out.toString()).contains("entries come from a single user");
    JsonNode pairs = JsonMapper.shared().readTree(Files.readAllBytes(json)).get("pairs");
    assertThat(pairs.get("ofOneUser").asLong()).isBetween(1L, pairs.get("entries").asLong() - 1);
  }

  @Test
  void evaluate_whatCannotBeUsed_isRefusedByName() throws IOException {
    assertThat(run("--data=" + directory, "--model=gf-cf", "--preset=netflix")).isEqualTo(2);
    assertThat(err.toString()).contains("--preset must be one of gowalla, yelp2018, amazon-book");
    assertThat(run("--data=" + directory.resolve("none"), "--model=gf-cf")).isEqualTo(2);
    assertThat(err.toString()).contains("does not exist");
    assertThat(run("--data=" + directory, "--model=popularity", "--filters=federated"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("does not go with --model popularity");
    assertThat(run("--data=" + directory, "--model=spectral", "--k=41")).isEqualTo(2);
    assertThat(err.toString()).contains("at most 40");
    assertThat(run("--data=" + directory, "--model=spectral", "--lambda=svd")).isEqualTo(2);
    assertThat(err.toString()).contains("diag-t, nystrom, krylov, ritz");
    assertThat(run("--data=" + directory, "--model=itemknn")).isEqualTo(2);
    assertThat(err.toString()).contains("bspm-em");
    Files.writeString(
        directory.resolve("test.txt"),
        IntStream.range(0, USERS).mapToObj(user -> user + "\n").collect(Collectors.joining()));
    assertThat(run("--data=" + directory, "--model=gf-cf")).isEqualTo(2);
    assertThat(err.toString()).contains("holds no interaction out");
  }
}
