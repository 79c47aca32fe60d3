package io.privirec.filter.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricSpectrumTest {
  private static final int SIGNALS = 7;

  /// Some strong directions in symmetric noise, whose eigenvalues are in ±2 √n.
  private static DenseMatrix signalInNoise(int n) {
    Random random = new Random(n);
    DenseMatrix matrix = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        float noise = (float) random.nextGaussian();
        matrix.data()[i * n + j] = noise;
        matrix.data()[j * n + i] = noise;
      }
    }
    for (int signal = 1; signal <= SIGNALS; signal++) {
      double[] direction = random.doubles(n, -1, 1).toArray();
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          matrix.data()[i * n + j] += (float) (.3 * signal * direction[i] * direction[j]);
        }
      }
    }
    return matrix;
  }

  /// Small matrices are decomposed whole, large ones by iteration.
  @ParameterizedTest
  @ValueSource(ints = {40, 300, 301, 500})
  void of_signalInNoise_findsWhatTheWholeDecompositionFinds(int n) {
    DenseMatrix matrix = signalInNoise(n);
    double[] elements = new double[n * n];
    Arrays.setAll(elements, i -> matrix.data()[i]);
    double[] expected = SymmetricEigen.of(elements, n).values();

    SymmetricSpectrum spectrum = SymmetricSpectrum.of(matrix, 20);

    assertThat(spectrum.values()).hasSize(20);
    for (int i = 0; i < SIGNALS; i++) {
      assertThat(spectrum.values()[i]).isCloseTo(expected[i], within(1e-3 * expected[0]));
    }
    assertThat(spectrum.least()).isCloseTo(expected[n - 1], within(1e-3 * expected[0]));
    DenseMatrix vectors = spectrum.vectors(SIGNALS);
    for (int c = 0; c < SIGNALS; c++) {
      double residual = 0;
      for (int i = 0; i < n; i++) {
        double product = -spectrum.values()[c] * vectors.get(i, c);
        for (int j = 0; j < n; j++) {
          product += (double) matrix.get(i, j) * vectors.get(j, c);
        }
        residual += product * product;
      }
      assertThat(Math.sqrt(residual)).isLessThan(2e-3 * expected[0]);
    }
  }

  @Test
  void of_twice_isTheSame() {
    DenseMatrix matrix = signalInNoise(320);

    SymmetricSpectrum first = SymmetricSpectrum.of(matrix, 30);
    SymmetricSpectrum second = SymmetricSpectrum.of(matrix, 30);

    assertThat(second.values()).isEqualTo(first.values());
    assertThat(second.vectors(30).data()).isEqualTo(first.vectors(30).data());
  }

  @Test
  void of_aMatrixOfZeros_hasNoDirection() {
    assertThat(SymmetricSpectrum.of(DenseMatrix.zeros(400, 400), 3).values()).containsOnly(0.0);
  }

  @Test
  void of_wrongShapes_isRefused() {
    DenseMatrix matrix = signalInNoise(40);
    assertThatThrownBy(() -> SymmetricSpectrum.of(matrix, 41))
        .hasMessageContaining("41 eigenvalues need a square matrix");
    assertThatThrownBy(() -> SymmetricSpectrum.of(DenseMatrix.zeros(3, 4), 1))
        .hasMessageContaining("3 × 4");
    assertThatThrownBy(() -> SymmetricSpectrum.of(matrix, 5).vectors(6))
        .hasMessageContaining("r must be in [1, 5]");
  }
}
