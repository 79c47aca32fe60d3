package io.privirec.lab.attack;

import io.privirec.federation.Algorithm;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Round;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.federation.local.InProcessSession;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// A session in this process, with keys, masks and noise, as its coordinator sees it: all that is
/// opened. This coordinator goes on where an honest one would publish popular items because there
/// is nothing but noise.
final class ObservedSession {
  private ObservedSession() {}

  /// Runs a session.
  ///
  /// @param random for keys and noise
  /// @param work an empty directory, in which broadcasts are left
  /// @return the sum of each round, as integers
  static List<long[]> run(
      Algorithm algorithm,
      SortedMap<ParticipantId, RatingMatrix> data,
      SecureRandom random,
      Path work)
      throws IOException {
    List<long[]> sums = new ArrayList<>();
    List<RoundSpec> rounds = algorithm.specs();
    Algorithm observed =
        algorithm.withRounds(round ->
            round.withCompletion((sum, directory) -> observe(rounds, round, sums, sum, directory)));
    new InProcessSession(observed, data, (round, chunks) -> {}, random, Optional.empty()).run(work);
    return sums;
  }

  private static PlanStep observe(
      List<RoundSpec> rounds, Round round, List<long[]> sums, Aggregate sum, Path work)
      throws IOException {
    sums.add(SumBlocks.integers(round.spec(), sum));
    PlanStep step = round.complete(sum, work);
    if ((step instanceof PlanStep.Fail || step instanceof PlanStep.PublishPopular)
        && round.index() + 1 < rounds.size()) {
      RoundSpec next = rounds.get(round.index() + 1);
      Files.copy(
          work.resolve(ReleaseManifest.DEGREES),
          work.resolve(next.broadcastFile()),
          StandardCopyOption.REPLACE_EXISTING);
      return new PlanStep.NextRound(next);
    }
    return step;
  }
}
