package io.privirec.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.privacy.sampling.Variance;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrivacyClaimTest {
  private static Distributed noise(int colluders, int dropouts) {
    return new DistributedDiscreteGaussian(
        IntegerSensitivity.ofIntegers(10, 100),
        100,
        Variance.of(400),
        new NoiseShares(20, colluders, dropouts));
  }

  private static PrivacyClaim claim(View view, Mechanism... mechanisms) {
    Composition all = new Composition(List.of());
    for (Mechanism mechanism : mechanisms) {
      all = all.plus(Composition.of(mechanism, 2));
    }
    return new PrivacyClaim(Unit.USER, Adjacency.ADD_OR_REMOVE, view, all, Conversion.CKS, 1e-5);
  }

  @Test
  void claim_holdsAgainstWhatEveryReleaseTolerates() {
    PrivacyClaim claim = claim(View.COORDINATOR, noise(2, 4), noise(5, 1));
    assertThat(claim.colluders()).isEqualTo(2);
    assertThat(claim.dropouts()).isEqualTo(1);
    assertThat(claim.epsilon()).isEqualTo(claim.releases().epsilon(1e-5, Conversion.CKS).epsilon());
  }

  @Test
  void claim_inWords_saysEverything() {
    String words = String.join("\n", claim(View.COORDINATOR, noise(2, 4)).inWords());
    assertThat(words)
        .contains(
            "all data of one user at one participant",
            "A person with data at two participants is two units",
            "the coordinator",
            "up to 2 participants may collude, and up to 4 may drop out",
            "at delta = 1.00e-05",
            "2 × discrete Gaussian noise of variance 400",
            "Not counted: other sums over the same data. Those with noise add to epsilon; an exact one"
                + " voids the claim.");
  }

  @Test
  void mechanisms_inWords_sayTheirParameters() {
    NoiseShares shares = new NoiseShares(9, 1, 0);
    IntegerSensitivity sensitivity = IntegerSensitivity.ofIntegers(2, 4);
    assertThat(new DistributedSkellam(sensitivity, 4, Variance.of(18), shares).inWords())
        .isEqualTo("Skellam noise of variance 18 from each of 9 participants, sensitivity 2.0");
    assertThat(new DiscreteGaussian(3, new Variance(5, 2)).inWords())
        .isEqualTo(
            "discrete Gaussian noise of variance 5/2, sensitivity 3.0, added by one process");
    assertThat(new ZeroConcentrated(.5).inWords())
        .isEqualTo("zero-concentrated differential privacy with rho = 0.5");
  }

  @Test
  void claim_ofNoiseThatIsNotSampled_isRefused() {
    for (Mechanism mechanism : new Mechanism[] {new Gaussian(1), new ZeroConcentrated(1)}) {
      assertThatThrownBy(() -> claim(View.OUTSIDERS, mechanism))
          .isInstanceOf(PrivacyRefusal.NotSampled.class);
    }
  }

  @Test
  void claim_forAViewThatSeesMore_isRefused() {
    DiscreteGaussian central = new DiscreteGaussian(1, Variance.of(100));
    assertThat(claim(View.OUTSIDERS, central).colluders()).isZero();
    for (View view : new View[] {View.COORDINATOR, View.PARTICIPANTS}) {
      assertThatThrownBy(() -> claim(view, central))
          .isInstanceOf(PrivacyRefusal.ViewNotCovered.class);
    }
    assertThat(claim(View.COORDINATOR, noise(0, 4)).colluders()).isZero();
    assertThat(claim(View.PARTICIPANTS, noise(1, 4)).colluders()).isEqualTo(1);
    assertThatThrownBy(() -> claim(View.PARTICIPANTS, noise(0, 4)))
        .isInstanceOf(PrivacyRefusal.ViewNotCovered.class)
        .hasMessageContaining("at least one colluder");
  }

  @Test
  void claim_ofNothing_isRefused() {
    assertThatThrownBy(() -> claim(View.OUTSIDERS)).hasMessageContaining("at least one release");
  }
}
