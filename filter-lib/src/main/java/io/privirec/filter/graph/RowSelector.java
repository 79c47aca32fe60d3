package io.privirec.filter.graph;

import java.util.Arrays;

/// Chooses the largest entries of one row of F by modulus: |value| descending, then index
/// ascending.
///
/// Works on the bits of floats without their sign, which order like the moduli. A sample of the row
/// gives a bound that about twice as many entries as wanted exceed; one sweep collects those, and a
/// histogram of their upper bits finds the last chosen value. The sample only saves time: when the
/// bound was too high the sweep is repeated with everything. Not safe for several threads.
final class RowSelector {
  /// The smallest float that does not round to zero as half float.
  private static final int SMALLEST = Float.floatToRawIntBits(Math.nextUp(0x1p-25f));

  private static final int WITHOUT_SIGN = 0x7fff_ffff;
  private static final int SHIFT = 18;
  private static final int SAMPLE_STRIDE = 16;

  private final int[] histogram = new int[1 << (31 - SHIFT)];
  private final int[] candidates;
  private final int[] candidateBits;

  RowSelector(int items) {
    candidates = new int[items + 1];
    candidateBits = new int[items + 1];
  }

  /// Selects at most `limit` entries that are not zero as half floats.
  ///
  /// @param values the row is [from, from + items)
  /// @param columns where the chosen indices go, ascending, from `to` on
  /// @param halves where their values go, as half floats
  /// @return how many were chosen
  int select(
      float[] values, int from, int items, int limit, int[] columns, short[] halves, int to) {
    int lower = sampledBound(values, from, items, limit);
    int count = collect(values, from, items, lower);
    if (count < limit && lower > SMALLEST) {
      count = collect(values, from, items, SMALLEST);
    }
    int threshold = SMALLEST;
    int equalAllowed = count;
    if (count > limit) {
      threshold = threshold(count, limit);
      equalAllowed = limit;
      for (int n = 0; n < count; n++) {
        equalAllowed -= candidateBits[n] > threshold ? 1 : 0;
      }
    }
    int at = to;
    for (int n = 0; n < count; n++) {
      int bits = candidateBits[n];
      if (bits > threshold || (bits == threshold && equalAllowed-- > 0)) {
        columns[at] = candidates[n];
        halves[at++] = Float.floatToFloat16(values[from + candidates[n]]);
      }
    }
    return at - to;
  }

  /// A lower end of a bin such that about 2 · limit entries are in it or above.
  private int sampledBound(float[] values, int from, int items, int limit) {
    Arrays.fill(histogram, 0);
    for (int item = from; item < from + items; item += SAMPLE_STRIDE) {
      int bits = Float.floatToRawIntBits(values[item]) & WITHOUT_SIGN;
      if (bits >= SMALLEST) {
        histogram[bits >>> SHIFT]++;
      }
    }
    int wanted = 2 * (limit / SAMPLE_STRIDE) + 1;
    int bin = histogram.length - 1;
    for (int above = histogram[bin]; above < wanted && bin > SMALLEST >>> SHIFT; ) {
      above += histogram[--bin];
    }
    return Math.max(SMALLEST, bin << SHIFT);
  }

  /// Collects, in index order, every entry whose bits are at least `lower`.
  private int collect(float[] values, int from, int items, int lower) {
    int count = 0;
    for (int item = 0; item < items; item++) {
      // without a branch: about one entry in twenty is collected
      int bits = Float.floatToRawIntBits(values[from + item]) & WITHOUT_SIGN;
      candidates[count] = item;
      candidateBits[count] = bits;
      count += bits >= lower ? 1 : 0;
    }
    return count;
  }

  /// The bits of the limit-th largest candidate.
  private int threshold(int count, int limit) {
    Arrays.fill(histogram, 0);
    for (int n = 0; n < count; n++) {
      histogram[candidateBits[n] >>> SHIFT]++;
    }
    int above = 0;
    int top = histogram.length - 1;
    while (above + histogram[top] < limit) {
      above += histogram[top--];
    }
    int[] bin = new int[histogram[top]];
    int inBin = 0;
    for (int n = 0; n < count; n++) {
      if (candidateBits[n] >>> SHIFT == top) {
        bin[inBin++] = candidateBits[n];
      }
    }
    Arrays.sort(bin);
    return bin[inBin - (limit - above)];
  }
}
