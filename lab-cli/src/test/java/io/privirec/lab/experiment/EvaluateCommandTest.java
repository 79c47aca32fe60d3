package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.lab.LabCommand;
import io.privirec.lab.privirec.Recommender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class EvaluateCommandTest {
  private static final int USERS = HalvesData.USERS;
  private static final int ITEMS = HalvesData.ITEMS;

  @TempDir private Path directory;
  private LabCommand evaluate;

  @BeforeEach
  void writeData() throws IOException {
    evaluate = HalvesData.command(directory, "evaluate");
  }

  @ParameterizedTest
  @EnumSource
  void evaluate_eachModel_reportsAllMetrics(Recommender model) throws IOException {
    JsonNode report = evaluate.report("--model=" + model);
    assertThat(evaluate.out()).contains(model + ", central filters", "ndcg@20", "gini@20");
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
    LabCommand options =
        evaluate.with(
            "--model=" + model,
            "--lambda=" + lambda,
            "--k=6",
            "--oversampling=3",
            "--participants=5");
    JsonNode central = options.report();
    JsonNode report = options.report("--filters=federated");

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
    JsonNode central = evaluate.report("--model=" + model);
    LabCommand federated =
        evaluate.with("--model=" + model, "--filters=federated", "--participants=4");
    JsonNode report =
        products > 0 ? federated.report("--iterations=" + products) : federated.report();

    assertThat(report.at("/metrics/ndcg@20").asDouble())
        .isCloseTo(central.at("/metrics/ndcg@20").asDouble(), within(.01));
    assertThat(report.get("bytesUp").asLong())
        .isEqualTo(8L * (ITEMS + 1) + 4L * (ITEMS * (ITEMS + 1) / 2 + products * ITEMS * ITEMS));
  }

  /// Ranks of the grid are all too large for this data: one for each number of iterations is left.
  @Test
  void evaluate_choose_measuresEachCandidateWithoutTheTestPart() throws IOException {
    evaluate.succeeds("--model=spectral", "--choose");
    assertThat(evaluate.out().lines().filter(line -> line.contains("on the validation part")))
        .hasSize(4 * 2)
        .anyMatch(line -> line.contains("k=40 p=40 L=6"))
        .anyMatch(line -> line.contains("response root"));
  }

  @Test
  void evaluate_modelOnGram_tellsHowManyEntriesComeFromOneUser() throws IOException {
    JsonNode pairs = evaluate.report("--model=linear").get("pairs");
    assertThat(evaluate.out()).contains("entries come from a single user");
    assertThat(pairs.get("ofOneUser").asLong()).isBetween(1L, pairs.get("entries").asLong() - 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --model=gf-cf --choose                           | --choose goes with --model spectral
          --model=gf-cf --token-file=token                 | --via process does not go with --token-file
          --via=http --token-file=no/token                 | no admin token can be read from no/token
          --model=spectral --choose --k=3                  | --choose does not go with --k
          --model=spectral --choose --oversampling=0       | --choose does not go with --oversampling
          --model=spectral --choose --iterations=2         | --choose does not go with --iterations
          --model=spectral --choose --lambda=ritz          | --choose does not go with --lambda
          --model=spectral --choose --response=flat        | --choose does not go with --response
          --model=gf-cf --k=3                              | gf-cf with central filters does not go with --k
          --model=turbo-cf --filters=federated --lambda=ritz | turbo-cf with federated filters does not go with --lambda
          --model=privirec-k --response=flat               | --model privirec-k does not go with --response
          --model=gf-cf --preset=netflix                   | --preset must be one of gowalla, yelp2018, amazon-book
          --model=popularity --filters=federated           | does not go with --model popularity
          --model=spectral --k=41                          | at most 40
          --model=spectral --lambda=svd                    | diag-t, nystrom, krylov, ritz
          --model=itemknn                                  | bspm-em
          """)
  void evaluate_whatCannotBeUsed_isRefusedByName(String options, String message) {
    evaluate.refuses(message, options.split(" ", -1));
  }

  @Test
  void evaluate_dataThatCannotBeUsed_isRefused() throws IOException {
    new LabCommand("evaluate")
        .refuses("does not exist", "--data=" + directory.resolve("none"), "--model=gf-cf");
    Files.writeString(
        directory.resolve("test.txt"),
        IntStream.range(0, USERS).mapToObj(user -> user + "\n").collect(Collectors.joining()));
    evaluate.refuses("holds no interaction out", "--model=gf-cf");
  }
}
