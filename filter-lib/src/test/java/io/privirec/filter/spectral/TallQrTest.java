package io.privirec.filter.spectral;

import static io.privirec.filter.TestMatrices.orthonormalityError;
import static io.privirec.filter.TestMatrices.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.matrix.DenseMatrix;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TallQrTest {
  @Test
  void factorise_wellConditioned_rebuildsTheMatrix() {
    for (int p : new int[] {1, 13, 67}) {
      DenseMatrix y = uniform(p, 207, p);
      TallQr.Factors factors = TallQr.factorise(y);
      assertSound(y, factors);
      for (int j = 0; j < p; j++) {
        assertThat(factors.t()[j * p + j]).isPositive();
      }
    }
  }

  @Test
  void factorise_square_isOrthogonal() {
    DenseMatrix y = uniform(4, 29, 29);
    assertSound(y, TallQr.factorise(y));
  }

  @Test
  void factorise_illConditioned_staysOrthonormal() {
    DenseMatrix y = uniform(5, 300, 6);
    for (int row = 0; row < 300; row++) {
      for (int j = 1; j < 6; j++) {
        y.data()[row * 6 + j] = y.data()[row * 6] + 1e-4f * j * y.data()[row * 6 + j];
      }
    }
    assertSound(y, TallQr.factorise(y));
  }

  @Test
  void factorise_dependentColumns_staysOrthonormalWithZerosOnTheDiagonal() {
    int p = 7;
    DenseMatrix y = uniform(6, 120, p);
    for (int row = 0; row < 120; row++) {
      y.data()[row * p + 2] = 0;
      y.data()[row * p + 4] = y.data()[row * p] - 2 * y.data()[row * p + 1];
      y.data()[row * p + 6] = y.data()[row * p + 3];
    }
    TallQr.Factors factors = TallQr.factorise(y);
    assertSound(y, factors);
    double[] t = factors.t();
    assertThat(t[2 * p + 2]).isZero();
    assertThat(Math.abs(t[4 * p + 4])).isLessThan(1e-5);
    assertThat(t[6 * p + 6]).isZero();
    assertThat(t[5 * p + 5]).isGreaterThan(1);
  }

  @Test
  void factorise_zeros_givesAnyOrthonormalBasisAndZeroT() {
    TallQr.Factors factors = TallQr.factorise(DenseMatrix.zeros(9, 9));
    assertThat(orthonormalityError(factors.q())).isLessThan(1e-6);
    assertThat(factors.t()).containsOnly(0);
  }

  /// The columns span all of the directions that are tried first, and lack another one: for data
  /// that is made so there is a factor, too.
  @Test
  void orthonormal_columnsThatSpanAllDirectionsThatAreTried_areCompleted() {
    int m = 10;
    int tried = 8;
    double[] directions = new double[m * tried];
    for (int attempt = 0; attempt < tried; attempt++) {
      float[] direction = Normals.of(m - 1 + (long) m * attempt, m, 1).data();
      for (int row = 0; row < m; row++) {
        directions[row * tried + attempt] = direction[row];
      }
    }
    double[] beside = TallQr.orthonormal(appended(directions, m, tried), m, tried + 1);
    double[] columns = new double[m * m];
    for (int row = 0; row < m; row++) {
      for (int column = 0; column < m - 1; column++) {
        double identity = row == column ? 1 : 0;
        columns[row * m + column] =
            identity - beside[row * (tried + 1) + tried] * beside[column * (tried + 1) + tried];
      }
    }

    double[] q = TallQr.orthonormal(columns, m, m);

    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        double product = 0;
        for (int row = 0; row < m; row++) {
          product += q[row * m + i] * q[row * m + j];
        }
        assertThat(product).isCloseTo(i == j ? 1 : 0, within(1e-12));
      }
    }
  }

  /// With one more column, of ones.
  private static double[] appended(double[] columns, int m, int count) {
    double[] all = new double[m * (count + 1)];
    for (int row = 0; row < m; row++) {
      System.arraycopy(columns, row * count, all, row * (count + 1), count);
      all[row * (count + 1) + count] = 1;
    }
    return all;
  }

  @Test
  void factorise_rankOne_givesTheSameBitsEveryTime() {
    DenseMatrix y = DenseMatrix.zeros(50, 5);
    Arrays.fill(y.data(), 0.25f);
    assertThat(TallQr.factorise(y).q().data()).containsExactly(TallQr.factorise(y).q().data());
    assertSound(y, TallQr.factorise(y));
  }

  @Test
  void factorise_wideOrNotFinite_isRefused() {
    assertThatThrownBy(() -> TallQr.factorise(uniform(1, 3, 4)))
        .isInstanceOf(IllegalArgumentException.class);
    DenseMatrix y = uniform(1, 5, 2);
    y.data()[3] = Float.NaN;
    assertThatThrownBy(() -> TallQr.factorise(y))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("finite");
  }

  /// Q orthonormal, T upper triangular, and Q T = Y to a few ulps of the largest column.
  private static void assertSound(DenseMatrix y, TallQr.Factors factors) {
    int p = y.columns();
    double[] t = factors.t();
    assertThat(orthonormalityError(factors.q())).isLessThan(2e-6);
    for (int row = 0; row < y.rows(); row++) {
      for (int j = 0; j < p; j++) {
        double sum = 0;
        for (int i = 0; i < p; i++) {
          sum += factors.q().get(row, i) * t[i * p + j];
          assertThat(i <= j || t[i * p + j] == 0).isTrue();
        }
        assertThat(Math.abs(sum - y.get(row, j))).isLessThan(1e-5);
      }
    }
  }
}
