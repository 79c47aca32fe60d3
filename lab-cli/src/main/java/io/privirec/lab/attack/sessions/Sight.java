package io.privirec.lab.attack.sessions;

import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.federation.privirec.NoisyPriviRec;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.GramForm;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.lab.attack.sessions.Transcript.PlayedRound;
import io.privirec.privacy.NoiseShares;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A session's sums as an attacker knows them, without the noise of the attacker's friends.
///
/// @param sums in units of the integers, by round; NaN at positions of which the attacker knows
///   nothing
record Sight(List<double[]> sums) {
  /// Returns the sums of a session to an attacker.
  static Sight of(Attacker attacker, Replay replay) throws IOException {
    Transcript transcript = replay.transcript();
    List<double[]> sums =
        attacker.opensSums()
            ? transcript.rounds().stream()
                .map(round -> Arrays.stream(round.opened()).asDoubleStream().toArray())
                .toList()
            : published(transcript);
    for (ParticipantId friend :
        replay.federation().colluders(attacker.colluders(transcript.claim()))) {
      for (PlayedRound round : transcript.rounds()) {
        double[] sum = sums.get(round.spec().index());
        long[] noise = replay.noise(round, friend);
        for (int n = 0; n < sum.length; n++) {
          sum[n] -= noise[n];
        }
      }
    }
    return new Sight(sums);
  }

  /// The sums as far as they follow from counts and filter of a release.
  private static List<double[]> published(Transcript transcript) throws IOException {
    PlayedRound first = transcript.rounds().getFirst();
    double[] counts = unknown(first);
    @Nullable Path release = transcript.release();
    if (release == null) {
      return transcript.rounds().stream().map(Sight::unknown).toList();
    }
    long[] published = ItemDegreesFile.read(release.resolve(ReleaseManifest.DEGREES));
    double unit = Math.scalb(1.0, first.spec().vector().scaleBits());
    for (int item = 0; item < published.length; item++) {
      // Noise below 0 is published as 0.
      counts[item] = published[item] == 0 ? Double.NaN : published[item] * unit;
    }
    if (transcript.rounds().size() == 1) {
      return List.of(counts);
    }
    PlayedRound second = transcript.rounds().get(NoisyDegreeRound.INDEX + 1);
    Path filter = release.resolve(ReleaseManifest.FILTER);
    return List.of(
        counts,
        Files.exists(filter) ? gram(transcript, second, published, filter) : unknown(second));
  }

  private static double[] unknown(PlayedRound round) {
    double[] sum = new double[round.opened().length];
    Arrays.fill(sum, Double.NaN);
    return sum;
  }

  /// Inverts [io.privirec.filter.graph.PopularGramFilter]. Entries below the threshold stay
  /// unknown.
  private static double[] gram(Transcript transcript, PlayedRound round, long[] counts, Path file)
      throws IOException {
    NoisyPriviRec algorithm = transcript.algorithm();
    if (!(algorithm.form() instanceof GramForm.Threshold settings)) {
      // A form that mixes entries tells less than the sum that it is computed from.
      return Arrays.stream(round.opened()).asDoubleStream().toArray();
    }
    NoiseShares shares = transcript.claim().sums().getFirst().shares();
    double deviation = algorithm.deviation(shares);
    double unit = Math.scalb(1.0, round.spec().vector().scaleBits());
    int[] chosen = Replay.chosen(transcript, round);
    double most = Math.max(1, counts[chosen[0]]);
    double[] sum = unknown(round);
    try (FoldedFilter filter = FoldedFilter.open(file)) {
      int at = 0;
      for (int i = 0; i < chosen.length; i++) {
        double left = Math.pow(Math.max(1, counts[chosen[i]]) / most, -.5);
        for (int j = i + 1; j < chosen.length; j++, at++) {
          double part = Math.max(1, counts[chosen[j]]) / most;
          double entry = filter.contribution(chosen[i], chosen[j]);
          double soft =
              (entry - settings.popularity() * deviation * part)
                  / (left * Math.pow(part, -settings.exponent()));
          // Half precision leaves a thousandth of an entry.
          if (entry != 0 && Math.abs(soft) > Math.abs(entry) / 1000) {
            double taken = settings.threshold() * deviation;
            sum[at] = (soft + Math.copySign(taken, soft)) * unit;
          }
        }
      }
    }
    return sum;
  }
}
