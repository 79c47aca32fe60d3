package io.privirec.lab.attack.sessions;

import io.privirec.filter.random.CounterRandom;
import io.privirec.lab.attack.sessions.Transcript.PlayedRound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// Partial recovery of the histories of some users by an attacker that knows all other data, and
/// the number of items of the user.
///
/// An item's score is the likelihood ratio of its count, and of its pairs with items that the
/// counts make likely. A pair's score is the likelihood ratio of its entry in the item Gram matrix,
/// beside the scores of both items.
///
/// The bounds follow from μ = √(2ρ) of all sums together. Scores do not depend on names of items. A
/// score that ranks a pair of the user above another pair tells two histories apart. Two histories
/// are at most √2 μ from each other, so AUC ≤ Φ(μ/√2). An item less changes the sums by less than
/// the whole user, so hits ≤ Φ(Φ⁻¹(false alarms) + μ).
final class Recovery {
  private static final int MOST_TARGETS = 100;
  private static final int MOST_OWN_PAIRS = 200;
  private static final int OTHER_PAIRS = 1_000;

  /// Users that an item has beside those that are counted.
  private static final double SELDOM = .5;

  private static final double MOST_LIKELY = .9;

  private final int items;
  private final List<Target> targets = new ArrayList<>();
  private double rho;

  private static final class Target {
    private final int user;
    private final int[] history;
    private final boolean[] has;
    private final double[] scores;
    private final double[] prior;
    private final int[][] pairs;
    private final double[] pairScores;
    private final int own;

    /// @param counts users that have each item
    Target(int user, int[] history, long[] counts) {
      int items = counts.length;
      this.user = user;
      this.history = history;
      this.has = new boolean[items];
      Arrays.stream(history).forEach(item -> has[item] = true);
      this.scores = new double[items];
      this.prior = new double[items];
      double sum = Arrays.stream(counts).sum() + SELDOM * items;
      for (int item = 0; item < items; item++) {
        double others = counts[item] - (has[item] ? 1 : 0) + SELDOM;
        double part = Math.min(MOST_LIKELY, history.length * others / sum);
        prior[item] = Math.log(part / (1 - part));
      }
      List<int[]> all = new ArrayList<>();
      for (int n = 1; n < history.length; n++) {
        for (int m = 0; m < n && all.size() < MOST_OWN_PAIRS; m++) {
          all.add(new int[] {history[m], history[n]});
        }
      }
      this.own = all.size();
      for (long n = 0; all.size() < own + OTHER_PAIRS; n += 2) {
        int first = CounterRandom.below(user, n, items);
        int second = CounterRandom.below(user, n + 1, items);
        if (first != second && !(has[first] && has[second])) {
          all.add(new int[] {Math.min(first, second), Math.max(first, second)});
        }
      }
      this.pairs = all.toArray(int[][]::new);
      this.pairScores = new double[pairs.length];
    }
  }

  /// @param shown users whose history is the same in all snapshots
  Recovery(Federation federation, int[] shown) {
    this.items = federation.items();
    int[] suitable =
        Arrays.stream(shown)
            .filter(user -> federation.snapshots().getFirst().rowLength(user) > 1)
            .toArray();
    int count = Math.min(MOST_TARGETS, suitable.length);
    long[] counts = federation.snapshots().getFirst().itemDegrees();
    for (int n = 0; n < count; n++) {
      int user = suitable[(int) ((long) n * suitable.length / count)];
      targets.add(new Target(user, federation.snapshots().getFirst().row(user), counts));
    }
  }

  /// A sum as the attacker sees it without the other users.
  ///
  /// @param noise that is left without all users; NaN where the attacker knows nothing
  /// @param users integers of all users
  /// @param deviation of the noise
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Rest(double[] noise, SparseVector[] users, double deviation) {
    double[] without(int user) {
      double[] rest = noise.clone();
      users[user].addTo(rest, 1);
      return rest;
    }
  }

  /// Takes a session in.
  ///
  /// @param chosen items of the item Gram matrix
  /// @param rho of the claim against the attacker
  void add(Transcript transcript, Rest counts, Rest gram, int[] chosen, double rho) {
    this.rho += rho;
    double unit = unit(transcript.rounds().getFirst());
    double unitOfGram = unit(transcript.rounds().getLast());
    int[] place = new int[items];
    Arrays.fill(place, -1);
    IntStream.range(0, chosen.length).forEach(n -> place[chosen[n]] = n);
    targets.parallelStream()
        .forEach(target -> {
          addCounts(target, counts, unit);
          addGram(target, gram, place, chosen.length, unitOfGram);
        });
  }

  private static double unit(PlayedRound round) {
    return Math.scalb(1.0, round.spec().vector().scaleBits());
  }

  private static double ratio(double seen, double shift, double deviation) {
    return Double.isNaN(seen) ? 0 : (shift * seen - shift * shift / 2) / deviation / deviation;
  }

