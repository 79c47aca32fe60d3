package io.privirec.lab.attack.sessions;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.lab.option.FormatOptions;
import io.privirec.operator.option.InvalidOptionException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Options of `lab attack sessions`.
final class SeriesSettings {
  private static final double EPSILON_OF_RUN = 3;
  private static final double MAX_EPSILON = 30;

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description =
          "Data set: a LightGCN directory, MovieLens, or a CSV file. Default: a synthetic data"
              + " set.")
  @Nullable Path data;

  @Mixin FormatOptions format = new FormatOptions();

  @Option(
      names = "--all-interactions",
      description = "Holders have the held-out interactions, too. Default: the train interactions.")
  boolean allInteractions;

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "Users that are drawn from the data set. Default: all.")
  @Nullable Integer users;

  @Option(names = "--participants", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  int participants = 10;

  @Option(
      names = "--client-processes",
      paramLabel = "C",
      description = "Client-services that host the participants. Default: ${DEFAULT-VALUE}.")
  int clientProcesses = 1;

  @Option(names = "--sessions", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  int sessions = 8;

  @Option(
      names = "--changed",
      paramLabel = "P",
      description =
          "Percent of the users that have more items in the second half of the sessions. Default:"
              + " ${DEFAULT-VALUE}.")
  double changed = 3;

  @Option(
      names = "--settings",
      paramLabel = "NAME",
      description =
          "run: the request of ./run, epsilon 3, and holders that join without asking. product: a"
              + " request without privacy, and holders that approve each session. Default: run.")
  Settings settings = Settings.RUN;

  @Option(
      names = "--raise-limits",
      description = "Raises the limits of both ledgers, so that all sessions run.")
  boolean raiseLimits;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description =
          "Of each session of the settings run; above 3 only with --raise-limits. Default:"
              + " ${DEFAULT-VALUE}.")
  double epsilon = EPSILON_OF_RUN;

  @Option(
      names = "--no-noise",
      description =
          "Sessions of privirec-k without noise; holders are asked, and approve. The operator reads"
              + " histories from the sums of all sessions.")
  boolean noNoise;

  @Option(
      names = "--k",
      paramLabel = "K",
      description = "Rank of sessions without noise. Default: ${DEFAULT-VALUE}.")
  int k = 58;

  @Option(
      names = "--iterations",
      paramLabel = "L",
      description = "Products of a session without noise. Default: ${DEFAULT-VALUE}.")
  int iterations = 2;

  @Option(
      names = "--decoder-seconds",
      paramLabel = "S",
      description = "Time limit of each run of the decoder. Default: ${DEFAULT-VALUE}.")
  int decoderSeconds = 20;

  @Option(
      names = "--standard-errors",
      paramLabel = "Z",
      description =
          "Distance from a claim that a single measurement may have. With several measurements it"
              + " is wider, so that all together fail as seldom. Default: ${DEFAULT-VALUE}.")
  double standardErrors = 3;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the users and who holds them. Default: ${DEFAULT-VALUE}.")
  long seed = 1;

  /// The origin of the sessions' defaults.
  enum Settings {
    RUN,
    PRODUCT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Checks ranges.
  ///
  /// @throws InvalidOptionException if an option is out of range
  void check() {
    requireRange("--participants", participants, 3, 64);
    requireRange("--client-processes", clientProcesses, 1, participants);
    requireRange("--sessions", sessions, 1, 1000);
    requireRange("--k", k, 1, 4096);
    requireRange("--iterations", iterations, 1, 16);
    requireRange("--decoder-seconds", decoderSeconds, 1, 86_400);
    if (!(changed >= 0 && changed <= 100)) {
      throw new InvalidOptionException("--changed must be in [0, 100]. Provided value: " + changed);
    }
    if (!(standardErrors >= 1 && standardErrors <= 8)) {
      throw new InvalidOptionException(
          "--standard-errors must be in [1, 8]. Provided value: " + standardErrors);
    }
    if (!(epsilon > 0 && epsilon <= MAX_EPSILON)) {
      throw new InvalidOptionException(
          "--epsilon must be in (0, %s]. Provided value: %s".formatted(MAX_EPSILON, epsilon));
    }
    if (epsilon > EPSILON_OF_RUN && !raiseLimits) {
      throw new InvalidOptionException("--epsilon above 3 needs --raise-limits");
    }
    if (epsilon != EPSILON_OF_RUN && (noNoise || settings == Settings.PRODUCT)) {
      throw new InvalidOptionException(
          "--epsilon does not go with --no-noise or --settings product");
    }
    if (noNoise && raiseLimits) {
      throw new InvalidOptionException("--raise-limits does not go with --no-noise");
    }
  }
}
