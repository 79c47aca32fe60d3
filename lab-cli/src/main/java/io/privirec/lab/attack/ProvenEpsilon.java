package io.privirec.lab.attack;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BetaDistribution;

/// What an attack proves about a mechanism: a mechanism of a smaller ε would have let it succeed so
/// often with a probability of at most 1 − confidence.
///
/// With (ε, δ) every test has TPR ≤ exp(ε) FPR + δ (Kairouz, Oh, Viswanath 2015), so that ε ≥
/// ln((TPR − δ) / FPR); and the same for telling absence. Rates are bounded by Clopper and
/// Pearson's exact intervals, half of what confidence leaves for each. The test is chosen on one
/// half of the trials and counted on the other: bounds of the best of many tests would not hold.
///
/// @param epsilon at least 0
/// @param advantage TPR − FPR of the test that was best at it in the first half, counted on the
///   other
record ProvenEpsilon(double epsilon, double advantage) {
  private static final int THRESHOLDS = 400;

  /// Says `present` above the threshold, or below.
  private record Threshold(double value, boolean above) {
    int count(double[] statistics) {
      return (int) Arrays.stream(statistics).filter(each -> each > value == above).count();
    }
  }

  /// @param hits of trials in which what the test tells is so
  /// @param falseAlarms of as many in which it is not
  private record Counts(int hits, int falseAlarms, int trials) {
    double epsilon(double delta, double doubt) {
      double likely = lower(hits, trials, doubt / 2) - delta;
      return likely <= 0
          ? 0
          : Math.max(0, Math.log(likely / upper(falseAlarms, trials, doubt / 2)));
    }

    double advantage() {
      return (double) (hits - falseAlarms) / trials;
    }
  }

  /// From an attack's statistic, of independent trials.
  ///
  /// @param absent without the target
  /// @param present with it, as many, an even number
  /// @param delta of the claim
  /// @param confidence in (0, 1)
  static ProvenEpsilon of(double[] absent, double[] present, double delta, double confidence) {
    int half = absent.length / 2;
    double[] absentFirst = Arrays.copyOf(absent, half);
    double[] presentFirst = Arrays.copyOf(present, half);
    double[] absentLast = Arrays.copyOfRange(absent, half, absent.length);
    double[] presentLast = Arrays.copyOfRange(present, half, present.length);
    double[] sorted =
        DoubleStream.concat(Arrays.stream(absentFirst), Arrays.stream(presentFirst))
            .sorted()
            .toArray();
    double doubt = 1 - confidence;
    Threshold surest = new Threshold(0, true);
    Threshold widest = surest;
    double proven = -1;
    double advantage = -1;
    for (int step = 1; step < THRESHOLDS; step++) {
      double value = sorted[(int) ((long) sorted.length * step / THRESHOLDS)];
      for (Threshold test :
          Stream.of(true, false).map(above -> new Threshold(value, above)).toList()) {
        Counts counts = counts(test, absentFirst, presentFirst);
        if (counts.epsilon(delta, doubt) > proven) {
          proven = counts.epsilon(delta, doubt);
          surest = test;
        }
        if (counts.advantage() > advantage) {
          advantage = counts.advantage();
          widest = test;
        }
      }
    }
    return new ProvenEpsilon(
        counts(surest, absentLast, presentLast).epsilon(delta, doubt),
        counts(widest, absentLast, presentLast).advantage());
  }

  /// Above a threshold the test tells presence, below it absence.
  private static Counts counts(Threshold test, double[] absent, double[] present) {
    return test.above()
        ? new Counts(test.count(present), test.count(absent), present.length)
        : new Counts(test.count(absent), test.count(present), absent.length);
  }

  /// Clopper and Pearson 1934: the smallest rate with which so many successes or more have this
  /// probability.
  static double lower(int successes, int trials, double probability) {
    return successes == 0
        ? 0
        : BetaDistribution.of(successes, trials - successes + 1.0)
            .inverseCumulativeProbability(probability);
  }

  /// The largest rate with which so many successes or fewer have this probability.
  static double upper(int successes, int trials, double probability) {
    return successes == trials
        ? 1
        : BetaDistribution.of(successes + 1.0, (double) trials - successes)
            .inverseSurvivalProbability(probability);
  }
}