  private void addCounts(Target target, Rest counts, double unit) {
    double[] rest = counts.without(target.user);
    for (int item = 0; item < items; item++) {
      target.scores[item] += ratio(rest[item], unit, counts.deviation());
    }
  }

  private void addGram(Target target, Rest gram, int[] place, int chosen, double unit) {
    double[] rest = gram.without(target.user);
    double shift = unit / target.history.length;
    double rare = Math.log((double) target.history.length / items);
    double[] likely =
        Arrays.stream(target.scores).map(score -> 1 / (1 + Math.exp(-score - rare))).toArray();
    for (int item = 0; item < items; item++) {
      for (int other = 0; place[item] >= 0 && other < items; other++) {
        if (other != item && place[other] >= 0) {
          double seen = rest[position(place[item], place[other], chosen)];
          target.scores[item] += likely[other] * ratio(seen, shift, gram.deviation());
        }
      }
    }
    for (int n = 0; n < target.pairs.length; n++) {
      int first = place[target.pairs[n][0]];
      int second = place[target.pairs[n][1]];
      if (first >= 0 && second >= 0) {
        target.pairScores[n] +=
            ratio(rest[position(first, second, chosen)], shift, gram.deviation());
      }
    }
  }

  /// Position in the strict upper triangle, row by row.
  static int position(int one, int other, int items) {
    int row = Math.min(one, other);
    return row * (items - 1) - row * (row - 1) / 2 + Math.max(one, other) - row - 1;
  }

  double shift() {
    return Math.sqrt(2 * rho);
  }

  int targets() {
    return targets.size();
  }

  /// The mean part of right items among as many guesses as the user has items; expected is the
  /// largest mean that the claim allows.
  Estimate precision() {
    double[] right = new double[targets.size()];
    double[] bound = new double[targets.size()];
    for (int n = 0; n < right.length; n++) {
      Target target = targets.get(n);
      right[n] = right(target, item -> target.scores[item]);
      bound[n] = precisionBound(target.history.length, items, shift());
    }
    return estimate(right, bound);
  }

  /// The mean part of right items if the attacker also knows how popular items are among the other
  /// users. Popular items are often right without any sum, so this has no bound.
  double precisionWithPopularity() {
    return targets.stream()
        .mapToDouble(target -> right(target, item -> target.scores[item] + target.prior[item]))
        .average()
        .orElse(0);
  }

  private static double right(Target target, IntToDoubleFunction score) {
    int size = target.history.length;
    long right =
        IntStream.range(0, target.has.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer item) -> -score.applyAsDouble(item)))
            .limit(size)
            .filter(item -> target.has[item])
            .count();
    return (double) right / size;
  }

  /// The mean probability that a pair of the user scores above another pair; expected is the
  /// largest that the claim allows.
  Estimate auc() {
    double[] measured = targets.stream().mapToDouble(Recovery::auc).toArray();
    double[] bound = new double[measured.length];
    Arrays.fill(bound, aucBound(shift()));
    return estimate(measured, bound);
  }

  /// The largest AUC of a test between two histories.
  static double aucBound(double shift) {
    return Estimate.normal(shift / Math.sqrt(2));
  }

  /// The largest part of right items among as many guesses as the user has items.
  static double precisionBound(int size, int items, double shift) {
    double low = 0;
    double high = 1;
    for (int step = 0; step < 60; step++) {
      double hits = (low + high) / 2;
      double alarms = (1 - hits) * size / (items - size);
      boolean possible = alarms >= 1 || hits <= Estimate.normal(Estimate.quantile(alarms) + shift);
      low = possible ? hits : low;
      high = possible ? high : hits;
    }
    return high;
  }

  private static double auc(Target target) {
    double above = 0;
    for (int own = 0; own < target.own; own++) {
      double score = score(target, own);
      for (int other = target.own; other < target.pairs.length; other++) {
        double against = score(target, other);
        above += score > against ? 1 : score == against ? .5 : 0;
      }
    }
    return above / target.own / (target.pairs.length - target.own);
  }

  private static double score(Target target, int pair) {
    int[] both = target.pairs[pair];
    return target.pairScores[pair] + target.scores[both[0]] + target.scores[both[1]];
  }

  private static Estimate estimate(double[] measured, double[] bound) {
    double mean = Arrays.stream(measured).average().orElse(0);
    double limit = Arrays.stream(bound).average().orElse(1);
    double squares =
        IntStream.range(0, measured.length)
            .mapToDouble(n -> measured[n] - bound[n] - mean + limit)
            .map(difference -> difference * difference)
            .sum();
    int count = measured.length;
    double error = count < 2 ? 1 : Math.sqrt(squares / (count - 1) / count);
    return new Estimate(mean, limit, Math.max(error, 1e-9));
  }
}
