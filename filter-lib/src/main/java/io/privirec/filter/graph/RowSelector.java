package io.privirec.filter.graph;

import java.util.Arrays;

/// Chooses the largest entries of one row of F: value descending, then index ascending.
///
/// Works on the bits of positive floats, which order like the floats: a histogram of the upper bits
/// finds the bin with the last chosen value, sorting that bin finds the value itself, and a last
/// sweep takes what is above it and the first of what equals it. Not safe for several threads.
final class RowSelector {
  /// Values up to this round to zero as half floats.
  private static final float TOO_SMALL = 0x1p-25f;

  private static final int SHIFT = 18;

  private final int[] histogram = new int[1 << (31 - SHIFT)];
  private int[] bin = new int[256];

  /// Selects at most `limit` entries that are positive as half floats.
  ///
  /// @param values the row is [from, from + items)
  /// @param columns where the chosen indices go, ascending, from `to` on
  /// @param halves where their values go, as half floats
  /// @return how many were chosen
  int select(
      float[] values, int from, int items, int limit, int[] columns, short[] halves, int to) {
    int positive = fillHistogram(values, from, items);
    int threshold = Float.floatToRawIntBits(TOO_SMALL) + 1;
    int equalAllowed = Integer.MAX_VALUE;
    if (positive > limit) {
      int above = 0;
      int top = histogram.length - 1;
      while (above + histogram[top] < limit) {
        above += histogram[top--];
      }
      int inBin = collect(values, from, items, top);
      Arrays.sort(bin, 0, inBin);
      int rank = limit - above;
      threshold = bin[inBin - rank];
      equalAllowed = rank;
      for (int n = inBin - 1; bin[n] > threshold; n--) {
        equalAllowed--;
      }
    }
    int count = to;
    for (int item = 0; item < items; item++) {
      float value = values[from + item];
      if (value > TOO_SMALL) {
        int bits = Float.floatToRawIntBits(value);
        if (bits > threshold || (bits == threshold && equalAllowed-- > 0)) {
          columns[count] = item;
          halves[count++] = Float.floatToFloat16(value);
        }
      }
    }
    return count - to;
  }

  private int fillHistogram(float[] values, int from, int items) {
    Arrays.fill(histogram, 0);
    int positive = 0;
    for (int item = from; item < from + items; item++) {
      if (values[item] > TOO_SMALL) {
        histogram[Float.floatToRawIntBits(values[item]) >>> SHIFT]++;
        positive++;
      }
    }
    return positive;
  }

  private int collect(float[] values, int from, int items, int wanted) {
    if (bin.length < histogram[wanted]) {
      bin = new int[histogram[wanted]];
    }
    int count = 0;
    for (int item = from; item < from + items; item++) {
      int bits = Float.floatToRawIntBits(values[item]);
      if (bits >>> SHIFT == wanted && values[item] > TOO_SMALL) {
        bin[count++] = bits;
      }
    }
    return count;
  }
}
