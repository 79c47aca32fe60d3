package io.privirec.lab.als;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.lab.LabCommand;
import io.privirec.lab.RatedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class LeastSquaresModelsTest {
  @TempDir private Path directory;
  private LabCommand evaluate;

  @BeforeEach
  void writeData() throws IOException {
    Path rated = Files.writeString(directory.resolve("rated.csv"), RatedData.csv(60, 40));
    evaluate = new LabCommand("evaluate", "--data=" + rated);
  }

  @Test
  void evaluate_als_predictsRatingsFederatedAsCentral() throws IOException {
    LabCommand als = evaluate.with("--model=als", "--rank=3", "--steps=4");
    JsonNode central = als.report();
    JsonNode federated = als.report("--filters=federated", "--participants=4");

    assertThat(central.get("metrics").propertyNames())
        .containsExactlyInAnyOrder("rmse", "rmse of user means");
    double rmse = central.at("/metrics/rmse").asDouble();
    assertThat(rmse).isLessThan(central.at("/metrics/rmse of user means").asDouble());
    assertThat(federated.at("/metrics/rmse").asDouble()).isCloseTo(rmse, within(.001));
    assertThat(federated.get("bytesUp").asLong()).isPositive();
  }

  @Test
  void evaluate_ials_measuresLists() throws IOException {
    JsonNode report = evaluate.report("--model=ials", "--rank=3");
    assertThat(evaluate.out()).contains("ials, central filters", "ndcg@20", "gini@20");
    assertThat(report.at("/metrics/recall@20").asDouble()).isBetween(0.0, 1.0);
  }

  @Test
  void evaluate_alsWithoutRatings_isRefused() throws IOException {
    Path bare = directory.resolve("bare.csv");
    Files.writeString(bare, RatedData.csv(60, 40).replaceAll(",(\\d|rating)\n", "\n"));
    new LabCommand("evaluate", "--data=" + bare)
        .refuses("--model als needs ratings, and bare", "--model=als");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --model=gf-cf --steps=3    | --model gf-cf does not go with --steps
          --model=als --k=3          | --model als with central filters does not go with --k
          --model=als --response=flat | --model als does not go with --response
          --model=als --rank=0       | rank must be
          --via=http --rank=3        | --via http does not go with --rank
          """)
  void evaluate_optionsThatDoNotGoTogether_areRefused(String options, String message) {
    evaluate.refuses(message, options.split(" ", -1));
  }
}
