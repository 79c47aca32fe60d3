package io.privirec.secagg.roster;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Ranks of small matrices over the integers modulo a prime. A minor of a matrix of zeros and ones
/// with 12 columns is at most 13^6.5 / 2^12 < 5,000 (Hadamard), so the rank is that over the
/// rationals.
final class ModularMatrix {
  private static final long PRIME = (1L << 31) - 1;

  private ModularMatrix() {}

  static int rank(List<long[]> matrix) {
    List<long[]> rows = new ArrayList<>();
    matrix.forEach(row -> rows.add(row.clone()));
    int columns = rows.isEmpty() ? 0 : rows.getFirst().length;
    int rank = 0;
    for (int column = 0; column < columns; column++) {
      int pivot = rank;
      while (pivot < rows.size() && rows.get(pivot)[column] == 0) {
        pivot++;
      }
      if (pivot < rows.size()) {
        Collections.swap(rows, pivot, rank);
        eliminate(rows, rank, column);
        rank++;
      }
    }
    return rank;
  }

  private static void eliminate(List<long[]> rows, int pivot, int column) {
    long[] from = rows.get(pivot);
    BigInteger prime = BigInteger.valueOf(PRIME);
    long inverse = BigInteger.valueOf(from[column]).modInverse(prime).longValueExact();
    for (long[] row : rows.subList(pivot + 1, rows.size())) {
      long factor = row[column] * inverse % PRIME;
      for (int i = column; i < row.length; i++) {
        row[i] = Math.floorMod(row[i] - factor * from[i] % PRIME, PRIME);
      }
    }
  }
}
