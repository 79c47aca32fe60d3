package io.privirec.lab.attack;

import io.privirec.filter.matrix.DenseMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The first product of `privirec-k`, Y₁ = P̃ X₀, with X₀ public. With a_j = x_j / √v_j, row i of
/// it times √v_i is Σ_u (1/d_u) Σ_j a_j over the users who have i and the items j that they have.
/// If that is one user, the row is d vectors out of m known ones: what orthogonal matching pursuit
/// finds if d is small against the p columns (Tropp and Gilbert 2007).
final class ProductRows implements SumOfRows {
  /// Of a row's norm; fixed point and floats leave far less.
  private static final double TOLERANCE = 1e-3;

  private final int width;
  private final double[][] rows;
  private final double[][] atoms;
  private final double[] norms;
  private final BitSet unreadable = new BitSet();

  /// @param product Y₁ in fixed point, row by row
  /// @param unit of it
  /// @param start X₀
  /// @param degrees V, at least 1 each
  ProductRows(long[] product, double unit, DenseMatrix start, long[] degrees) {
    this.width = start.columns();
    this.rows = new double[degrees.length][width];
    this.atoms = new double[degrees.length][width];
    this.norms = new double[degrees.length];
    for (int item = 0; item < degrees.length; item++) {
      double root = Math.sqrt((double) degrees[item]);
      for (int column = 0; column < width; column++) {
        rows[item][column] = product[item * width + column] * unit * root;
        atoms[item][column] = start.get(item, column) / root;
      }
      norms[item] = norm(atoms[item]);
    }
  }

  /// The pursuit begins with all items that are known to be in the history: those of one user have
  /// one row, if nobody else has them.
  @Override
  public Optional<int[]> historyOf(int item, long[] degrees) {
    if (unreadable.get(item)) {
      return Optional.empty();
    }
    double enough = TOLERANCE * norm(rows[item]);
    int[] known =
        IntStream.range(0, degrees.length)
            .filter(other -> degrees[other] == 1 && distance(rows[item], rows[other]) <= enough)
            .toArray();
    int[] candidates = IntStream.range(0, degrees.length).filter(j -> degrees[j] > 0).toArray();
    Optional<int[]> found = pursue(item, known, candidates, enough);
    if (found.isEmpty()) {
      IntStream.of(known).forEach(unreadable::set);
    }
    return found;
  }

  private Optional<int[]> pursue(int item, int[] known, int[] candidates, double enough) {
    double[] rest = rows[item].clone();
    BitSet taken = new BitSet();
    List<double[]> basis = new ArrayList<>();
    int next = known[0];
    // As many vectors as there are equations always fit.
    while (next >= 0 && basis.size() < width) {
      taken.set(next);
      double[] direction = orthonormal(atoms[next], basis);
      basis.add(direction);
      add(rest, -dot(rest, direction), direction);
      if (basis.size() < known.length) {
        next = known[basis.size()];
      } else if (norm(rest) <= enough) {
        return checked(item, taken.stream().toArray(), enough);
      } else {
        next = mostAlike(rest, candidates, taken);
      }
    }
    return Optional.empty();
  }

  private int mostAlike(double[] rest, int[] candidates, BitSet taken) {
    int best = -1;
    double most = -1;
    for (int candidate : candidates) {
      double alike = Math.abs(dot(rest, atoms[candidate])) / norms[candidate];
      if (!taken.get(candidate) && alike > most) {
        most = alike;
        best = candidate;
      }
    }
    return best;
  }

  private static double[] orthonormal(double[] vector, List<double[]> basis) {
    double[] direction = vector.clone();
    for (double[] other : basis) {
      add(direction, -dot(direction, other), other);
    }
    double norm = norm(direction);
    for (int i = 0; i < direction.length; i++) {
      direction[i] /= norm;
    }
    return direction;
  }

  /// All weights of a history are the same.
  private Optional<int[]> checked(int item, int[] history, double enough) {
    double[] rest = rows[item].clone();
    for (int other : history) {
      add(rest, -1.0 / history.length, atoms[other]);
    }
    return norm(rest) <= enough ? Optional.of(history) : Optional.empty();
  }

  @Override
  public void remove(int[] history) {
    double[] part = new double[width];
    for (int item : history) {
      add(part, 1.0 / history.length, atoms[item]);
    }
    for (int item : history) {
      add(rows[item], -1, part);
    }
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }

  private static double norm(double[] vector) {
    return Math.sqrt(dot(vector, vector));
  }

  private static double distance(double[] one, double[] other) {
    double[] difference = one.clone();
    add(difference, -1, other);
    return norm(difference);
  }

  private static void add(double[] to, double factor, double[] vector) {
    for (int i = 0; i < to.length; i++) {
      to[i] += factor * vector[i];
    }
  }
}
