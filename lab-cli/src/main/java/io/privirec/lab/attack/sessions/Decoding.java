package io.privirec.lab.attack.sessions;

import io.privirec.exposure.Equations;
import io.privirec.exposure.Limits;
import io.privirec.exposure.OpenedSum;
import io.privirec.exposure.Reconstruction;
import io.privirec.exposure.UserWeight;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.power.TallMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The decoder for sums without noise, on means of the noisy sums of sessions. It takes the noise
/// that is left of the means for the error of the sums.
///
/// The items are the most popular ones of the first session. The decoder is told how many users
/// with a pair have each item, and the diagonal, which no session sums: more than an attacker sees.
final class Decoding {
  /// Errors that the decoder tries, as parts of the error that the attacker estimates.
  private static final double[] PARTS = {1, 2, 4, .5, .25};

  private final Federation federation;
  private final Limits limits;
  private final SortedMap<Integer, Mean> means = new TreeMap<>();
  private int[] items = new int[0];
  private double resolution;

  /// Sums of the sessions over a snapshot.
  private static final class Mean {
    private final float[] gram;
    private final short[] terms;

    Mean(int items) {
      this.gram = new float[items * items];
      this.terms = new short[items * items];
    }
  }

  /// Histories that the decoder found.
  ///
  /// @param users with at least two of the items
  /// @param read histories that some user has
  /// @param wrong histories that no user has, or more often than users have them
  /// @param endedByLimits whether a limit ended any run
  record Score(int users, int read, int wrong, boolean endedByLimits) {}

  Decoding(Federation federation, Limits limits) {
    this.federation = federation;
    this.limits = limits;
  }

  /// Takes a session in.
  ///
  /// @param chosen items of the session's item Gram matrix
  void add(Transcript transcript, Sight sight, int[] chosen) {
    if (items.length == 0) {
      items = chosen.clone();
    }
    int[] place = new int[federation.items()];
    Arrays.fill(place, -1);
    IntStream.range(0, items.length).forEach(n -> place[items[n]] = n);
    Mean mean = means.computeIfAbsent(transcript.snapshot(), _ -> new Mean(items.length));
    double unitOfGram = Math.scalb(1.0, -transcript.rounds().getLast().spec().vector().scaleBits());
    resolution = unitOfGram;
    double[] gram = sight.sums().getLast();
    int at = 0;
    for (int i = 0; i < chosen.length; i++) {
      for (int j = i + 1; j < chosen.length; j++, at++) {
        int first = place[chosen[i]];
        int second = place[chosen[j]];
        if (first >= 0 && second >= 0 && !Double.isNaN(gram[at])) {
          float value = (float) (gram[at] * unitOfGram);
          for (int entry :
              new int[] {first * items.length + second, second * items.length + first}) {
            mean.gram[entry] += value;
            mean.terms[entry]++;
          }
        }
      }
    }
  }

  /// Runs the decoder with several tolerances, which share the time, until all users are read.
  ///
  /// @return the best score: the attacker sees which histories explain the sums
  Score run() {
    Limits each =
        new Limits(limits.time().dividedBy(PARTS.length), limits.memory(), limits.usersOfRow());
    List<Score> scores = new ArrayList<>();
    for (double part : PARTS) {
      scores.add(run(part, each));
      if (scores.getLast().read() == scores.getLast().users()) {
        break;
      }
    }
    Score best =
        Collections.max(
            scores, Comparator.comparingInt(Score::read).thenComparingInt(score -> -score.wrong()));
    return new Score(
        best.users(), best.read(), best.wrong(), scores.stream().anyMatch(Score::endedByLimits));
  }

  private Score run(double part, Limits limitsOfRun) {
    List<Equations.Snapshot> snapshots = new ArrayList<>();
    means.forEach((snapshot, mean) -> snapshots.add(snapshot(snapshot, mean, part * error(mean))));
    Reconstruction found = Reconstruction.of(new Equations(snapshots), limitsOfRun);
    Map<List<Integer>, Integer> left = new HashMap<>();
    int users = 0;
    InteractionMatrix truth = federation.snapshots().get(means.firstKey()).items(items);
    for (int user = 0; user < truth.users(); user++) {
      if (truth.rowLength(user) > 1) {
        users++;
        left.merge(list(truth.row(user)), 1, Integer::sum);
      }
    }
    int read = 0;
    int wrong = 0;
    for (Reconstruction.History history : found.histories()) {
      boolean isRight = left.merge(list(history.items()), -1, Integer::sum) >= 0;
      read += isRight ? 1 : 0;
      wrong += isRight ? 0 : 1;
    }
    return new Score(users, read, wrong, found.endedByLimits());
  }

  /// The standard deviation of a number of the item Gram matrix, as an attacker estimates it. True
  /// numbers are not negative, so negative numbers are noise. Without noise, values of pairs were
  /// rounded down.
  private double error(Mean mean) {
    double squares = 0;
    int negative = 0;
    for (int at = 0; at < mean.gram.length; at++) {
      double entry = mean.terms[at] == 0 ? 0 : mean.gram[at] / mean.terms[at];
      if (entry < 0) {
        squares += entry * entry;
        negative++;
      }
    }
    double rounding = resolution / Math.sqrt(12);
    return negative == 0 ? rounding : Math.max(rounding, Math.sqrt(squares / negative));
  }

  /// @param error of a number of the item Gram matrix
  private Equations.Snapshot snapshot(int snapshot, Mean mean, double error) {
    int count = items.length;
    long[] degrees = new long[count];
    double[] diagonal = new double[count];
    InteractionMatrix users = federation.snapshots().get(snapshot).items(items);
    for (int user = 0; user < users.users(); user++) {
      int own = users.rowLength(user);
      for (int n = users.rowStart(user); n < users.rowEnd(user) && own > 1; n++) {
        degrees[users.column(n)]++;
        diagonal[users.column(n)] += 1 / Math.sqrt((double) own * (own - 1));
      }
    }
    double[] gram = new double[count * count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        int at = i * count + j;
        double entry = mean.terms[at] == 0 ? 0 : mean.gram[at] / mean.terms[at];
        double scale = Math.sqrt((double) Math.max(1, degrees[i]) * Math.max(1, degrees[j]));
        gram[at] = (i == j ? diagonal[i] : entry) / scale;
      }
    }
    return new Equations.Snapshot(
        degrees,
        List.of(new OpenedSum.Gram(TallMatrix.of(count, count, gram), error, OpenedSum.FLOAT)),
        UserWeight.EQUAL_NORM);
  }

  private static List<Integer> list(int[] history) {
    return Arrays.stream(history).boxed().toList();
  }
}
