package io.privirec.lab.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.privirec.filter.data.Dataset;
import io.privirec.lab.evaluation.GramComparison;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.evaluation.RatingErrors;
import io.privirec.lab.study.Metric;
import io.privirec.stage.deployment.Cohort;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ByAlgorithm;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// The results of a run, as `--json` writes them. Scripts read the names, so the names stay.
///
/// @param stages seconds by name, in order
/// @param disk absent where the run did not start the services
/// @param processes likewise
/// @param privacy absent unless the sums had noise
/// @param privateResult of an earlier session with noise; absent if the run has no such session
/// @param gram absent unless the session published an item Gram matrix
/// @param used absent if the session published popular items alone in place of its model
/// @param spread absent unless more than one session was asked for
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Summary(
    DatasetSummary dataset,
    SessionSummary session,
    Map<String, Double> stages,
    Bytes bytes,
    @Nullable Disk disk,
    @Nullable Processes processes,
    @Nullable PrivacySummary privacy,
    @Nullable PrivateResult privateResult,
    @Nullable GramComparison gram,
    @Nullable UsedData used,
    QualitySummary quality,
    @Nullable Spread spread) {
  public Summary {
    stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
  }

  /// The data set's fingerprint.
  public record DatasetSummary(
      String name, int users, int items, long interactions, String sha256) {
    static DatasetSummary of(Dataset dataset) {
      return new DatasetSummary(
          dataset.name(),
          dataset.users(),
          dataset.items(),
          dataset.interactions(),
          dataset.sha256());
    }
  }

  /// The session.
  ///
  /// @param participants how many are in the sums
  /// @param cells whose members they are
  /// @param cellsLeftOut that the session began with and went on without
  /// @param missing who was missing when it did
  /// @param rounds secure sums, without attempts that failed
  /// @param seconds session accepted to release published
  public record SessionSummary(
      String algorithm,
      @ByAlgorithm AlgorithmParameters parameters,
      String threatModel,
      int participants,
      List<Integer> cells,
      List<Integer> cellsLeftOut,
      List<SessionView.Missing> missing,
      int rounds,
      double seconds) {
    public SessionSummary {
      cells = List.copyOf(cells);
      cellsLeftOut = List.copyOf(cellsLeftOut);
      missing = List.copyOf(missing);
    }

    static SessionSummary of(SessionView session, int rounds) {
      return new SessionSummary(
          session.algorithm(),
          session.parameters(),
          session.threatModel(),
          session.cohort().size(),
          session.cells(),
          session.cellsLeftOut(),
          session.missing(),
          rounds,
          Objects.requireNonNullElse(session.seconds(), 0.0));
    }
  }

  /// Mean bytes of HTTP bodies per participant.
  public record Bytes(long upPerParticipant, long downPerParticipant) {
    static Bytes of(Cohort.Traffic traffic) {
      int participants = Math.max(1, traffic.participants());
      return new Bytes(traffic.up() / participants, traffic.down() / participants);
    }
  }

  /// Disk of the coordinator.
  ///
  /// @param plannedBytes told before the session
  /// @param peakBytes files below its data directory, without its database
  public record Disk(long plannedBytes, long peakBytes) {}

  /// Memory by kind of service; of the clients, the largest.
  public record Processes(Memory coordinator, Memory client, Memory recommender) {}

  /// Memory of one process.
  ///
  /// @param peakRssBytes largest anonymous memory seen; absent where the system does not tell
  /// @param maxHeapBytes the configured -Xmx
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Memory(@Nullable Long peakRssBytes, long maxHeapBytes) {}

  /// ε of the session's sums, as each place tells it that was asked, at one δ. The ledgers name
  /// mechanisms; their ε is computed from these.
  ///
  /// @param plan before the session
  /// @param release computed from the signed manifest that the recommender serves
  /// @param coordinatorLedger from the coordinator's
  /// @param holderLedgers by participant, from its holder's
  /// @param account composed here from the mechanisms, as `privirec privacy account` does
  /// @param mechanisms the plan's of the sums that were opened, as that command takes them
  /// @param unopened planned sums that a session of popular items did not open
  public record PrivacySummary(
      double delta,
      double plan,
      double release,
      double coordinatorLedger,
      Map<String, Double> holderLedgers,
      double account,
      List<String> mechanisms,
      int unopened) {
    public PrivacySummary {
      holderLedgers = Collections.unmodifiableMap(new LinkedHashMap<>(holderLedgers));
      mechanisms = List.copyOf(mechanisms);
    }

    /// Whether all places tell the same, to the last digit; the plan tells more if it has sums that
    /// were not opened.
    boolean agrees() {
      return (unopened == 0 ? plan == account : plan > account)
          && DoubleStream.concat(
                  DoubleStream.of(release, coordinatorLedger),
                  holderLedgers.values().stream().mapToDouble(Double::doubleValue))
              .allMatch(told -> told == account);
    }
  }

  /// The result of a session with noise, beside the session without noise.
  ///
  /// @param epsilon of the session's sums at delta, by the plan
  /// @param quality asked of the running recommender
  public record PrivateResult(String algorithm, double epsilon, double delta, Quality quality) {}

  /// Quality by recommender: of lists, or of predicted ratings.
  @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
  public sealed interface QualitySummary {
    /// The metrics of the running recommender, by name.
    Map<String, Double> ofService();
  }

  /// Quality of lists.
  ///
  /// @param service asked of the running recommender
  /// @param central the same model from all data in one place, unfolded, without a secure sum and
  ///   its noise
  /// @param centralFolded the same, folded as a release is; absent where a release is not folded
  /// @param popularity the baseline, by the exact counts of all train data
  /// @param exactGfCf GF-CF of all train data: no item is left out, nothing is sampled, and no sum
  ///   has noise; absent if the heap is too small for it
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ListQuality(
      Quality service,
      Quality central,
      @Nullable Quality centralFolded,
      Quality popularity,
      @Nullable Quality exactGfCf)
      implements QualitySummary {
    @Override
    public Map<String, Double> ofService() {
      return service.byName();
    }
  }

  /// Errors of predicted ratings.
  ///
  /// @param service asked of the running recommender
  /// @param central the same model from all data in one place, without a secure sum and its noise
  /// @param userMeans the baseline
  public record RatingQuality(RatingErrors service, RatingErrors central, RatingErrors userMeans)
      implements QualitySummary {
    @Override
    public Map<String, Double> ofService() {
      return Map.of("rmse", service.rmse());
    }
  }

  /// How much the service's metrics differ from session to session. The sessions have the same
  /// data, split and holders. Each has a seed and noise of its own.
  ///
  /// @param seeds one of each session
  /// @param metrics by name
  /// @param popular sessions that published popular items alone; their metrics count, too
  public record Spread(List<Long> seeds, Map<String, Metric> metrics, int popular) {
    public Spread {
      seeds = List.copyOf(seeds);
      metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
    }

    /// @param sessions the metrics of each, by name; at least two
    static Spread of(List<Long> seeds, List<Map<String, Double>> sessions, int popular) {
      Map<String, Metric> metrics = new TreeMap<>();
      for (String name : sessions.getFirst().keySet()) {
        metrics.put(
            name,
            Metric.of(
                sessions.stream().map(each -> Objects.requireNonNull(each.get(name))).toList()));
      }
      return new Spread(seeds, metrics, popular);
    }
  }
}
