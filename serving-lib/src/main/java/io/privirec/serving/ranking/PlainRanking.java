package io.privirec.serving.ranking;

import io.privirec.filter.ranking.Popularity;
import io.privirec.filter.ranking.TopK;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/// Items by what is known of them alone: the ranking that nothing was made diverse in.
public interface PlainRanking {
  /// The best n of some, best first. Restricting it to fewer items does not change their order
  /// among each other.
  int[] best(int n, BitSet among);

  float score(int item);

  /// Items that come after all others, whatever their scores.
  default BitSet last() {
    return new BitSet();
  }

  /// This one for all but some items, which come last, by popularity.
  ///
  /// @param last none where the score of an item that nothing is known of is one among others
  default PlainRanking endingWith(BitSet last, Popularity popularity) {
    return last.isEmpty() ? this : new Ending(this, last, popularity);
  }

  /// Of items that a model says nothing about at all.
  record Ending(PlainRanking first, BitSet last, Popularity popularity) implements PlainRanking {
    @Override
    public int[] best(int n, BitSet among) {
      BitSet known = (BitSet) among.clone();
      known.andNot(last);
      int[] best = first.best(n, known);
      int[] others = popularity.among(n - best.length, item -> last.get(item) && among.get(item));
      return IntStream.concat(Arrays.stream(best), Arrays.stream(others)).toArray();
    }

    @Override
    public float score(int item) {
      return first.score(item);
    }
  }

  /// By score, then by lower index.
  final class ByScore implements PlainRanking {
    private final float[] scores;

    ByScore(float[] scores) {
      this.scores = scores;
    }

    @Override
    public int[] best(int n, BitSet among) {
      return TopK.among(scores, n, among);
    }

    @Override
    public float score(int item) {
      return scores[item];
    }
  }

  /// By score; those of score 0, which the history says nothing about, by popularity.
  final class FilledUp implements PlainRanking {
    private final float[] scores;
    private final Popularity popularity;

    /// @param scores shape [items]; not copied
    public FilledUp(float[] scores, Popularity popularity) {
      this.scores = scores;
      this.popularity = popularity;
    }

    @Override
    public int[] best(int n, BitSet among) {
      return popularity.filledUp(scores, n, among);
    }

    @Override
    public float score(int item) {
      return scores[item];
    }
  }

  /// By how many users interacted with them.
  final class ByPopularity implements PlainRanking {
    private final long[] degrees;
    private final Popularity popularity;

    ByPopularity(long[] degrees, Popularity popularity) {
      this.degrees = degrees;
      this.popularity = popularity;
    }

    @Override
    public int[] best(int n, BitSet among) {
      return popularity.among(n, among::get);
    }

    @Override
    public float score(int item) {
      return degrees[item];
    }
  }
}
