package io.privirec.filter.ranking;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Metrics of ranked lists by exact name, summed user by user.
///
/// With T a user's held-out items, h the hits among the first k, D(i) = 1 / log₂(i + 1) and rank i
/// from 1; averaged over the users with non-empty T:
///
/// | name | value |
/// |---|---|
/// | `ndcg@k` | Σ hits D(i) / Σ_{i ≤ min(k, T)} D(i) |
/// | `ndcg-full@k` | Σ hits D(i) / Σ_{i ≤ k} D(i) |
/// | `ndcg-lenskit@k` | as `ndcg` with D(i) = 1 / log₂(max(i, 2)) |
/// | `ndcg-ngcf-legacy@k` | Σ hits D(i) / Σ_{i ≤ h} D(i), 0 without hits |
/// | `recall@k` | h / T |
/// | `recall-capped@k` | h / min(k, T) |
/// | `precision@k` | h / k, also when fewer than k were returned |
/// | `hit@k` | 1 if h > 0 |
/// | `mrr@k` | 1 / rank of the first hit |
/// | `map@k` | Σ hits (hits so far / i) / min(k, T) |
///
/// and over all of those users together: `recall-micro@k` Σ h / Σ T; `precision-implicit@k` Σ h / Σ
/// min(k, T); `coverage@k`, the part of the catalogue ever recommended; `gini@k`, the Gini
/// coefficient of how often each item of the catalogue was recommended.
///
/// Not safe for several threads: users added in the same order give the same bits.
public final class RankingMetrics {
  private final int items;
  private final int[] cutoffs;
  private final CutoffSums[] sums;
  private long users;
  private long skippedUsers;

  private RankingMetrics(int items, int[] cutoffs) {
    this.items = items;
    this.cutoffs = cutoffs;
    this.sums = new CutoffSums[cutoffs.length];
    for (int c = 0; c < sums.length; c++) {
      sums[c] = new CutoffSums(items, cutoffs[c]);
    }
  }

  /// Begins to measure.
  ///
  /// @param items size of the catalogue
  /// @param cutoffs the values of k, each at least 1
  public static RankingMetrics of(int items, int... cutoffs) {
    for (int k : cutoffs) {
      if (k < 1) {
        throw new IllegalArgumentException("cutoffs must be at least 1. Provided: " + k);
      }
    }
    return new RankingMetrics(items, cutoffs.clone());
  }

  /// Adds one user; a user without held-out items is skipped and counted.
  ///
  /// @param ranked recommended items, best first, without repetitions; as many as the largest
  ///   cutoff where there are as many
  /// @param heldOut T, ascending and unique
  public void add(int[] ranked, int[] heldOut) {
    if (heldOut.length == 0) {
      skippedUsers++;
      return;
    }
    users++;
    for (CutoffSums sum : sums) {
      sum.add(ranked, heldOut);
    }
  }

  /// Users that count.
  public long users() {
    return users;
  }

  /// Users without held-out items.
  public long skippedUsers() {
    return skippedUsers;
  }

  /// Every metric at every cutoff, by name; 0 when no user counts.
  public Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>();
    for (CutoffSums sum : sums) {
      sum.putInto(values, users);
    }
    return Collections.unmodifiableMap(values);
  }

  /// One metric by exact name, such as `ndcg@20`.
  public double value(String name) {
    Double value = values().get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "metric must be one of %s. Provided: %s".formatted(values().keySet(), name));
    }
    return value;
  }

  @Override
  public String toString() {
    return "RankingMetrics[%s items, cutoffs %s, %s users]"
        .formatted(items, Arrays.toString(cutoffs), users);
  }
}
