package io.privirec.federation.ddppm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.federation.peers.Mixing;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.power.TallMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecentralisedPowerTest {
  private static final int COLUMNS = 6;

  /// Peers with different numbers of rows, singular values well apart.
  private static PeerRows rows(int peers) {
    Random random = new Random(8);
    List<TallMatrix> blocks = new ArrayList<>();
    for (int peer = 0; peer < peers; peer++) {
      double[] own = new double[(3 + peer) * COLUMNS];
      for (int n = 0; n < own.length; n++) {
        own[n] = random.nextGaussian() * Math.pow(.6, n % COLUMNS);
      }
      blocks.add(TallMatrix.of(3 + peer, COLUMNS, own));
    }
    return PeerRows.of(blocks);
  }

  @Test
  void withoutNoise_findsOneLeftSingularVectorAfterTheOther() {
    PeerRows rows = rows(5);
    SymmetricEigen eigen = SymmetricEigen.of(rows.gram(), COLUMNS);
    DecentralisedPower power = new DecentralisedPower(rows, Mixing.ring(5));
    for (int l = 0; l < 4; l++) {
      double alpha = 2 / (eigen.values()[l] + eigen.values()[l + 1]);
      DecentralisedPower.Component found =
          power.first(PowerSettings.noiseless(alpha, 80, .2, 300), new Random(l), (_, _) -> {});
      double[] right = new double[COLUMNS];
      for (int c = 0; c < COLUMNS; c++) {
        right[c] = eigen.vectors()[c * COLUMNS + l];
      }
      double[] left = rows.left(right);
      double cosine = 0;
      for (int n = 0; n < left.length; n++) {
        cosine += left[n] / Math.sqrt(eigen.values()[l]) * found.left()[n];
      }
      assertThat(Math.abs(cosine)).isCloseTo(1, within(1e-9));
      power = found.rest();
    }
  }

  @Test
  void noise_isThatOfItsStep() {
    PeerRows rows = PeerRows.of(List.of(TallMatrix.zeros(400, 1), TallMatrix.zeros(400, 1)));
    List<Double> deviations = new ArrayList<>();
    assertThatThrownBy(() ->
            new DecentralisedPower(rows, Mixing.complete(2))
                .first(
                    new PowerSettings(1, 1, 1, new double[] {2, 0}),
                    new Random(3),
                    (q, _) -> deviations.add(deviation(q))))
        .isInstanceOf(ArithmeticException.class);
    assertThat(deviations.get(0)).isCloseTo(2, within(.2));
    assertThat(deviations.get(1)).isZero();
  }

  private static double deviation(double[] q) {
    double squares = 0;
    for (double value : q) {
      squares += value * value;
    }
    return Math.sqrt(squares / q.length);
  }

  @Test
  void settingsThatCannotBe_areRefused() {
    assertThatThrownBy(() -> PowerSettings.noiseless(0, 1, 1, 1)).hasMessageContaining("alpha");
    assertThatThrownBy(() -> PowerSettings.noiseless(1, 0, 1, 1)).hasMessageContaining("gossip");
    assertThatThrownBy(() -> PowerSettings.noiseless(1, 1, 1, 0)).hasMessageContaining("steps");
    assertThatThrownBy(() -> PowerSettings.noiseless(1, 1, 0, 1)).hasMessageContaining("start");
    assertThatThrownBy(() -> new PowerSettings(1, 1, 1, new double[] {-1}))
        .hasMessageContaining("noise");
    assertThatThrownBy(() -> new DecentralisedPower(rows(4), Mixing.ring(3)))
        .hasMessageContaining("4 peers, weights of 3");
  }

  /// In the plain view a peer has all that is in the sums, and more: no row hides better.
  @Test
  void account_ofMoreThatIsSeen_isNoBetter_andTheWorstRowIsSomebodyElses() {
    PeerRows rows = rows(3);
    double alpha = 1 / SymmetricEigen.of(rows.gram(), COLUMNS).values()[0];
    PowerSettings settings = new PowerSettings(alpha, 2, 1, new double[] {3, 3});
    double[][] own = new double[3][3];
    double before = 0;
    for (PeerView view : PeerView.values()) {
      RowAccount.Result result =
          new RowAccount(rows, Mixing.ring(3), settings, view, 0).of(own, 3, 30);
      assertThat(result.deltas()[0]).isGreaterThanOrEqualTo(result.deltas()[1]);
      assertThat(result.worst()[0]).isGreaterThanOrEqualTo(rows.first(1));
      assertThat(result.deltas()[1]).isGreaterThanOrEqualTo(before * (1 - 1e-9));
      before = result.deltas()[1];
    }
  }
}
