package io.privirec.lab.load;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.lab.run.DatasetOption;
import io.privirec.lab.run.InvalidOptionException;
import io.privirec.lab.run.JsonFile;
import io.privirec.lab.run.Screen;
import io.privirec.wire.BatchRequest;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `lab batches`.
@Command(
    name = "batches",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Asks the running recommender for all users of a data set at once, JSON included: as streams"
          + " of 1,000, two at a time, and with --token-file as a job in the background. Tells users"
          + " per second of each round; the median has to keep the limits.",
      "Exit status: 0, 1 when a limit was missed, 2 for an option or a data file that cannot be"
          + " used."
    })
public final class BatchesCommand implements Callable<Integer> {
  private static final int MISSED = 1;
  private static final int TOP = 20;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description = "Data set whose histories are asked with: that of the served release.")
  private Path data = Path.of("");

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

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the result as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      JsonFile.clear(json);
      if (rounds < 1 || rounds > 1000) {
        throw new InvalidOptionException("--rounds must be in [1, 1000]. Provided: " + rounds);
      }
      BatchesReport report = measure(DatasetOption.read(data));
      if (json != null) {
        JsonFile.write(json, report);
      }
      List<String> misses = report.misses(minStreams, minJob);
      Screen.ofThisProcess()
          .line(misses.isEmpty() ? "All limits are kept." : "Missed: " + String.join("; ", misses));
      return misses.isEmpty() ? 0 : MISSED;
    } catch (InvalidOptionException refused) {
      throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()));
    }
  }

  private BatchesReport measure(Dataset dataset) throws IOException, InterruptedException {
    Screen screen = Screen.ofThisProcess();
    List<BatchRequest> requests = requests(dataset);
    Path file = Files.createTempFile("privirec-batches-", ".ndjson");
    try (RecommenderClient recommender = client()) {
      KnownItems.require(recommender, null, dataset);
      JsonMapper mapper = JsonMapper.shared();
      List<String> lines = requests.stream().map(mapper::writeValueAsString).toList();
      Files.write(file, lines);
      Batches batches = new Batches(url, recommender);
      screen.line(
          "%,d histories of %s, JSON included; users per second"
              .formatted(requests.size(), dataset.name()));
      double[] streams = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        streams[round] = requests.size() / batches.streams(lines);
        screen.line("streams of 1,000, two at a time  %,9.0f".formatted(streams[round]));
      }
      double[] jobs = new double[tokenFile == null ? 0 : rounds];
      for (int round = 0; round < jobs.length; round++) {
        jobs[round] = requests.size() / batches.job(file, requests.size());
        screen.line("background job                   %,9.0f".formatted(jobs[round]));
      }
      return BatchesReport.of(requests.size(), streams, jobs);
    } finally {
      Files.delete(file);
    }
  }

  private RecommenderClient client() {
    RecommenderClient.Builder client = RecommenderClient.at(url);
    if (tokenFile == null) {
      return client.build();
    }
    try {
      return client.adminToken(Files.readString(tokenFile).strip()).build();
    } catch (IOException e) {
      throw new InvalidOptionException("--token-file cannot be read: " + tokenFile);
    }
  }

  private static List<BatchRequest> requests(Dataset dataset) {
    InteractionMatrix train = dataset.train();
    return IntStream.range(0, dataset.users())
        .filter(user -> train.rowLength(user) > 0)
        .mapToObj(user ->
            new BatchRequest(
                Integer.toString(user),
                RecommendationRequest.of(
                    Arrays.stream(train.row(user))
                        .mapToObj(item -> new HistoryItem(dataset.itemIds().get(item), null))
                        .toList(),
                    TOP)))
        .toList();
  }
}
