package io.privirec.acceptance.load;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.filter.data.Dataset;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.JsonOption;
import io.privirec.operator.http.AdminToken;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.BatchRequest;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/// `acceptance batches`.
@Command(
    name = "batches",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Asks the running recommender for all users of its release's data set at once, JSON included: as streams"
          + " of 1,000, two at a time, and with --token-file as a job in the background. Tells users"
          + " per second of each round; the median has to keep the limits.",
      "Exit status: 0, 1 when a limit was missed, 2 for an option or a data file that cannot be"
          + " used."
    })
public final class BatchesCommand implements Callable<Integer> {
  private static final int TOP = 20;

  @Mixin private DataOption data = new DataOption();

  @Option(names = "--url", paramLabel = "URL", description = "Default: ${DEFAULT-VALUE}.")
  private URI url = URI.create("http://127.0.0.1:7801");

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "With the operator's token, who may create jobs. Without it there is no job.")
  private @Nullable Path tokenFile;

  @Option(names = "--rounds", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--min-streams",
      paramLabel = "R",
      description = "Users per second. Default: ${DEFAULT-VALUE}.")
  private double minStreams = 4000;

  @Option(
      names = "--min-job",
      paramLabel = "R",
      description = "Users per second. Default: ${DEFAULT-VALUE}.")
  private double minJob = 8000;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    json.clear();
    requireRange("--rounds", rounds, 1, 1000);
    BatchesReport report = measure(data.read());
    json.write(report);
    return LoadReport.conclude(report.misses(minStreams, minJob), ".");
  }

  private BatchesReport measure(Dataset dataset) throws IOException, InterruptedException {
    Terminal terminal = Terminal.ofThisProcess();
    List<BatchRequest> requests = requests(dataset);
    Path file = Files.createTempFile("privirec-batches-", ".ndjson");
    try (RecommenderClient recommender = client()) {
      KnownItems.require(recommender, null, dataset);
      JsonMapper mapper = JsonMapper.shared();
      List<String> lines = requests.stream().map(mapper::writeValueAsString).toList();
      Files.write(file, lines);
      Batches batches = new Batches(url, recommender);
      terminal.line(
          "%,d histories of %s, JSON included; users per second"
              .formatted(requests.size(), dataset.name()));
      double[] streams = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        streams[round] = requests.size() / batches.streams(lines);
        terminal.line("streams of 1,000, two at a time  %,9.0f".formatted(streams[round]));
      }
      double[] jobs = new double[tokenFile == null ? 0 : rounds];
      for (int round = 0; round < jobs.length; round++) {
        jobs[round] = requests.size() / batches.job(file, requests.size());
        terminal.line("background job                   %,9.0f".formatted(jobs[round]));
      }
      return BatchesReport.of(requests.size(), streams, jobs);
    } finally {
      Files.delete(file);
    }
  }

  private RecommenderClient client() {
    RecommenderClient.Builder client = RecommenderClient.at(url);
    return tokenFile == null
        ? client.build()
        : client.adminToken(AdminToken.read(tokenFile).value()).build();
  }

  private static List<BatchRequest> requests(Dataset dataset) {
    return HistoryRequests.users(dataset)
        .mapToObj(user ->
            new BatchRequest(
                Integer.toString(user),
                HistoryRequests.request(dataset, dataset.train().row(user), TOP)))
        .toList();
  }
}
