package io.privirec.lab.attack;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.graph.UpperTriangle;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.process.RunDirectory;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads histories from the sums of one session.
///
/// @param random for the sessions' keys and noise
record ReadingAttack(SparseUsers users, SecureRandom random) {
  private int items() {
    return users.data().items();
  }

  /// Of `privirec-k`, from V and the first product alone.
  ///
  /// @param rank k
  Histories.Score fromProduct(int rank, long seed) throws IOException {
    PriviRecK algorithm = new PriviRecK(items(), rank, 1, 0, seed, rank, 1);
    List<long[]> sums = sums(algorithm);
    long[] degrees = degrees(sums);
    return judged(
        Peeling.histories(
            degrees,
            new ProductRows(
                sums.get(1), unit(algorithm, 1), algorithm.factors().start(items()), degrees)));
  }

  /// Of `privirec`, from V and P̃.
  Histories.Score fromGram() throws IOException {
    AlgorithmSettings algorithm =
        algorithm(
            PriviRec.ID,
            PriviRecParameters.DEFAULT
                .withModel(
                    PriviRecParameters.TurboCf.DEFAULT.withAlpha(.5).withExponent(1.).withFilter(1))
                .withTopN(1)
                .withMinSupport(1),
            items(),
            users.participants());
    List<long[]> sums = sums(algorithm);
    long[] degrees = degrees(sums);
    return judged(
        Peeling.histories(degrees, new GramRows(sums.get(1), unit(algorithm, 1), degrees)));
  }

  /// Of `privirec` with privacy, over all items: the most likely history for each row of G, as if
  /// one user alone had its item.
  Histories.Score fromNoisyGram(PrivacyParameters privacy) throws IOException {
    AlgorithmSettings algorithm =
        algorithm(
            PriviRec.ID,
            PriviRecParameters.DEFAULT
                .withModel(PopularGram.of(items(), null))
                .withTopN(1)
                .withPrivacy(privacy),
            items(),
            users.participants());
    try (RunDirectory work = RunDirectory.temporary()) {
      long[] sum =
          ObservedSession.run(algorithm.algorithm(), users.holders(), random, work.path()).get(1);
      RoundSpec round = algorithm.algorithm().specs().get(1);
      int[] order =
          Popularity.of(ItemDegreesFile.read(work.path().resolve(round.broadcastFile())))
              .among(items(), item -> true);
      double unit = unit(algorithm, 1);
      double deviation = unit * NoisySum.deviation(round, users.participants());
      UpperTriangle triangle = new UpperTriangle(items() - 1);
      List<int[]> guesses = new ArrayList<>();
      for (int row = 0; row < items(); row++) {
        double[] entries = new double[items()];
        for (int other = 0; other < items(); other++) {
          int above = Math.min(row, other);
          if (other != row) {
            entries[other] =
                unit * sum[(int) triangle.start(above) + Math.max(row, other) - above - 1];
          }
        }
        guesses.add(
            Arrays.stream(LikelyHistory.of(entries, row, deviation))
                .map(at -> order[at])
                .sorted()
                .toArray());
      }
      return judged(guesses);
    }
  }

  private Histories.Score judged(List<int[]> guesses) {
    return new Histories(users.data()).score(guesses);
  }

  private List<long[]> sums(AlgorithmSettings algorithm) throws IOException {
    try (RunDirectory work = RunDirectory.temporary()) {
      return ObservedSession.run(algorithm.algorithm(), users.holders(), random, work.path());
    }
  }

  /// V; the number of users comes after it.
  private long[] degrees(List<long[]> sums) {
    return Arrays.copyOf(sums.getFirst(), items());
  }

  private static double unit(AlgorithmSettings algorithm, int round) {
    return Math.scalb(1.0, -algorithm.algorithm().specs().get(round).vector().scaleBits());
  }

  /// The algorithm of parameters, settled as its coordinator would.
  static AlgorithmSettings algorithm(
      String id, AlgorithmParameters asked, int items, int participants) {
    try {
      return AlgorithmRegistry.settings(
          AlgorithmRegistry.settleAsStated(id, asked, items, participants, () -> 1), items);
    } catch (InvalidParametersException unusable) {
      throw new InvalidOptionException(id + ": " + unusable.getMessage());
    }
  }
}
