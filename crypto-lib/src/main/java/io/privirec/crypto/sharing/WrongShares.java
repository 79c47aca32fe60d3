package io.privirec.crypto.sharing;

import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds the shares that do not lie on the polynomials of the others: the unique decoding of
/// Berlekamp and Welch (US patent 4,633,470; Gemmell and Sudan 1992). Of `m` shares `⌊(m −
/// threshold) / 2⌋` may be wrong.
///
/// With the wrong positions `x_i` as the roots of a locator E, and P the polynomial of the secret,
/// `y_i · E(x_i) = P(x_i) · E(x_i)` holds at every position. Any solution of the linear equations
/// `y_i · E(x_i) = Q(x_i)`, E monic, has the wrong positions among the roots of E.
///
/// @param field that the shares are made of
/// @param threshold shares that determine a polynomial
record WrongShares<E>(Arithmetic<E> field, int threshold) {

  /// The indices of the wrong shares. An index that is wrong in one element is left out of the next
  /// ones, which so bear as many further wrong ones as before.
  ///
  /// @param shares by index; their elements, equally many, at least `threshold` shares
  /// @throws GeneralSecurityException if more are wrong than can be told
  SortedSet<Integer> among(SortedMap<Integer, List<E>> shares) throws GeneralSecurityException {
    SortedSet<Integer> wrong = new TreeSet<>();
    SortedMap<Integer, List<E>> right = new TreeMap<>(shares);
    int elements = shares.firstEntry().getValue().size();
    for (int element = 0; element < elements; element++) {
      SortedMap<Integer, E> points = new TreeMap<>();
      for (Map.Entry<Integer, List<E>> share : right.entrySet()) {
        points.put(share.getKey(), share.getValue().get(element));
      }
      SortedSet<Integer> wrongHere = wrongIn(points);
      wrong.addAll(wrongHere);
      right.keySet().removeAll(wrongHere);
    }
    if (wrong.size() > bearable(shares.size())) {
      throw inconsistent();
    }
    return wrong;
  }

  private SortedSet<Integer> wrongIn(SortedMap<Integer, E> points) throws GeneralSecurityException {
    int bearable = bearable(points.size());
    SortedSet<Integer> off = offPolynomialOf(List.copyOf(points.keySet()), points);
    if (off.size() <= bearable) {
      return off;
    }
    List<E> locator = locator(points, bearable);
    List<Integer> trusted =
        points.keySet().stream()
            .filter(index -> !valueAt(field.at(index), locator).equals(field.zero()))
            .toList();
    if (trusted.size() < threshold) {
      throw inconsistent();
    }
    off = offPolynomialOf(trusted, points);
    if (off.size() > bearable) {
      throw inconsistent();
    }
    return off;
  }

  private int bearable(int shares) {
    return (shares - threshold) / 2;
  }

  /// The points that are not on the polynomial through the first `threshold` of some of them, in
  /// Newton's form.
  private SortedSet<Integer> offPolynomialOf(List<Integer> some, SortedMap<Integer, E> points) {
    List<E> nodes = some.subList(0, threshold).stream().map(field::at).toList();
    List<E> coefficients = new ArrayList<>();
    for (int i = 0; i < threshold; i++) {
      E due = Objects.requireNonNull(points.get(some.get(i)));
      E product = field.one();
      for (int j = 0; j < i; j++) {
        due = field.subtract(due, field.multiply(coefficients.get(j), product));
        product = field.multiply(product, field.subtract(nodes.get(i), nodes.get(j)));
      }
      coefficients.add(field.multiply(due, field.inverse(product)));
    }
    SortedSet<Integer> off = new TreeSet<>();
    points.forEach((index, value) -> {
      E x = field.at(index);
      E sum = field.zero();
      for (int i = threshold - 1; i >= 0; i--) {
        sum = field.add(coefficients.get(i), field.multiply(sum, field.subtract(x, nodes.get(i))));
      }
      if (!sum.equals(value)) {
        off.add(index);
      }
    });
    return off;
  }

  /// The coefficients of E, ascending: a row per point says `Σ_j q_j x^j − y Σ_{j<e} e_j x^j = y
  /// x^e` for the degree e of E.
  private List<E> locator(SortedMap<Integer, E> points, int degree)
      throws GeneralSecurityException {
    int unknown = threshold + 2 * degree;
    List<List<E>> rows = new ArrayList<>();
    points.forEach((index, y) -> {
      List<E> row = new ArrayList<>();
      E power = field.one();
      for (int j = 0; j < threshold + degree; j++) {
        row.add(power);
        power = field.multiply(power, field.at(index));
      }
      E scaled = y;
      for (int j = 0; j < degree; j++) {
        row.add(field.subtract(field.zero(), scaled));
        scaled = field.multiply(scaled, field.at(index));
      }
      row.add(scaled);
      rows.add(row);
    });
    List<E> locator = new ArrayList<>(solve(rows, unknown).subList(threshold + degree, unknown));
    locator.add(field.one());
    return locator;
  }

  /// One solution of linear equations, by Gauss and Jordan; unknowns that are free are 0.
  ///
  /// @param rows coefficients and, last, the right-hand side; taken apart
  private List<E> solve(List<List<E>> rows, int unknown) throws GeneralSecurityException {
    int rank = 0;
    List<Integer> pivots = new ArrayList<>();
    for (int column = 0; column < unknown && rank < rows.size(); column++) {
      int found = rank;
      while (found < rows.size() && rows.get(found).get(column).equals(field.zero())) {
        found++;
      }
      if (found == rows.size()) {
        continue;
      }
      List<E> pivot = rows.get(found);
      rows.set(found, rows.get(rank));
      rows.set(rank, pivot);
      E inverse = field.inverse(pivot.get(column));
      pivot.replaceAll(entry -> field.multiply(entry, inverse));
      for (int other = 0; other < rows.size(); other++) {
        List<E> row = rows.get(other);
        E factor = row.get(column);
        if (other != rank && !factor.equals(field.zero())) {
          for (int i = column; i <= unknown; i++) {
            row.set(i, field.subtract(row.get(i), field.multiply(factor, pivot.get(i))));
          }
        }
      }
      pivots.add(column);
      rank++;
    }
    for (List<E> row : rows.subList(rank, rows.size())) {
      if (!row.get(unknown).equals(field.zero())) {
        throw inconsistent();
      }
    }
    List<E> solution = new ArrayList<>();
    for (int column = 0; column < unknown; column++) {
      int row = pivots.indexOf(column);
      solution.add(row < 0 ? field.zero() : rows.get(row).get(unknown));
    }
    return solution;
  }

  /// Horner's rule.
  private E valueAt(E x, List<E> coefficients) {
    E value = field.zero();
    for (E coefficient : coefficients.reversed()) {
      value = field.add(field.multiply(value, x), coefficient);
    }
    return value;
  }

  private static GeneralSecurityException inconsistent() {
    return new GeneralSecurityException("shares are inconsistent");
  }
}
