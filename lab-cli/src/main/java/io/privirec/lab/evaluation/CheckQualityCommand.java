package io.privirec.lab.evaluation;

import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `lab check-quality`: holds the summary of a run against its quality bars.
@Command(
    name = "check-quality",
    mixinStandardHelpOptions = true,
    description = {
      "Checks the summary of a run: the service's ndcg@20 must be close to the centralised filter's"
          + " and better than popularity's.",
      "Exit status: 0 when it is, 1 when it is not, 2 when the file cannot be read."
    })
public final class CheckQualityCommand implements Callable<Integer> {
  private static final String USER_MEANS = "userMeans";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--json",
      required = true,
      paramLabel = "FILE",
      description = "What `run --json` wrote.")
  private Path json = Path.of("");

  @Option(
      names = "--max-difference",
      required = true,
      paramLabel = "D",
      description = "Largest difference of service and centralised filter.")
  private double maxDifference;

  @Override
  public Integer call() {
    JsonNode quality = quality();
    boolean ofRatings = quality.has(USER_MEANS);
    String metric = ofRatings ? "rmse" : "ndcg@20";
    String baseline = ofRatings ? USER_MEANS : "popularity";
    double service = metric(quality, "service", metric);
    double central = metric(quality, "central", metric);
    double compared = metric(quality, baseline, metric);
    boolean close = Math.abs(service - central) <= maxDifference;
    boolean better = ofRatings ? service < compared : service > compared;
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s %s: service %.5f, central %.5f, at most %s apart%n",
        close ? "ok  " : "FAIL", metric, service, central, maxDifference);
    out.printf(
        "%s %s: service %.5f better than %s %.5f%n",
        better ? "ok  " : "FAIL",
        metric,
        service,
        ofRatings ? "means of users" : baseline,
        compared);
    out.flush();
    return close && better ? 0 : 1;
  }

  private JsonNode quality() {
    try {
      return JsonMapper.shared().readTree(Files.readAllBytes(json)).path("quality");
    } catch (IOException | JacksonException e) {
      throw new InvalidOptionException("--json: cannot read " + json);
    }
  }

  private double metric(JsonNode quality, String recommender, String metric) {
    JsonNode value = quality.path(recommender).path(metric);
    if (!value.isNumber()) {
      throw new InvalidOptionException(
          "--json: %s has no number quality.%s.%s".formatted(json, recommender, metric));
    }
    return value.asDouble();
  }
}
