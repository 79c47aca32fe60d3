package io.privirec.serving.ranking;

import io.privirec.serving.metadata.MetadataIndex;
import io.privirec.serving.scoring.RequestRefusal;
import io.privirec.wire.Diversity;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A ranking in which alike items are apart (maximal marginal relevance, Carbonell and Goldstein
/// 1998), and no category has more than its share.
///
/// The head is chosen from a pool, the best {@value #POOL} of the plain ranking: always the item j
/// with the largest
///
/// <pre>(1 - lambda) · score_j / best score - lambda · max over items i chosen so far of s_ij</pre>
///
/// where s_ij is the [ItemSimilarity], and scores count as 0 where the best is not positive. Among
/// equals the one further up in the plain ranking is chosen. What is not in the pool follows in the
/// plain order. An item of which some category has been chosen `categoryCap` times is left out for
/// good. So there is one list for a request, whatever page of it is asked for, and with lambda 0
/// and no cap it is the plain ranking.
final class DiverseRanking {
  private static final int POOL = 256;
  private static final int STRIDE = 1_024;

  private final double lambda;
  private final int categoryCap;
  private final ItemSimilarity similarity;
  private final MetadataIndex metadata;

  private DiverseRanking(
      double lambda, int categoryCap, ItemSimilarity similarity, MetadataIndex metadata) {
    this.lambda = lambda;
    this.categoryCap = categoryCap;
    this.similarity = similarity;
    this.metadata = metadata;
  }

  /// Reads what a request says.
  ///
  /// @return null where it asks for the plain ranking
  static @Nullable DiverseRanking of(
      @Nullable Diversity diversity, ItemSimilarity similarity, MetadataIndex metadata) {
    if (diversity == null) {
      return null;
    }
    double lambda = diversity.lambda() == null ? 0 : diversity.lambda();
    if (!(lambda >= 0 && lambda <= 1)) {
      throw new RequestRefusal.InvalidValue("/diversity/lambda", "must be in [0, 1]");
    }
    int cap = diversity.categoryCap() == null ? Integer.MAX_VALUE : diversity.categoryCap();
    if (cap < 1) {
      throw new RequestRefusal.InvalidValue("/diversity/categoryCap", "must be at least 1");
    }
    return lambda == 0 && cap == Integer.MAX_VALUE
        ? null
        : new DiverseRanking(lambda, cap, similarity, metadata);
  }

  /// The first items of the list.
  ///
  /// @return at most `end`; fewer only where the list is shorter
  int[] head(int end, PlainRanking plain, BitSet candidates) {
    Chosen chosen = new Chosen(end);
    BitSet left = (BitSet) candidates.clone();
    if (lambda > 0) {
      BitSet ranked = (BitSet) left.clone();
      ranked.andNot(plain.last());
      int[] pool = plain.best(POOL, ranked);
      chooseFrom(pool, plain, chosen);
      for (int item : pool) {
        left.clear(item);
      }
    }
    while (!chosen.isComplete() && !left.isEmpty()) {
      for (int item : plain.best(STRIDE, left)) {
        chosen.offer(item);
        left.clear(item);
      }
      chosen.full.forEach(category -> metadata.removeMembers(category, left));
    }
    return chosen.items();
  }

  private void chooseFrom(int[] pool, PlainRanking plain, Chosen chosen) {
    double best = pool.length == 0 ? 0 : plain.score(pool[0]);
    double[] relevance = new double[pool.length];
    for (int n = 0; n < pool.length; n++) {
      relevance[n] = best > 0 ? plain.score(pool[n]) / best : 0;
    }
    double[] nearest = new double[pool.length];
    boolean[] gone = new boolean[pool.length];
    for (int turn = 0; turn < pool.length && !chosen.isComplete(); turn++) {
      int next = -1;
      double most = Double.NEGATIVE_INFINITY;
      for (int n = 0; n < pool.length; n++) {
        double value = (1 - lambda) * relevance[n] - lambda * nearest[n];
        if (!gone[n] && value > most) {
          next = n;
          most = value;
        }
      }
      gone[next] = true;
      if (chosen.offer(pool[next])) {
        for (int n = 0; n < pool.length; n++) {
          if (!gone[n]) {
            nearest[n] = Math.max(nearest[n], similarity.of(pool[n], pool[next]));
          }
        }
      }
    }
  }

  /// What is in the list so far.
  private final class Chosen {
    private final int[] items;
    private final Map<String, Integer> byCategory = new HashMap<>();
    private final Set<String> full = new HashSet<>();
    private int size;

    Chosen(int end) {
      items = new int[end];
    }

    boolean isComplete() {
      return size == items.length;
    }

    /// Takes the item, unless the list is complete or one of its categories has its share.
    boolean offer(int item) {
      if (isComplete()) {
        return false;
      }
      if (categoryCap < Integer.MAX_VALUE) {
        for (String category : metadata.categoriesOf(item)) {
          if (full.contains(category)) {
            return false;
          }
        }
        for (String category : metadata.categoriesOf(item)) {
          if (byCategory.merge(category, 1, Integer::sum) >= categoryCap) {
            full.add(category);
          }
        }
      }
      items[size++] = item;
      return true;
    }

    int[] items() {
      return Arrays.copyOf(items, size);
    }
  }
}
