package io.privirec.lab.experiment;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.filter.data.Dataset;
import io.privirec.lab.session.LocalCohort;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.stage.terminal.ProgressBar;
import io.privirec.stage.terminal.Terminal;
import java.util.Optional;
import picocli.CommandLine.Option;

/// Whom federated filters come from.
final class CohortOption {
  /// Up to there everybody shares with everybody.
  private static final int MOST_PARTICIPANTS = 64;

  @Option(
      names = "--participants",
      paramLabel = "N",
      description = "Of federated filters, 3 to 64. Default: ${DEFAULT-VALUE}.")
  private int participants = 10;

  void check() {
    requireRange("--participants", participants, 3, MOST_PARTICIPANTS);
  }

  /// Participants with the users of a data set.
  ///
  /// @param seed of who holds whom
  /// @param terminal shows how rounds go on
  LocalCohort of(Dataset dataset, long seed, Terminal terminal) {
    return new LocalCohort(
        dataset,
        participants,
        seed,
        (round, chunks) ->
            terminal.progress(
                "  %s  %s"
                    .formatted(
                        round.name(), ProgressBar.of(chunks, round.vector().chunks(), "chunks"))));
  }

  /// The kind of rounds that noise is for.
  ///
  /// @param colluders whose noise does not count, at least
  /// @param losses that rounds bear
  /// @return empty for closed rounds, which bear none
  Optional<RoundKind> noiseOf(int colluders, int losses) {
    if (losses == 0) {
      return Optional.empty();
    }
    Thresholds counts;
    try {
      int corrupt = Thresholds.of(ThreatModel.SEMI_MALICIOUS, participants).corrupt();
      counts =
          Thresholds.of(
              ThreatModel.SEMI_MALICIOUS,
              participants,
              Math.max(colluders, corrupt),
              participants - losses);
    } catch (IllegalArgumentException tooMany) {
      throw new InvalidOptionException("--losses: " + tooMany.getMessage());
    }
    if (counts.drops() != losses) {
      throw new InvalidOptionException(
          "--losses: at most %d of %d may be lost".formatted(counts.drops(), participants));
    }
    return Optional.of(new RoundKind.Tolerant(counts));
  }

  int participants() {
    return participants;
  }

  /// In words, for reports.
  String describe() {
    return ", %d participants".formatted(participants);
  }
}
