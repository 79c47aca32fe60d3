package io.privirec.filter.ranking;

import java.util.Arrays;
import java.util.Map;

/// What [RankingMetrics] sums at one cutoff k.
final class CutoffSums {
  private static final double LOG_2 = Math.log(2);

  private final int k;
  private final double[] idealGain;
  private final double[] lenskitIdealGain;
  private final long[] exposures;
  private double ndcg;
  private double ndcgFull;
  private double ndcgLenskit;
  private double ndcgLegacy;
  private double recall;
  private double recallCapped;
  private double precision;
  private double reciprocalRank;
  private double averagePrecision;
  private long usersHit;
  private long hits;
  private long heldOutItems;
  private long reachableItems;

  CutoffSums(int items, int k) {
    this.k = k;
    this.exposures = new long[items];
    this.idealGain = new double[k + 1];
    this.lenskitIdealGain = new double[k + 1];
    for (int i = 1; i <= k; i++) {
      idealGain[i] = idealGain[i - 1] + discount(i + 1);
      lenskitIdealGain[i] = lenskitIdealGain[i - 1] + discount(Math.max(i, 2));
    }
  }

  private static double discount(int argument) {
    return LOG_2 / Math.log(argument);
  }

  void add(int[] ranked, int[] heldOut) {
    int reachable = Math.min(k, heldOut.length);
    int found = 0;
    double gain = 0;
    double lenskitGain = 0;
    double precisions = 0;
    for (int i = 1; i <= Math.min(k, ranked.length); i++) {
      int item = ranked[i - 1];
      exposures[item]++;
      if (Arrays.binarySearch(heldOut, item) >= 0) {
        found++;
        gain += discount(i + 1);
        lenskitGain += discount(Math.max(i, 2));
        precisions += (double) found / i;
        if (found == 1) {
          reciprocalRank += 1.0 / i;
          usersHit++;
        }
      }
    }
    ndcg += gain / idealGain[reachable];
    ndcgFull += gain / idealGain[k];
    ndcgLenskit += lenskitGain / lenskitIdealGain[reachable];
    ndcgLegacy += found == 0 ? 0 : gain / idealGain[found];
    recall += (double) found / heldOut.length;
    recallCapped += (double) found / reachable;
    precision += (double) found / k;
    averagePrecision += precisions / reachable;
    hits += found;
    heldOutItems += heldOut.length;
    reachableItems += reachable;
  }

  void putInto(Map<String, Double> values, long users) {
    double n = Math.max(1, users);
    values.put("ndcg@" + k, ndcg / n);
    values.put("ndcg-full@" + k, ndcgFull / n);
    values.put("ndcg-lenskit@" + k, ndcgLenskit / n);
    values.put("ndcg-ngcf-legacy@" + k, ndcgLegacy / n);
    values.put("recall@" + k, recall / n);
    values.put("recall-capped@" + k, recallCapped / n);
    values.put("recall-micro@" + k, (double) hits / Math.max(1, heldOutItems));
    values.put("precision@" + k, precision / n);
    values.put("precision-implicit@" + k, (double) hits / Math.max(1, reachableItems));
    values.put("hit@" + k, usersHit / n);
    values.put("mrr@" + k, reciprocalRank / n);
    values.put("map@" + k, averagePrecision / n);
    values.put("coverage@" + k, coverage());
    values.put("gini@" + k, gini());
  }

  private double coverage() {
    long recommended = Arrays.stream(exposures).filter(count -> count > 0).count();
    return (double) recommended / Math.max(1, exposures.length);
  }

  /// Σ_i (2 i − n − 1) x_i / (n Σ x) over exposures x in ascending order, i from 1.
  private double gini() {
    long[] ascending = exposures.clone();
    Arrays.sort(ascending);
    double weighted = 0;
    double total = 0;
    for (int i = 0; i < ascending.length; i++) {
      weighted += (2.0 * i + 1 - ascending.length) * ascending[i];
      total += ascending[i];
    }
    return total == 0 ? 0 : weighted / (ascending.length * total);
  }
}
