package io.privirec.filter.graph;

import java.util.Arrays;

/// Chooses the largest entries of one row of F by modulus: |value| descending, then index
/// ascending.
///
/// Works on the bits of floats without their sign, which order like the moduli. Of a whole row a
/// sample gives a bound that about twice as many entries as wanted exceed; one sweep collects
/// those, and a histogram of their upper bits finds the last chosen value. The sample only saves
/// time: when the bound was too high the sweep is repeated with everything. Not safe for several
/// threads.
final class RowSelector {
  /// The smallest float that does not round to zero as half float.
  static final int SMALLEST = Float.floatToRawIntBits(Math.nextUp(0x1p-25f));

  private static final int WITHOUT_SIGN = 0x7fff_ffff;
  private static final int SHIFT = 18;
  private static final int SAMPLE_STRIDE = 16;

  private final int[] histogram = new int[1 << (31 - SHIFT)];
  private final int[] candidates;
  private final int[] candidateBits;
  private int count;

  RowSelector(int items) {
    candidates = new int[items + 1];
    candidateBits = new int[items + 1];
  }

  /// Selects at most `limit` entries of a row that are not zero as half floats.
  ///
  /// @param values the row is [from, from + items)
  /// @param columns where the chosen indices go, ascending, from `to` on
  /// @param halves where their values go, as half floats
  /// @return how many were chosen
  int select(
      float[] values, int from, int items, int limit, int[] columns, short[] halves, int to) {
    collect(values, from, items, limit);
    return choose(limit, columns, halves, to);
  }

  /// Forgets all candidates.
  void clear() {
    count = 0;
  }

  /// Takes one more candidate.
  ///
  /// @param column more than that of every candidate before
  /// @param bits of the value
  void add(int column, int bits) {
    candidates[count] = column;
    candidateBits[count++] = bits;
  }

  /// How many candidates there are.
  int candidates() {
    return count;
  }

  /// Takes the largest entries of a row for candidates, in place of all others: at least `limit`,
  /// if as many are not zero as half floats.
  ///
  /// @param values the row is [from, from + items)
  void collect(float[] values, int from, int items, int limit) {
    int lower = bound(values, from, items, SAMPLE_STRIDE, 2 * (limit / SAMPLE_STRIDE) + 1);
    collectFrom(lower, values, from, items);
    if (count < limit && lower > SMALLEST) {
      collectFrom(SMALLEST, values, from, items);
    }
  }

  /// Selects of the candidates at most `limit` that are not zero as half floats.
  ///
  /// @param columns where the chosen indices go, ascending, from `to` on
  /// @param halves where their values go, as half floats
  /// @return how many were chosen
  int choose(int limit, int[] columns, short[] halves, int to) {
    int threshold = SMALLEST;
    int equalAllowed = count;
    if (count > limit) {
      threshold = threshold(limit);
      equalAllowed = limit;
      for (int n = 0; n < count; n++) {
        equalAllowed -= modulus(candidateBits[n]) > threshold ? 1 : 0;
      }
    }
    int at = to;
    for (int n = 0; n < count; n++) {
      int modulus = modulus(candidateBits[n]);
      if (modulus > threshold || (modulus == threshold && equalAllowed-- > 0)) {
        columns[at] = candidates[n];
        halves[at++] = Float.floatToFloat16(Float.intBitsToFloat(candidateBits[n]));
      }
    }
    return at - to;
  }

  /// A modulus, as bits, that about `wanted` of the values reach: the lower end of a bin, and at
  /// least [#SMALLEST].
  ///
  /// @param values those looked at are at `from` and every `stride` further, below `from + length`
  int bound(float[] values, int from, int length, int stride, int wanted) {
    Arrays.fill(histogram, 0);
    for (int at = from; at < from + length; at += stride) {
      int bits = modulus(Float.floatToRawIntBits(values[at]));
      if (bits >= SMALLEST) {
        histogram[bits >>> SHIFT]++;
      }
    }
    int bin = histogram.length - 1;
    for (int above = histogram[bin]; above < wanted && bin > SMALLEST >>> SHIFT; ) {
      above += histogram[--bin];
    }
    return Math.max(SMALLEST, bin << SHIFT);
  }

  private static int modulus(int bits) {
    return bits & WITHOUT_SIGN;
  }

  /// Collects, in index order, every entry whose modulus is at least `lower`, as bits.
  private void collectFrom(int lower, float[] values, int from, int items) {
    count = 0;
    for (int item = 0; item < items; item++) {
      // without a branch: about one entry in twenty is collected
      int bits = Float.floatToRawIntBits(values[from + item]);
      candidates[count] = item;
      candidateBits[count] = bits;
      count += modulus(bits) >= lower ? 1 : 0;
    }
  }

  /// The modulus of the limit-th largest candidate, as bits.
  private int threshold(int limit) {
    Arrays.fill(histogram, 0);
    for (int n = 0; n < count; n++) {
      histogram[modulus(candidateBits[n]) >>> SHIFT]++;
    }
    int above = 0;
    int top = histogram.length - 1;
    while (above + histogram[top] < limit) {
      above += histogram[top--];
    }
    int[] bin = new int[histogram[top]];
    int inBin = 0;
    for (int n = 0; n < count; n++) {
      int bits = modulus(candidateBits[n]);
      if (bits >>> SHIFT == top) {
        bin[inBin++] = bits;
      }
    }
    Arrays.sort(bin);
    return bin[inBin - (limit - above)];
  }
}
