package io.privirec.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
            "all data of one user at one holder",
            "A person with data at two holders of the cohort has epsilon = ",
            "the coordinator",
            "up to 2 participants may collude, and up to 4 may drop out",
            "at delta = 1.00e-05",
            "2 × discrete Gaussian noise of variance 400",
            "Not counted: other sums over the same data. Those with noise add to epsilon; a sum"
                + " without noise voids the claim.");
  }

  /// ε 3 at δ 1e-6 becomes 6.5 for a person at two holders.
  @Test
  void personAtSeveralHolders_hasTheSquareOfRho() {
    double rho = Conversion.CKS.rho(new PrivacyTarget(3, 1e-6));
    DistributedDiscreteGaussian noise =
        DistributedDiscreteGaussian.least(
            IntegerSensitivity.ofIntegers(1 << 10, 1 << 20),
            1,
            new NoiseShares(10, 2, 0),
            each -> each.rho() <= rho);
    PrivacyClaim claim =
        new PrivacyClaim(
            Unit.USER,
            Adjacency.ADD_OR_REMOVE,
            View.COORDINATOR,
            Composition.of(noise, 1),
            Conversion.CKS,
            1e-6);
    assertThat(claim.epsilonOfPerson(1)).isEqualTo(claim.epsilon()).isCloseTo(3, within(1e-3));
    assertThat(claim.epsilonOfPerson(2))
        .isEqualTo(Conversion.CKS.ofConcentrated(4 * noise.rho(), 1e-6).epsilon())
        .isBetween(6.4, 6.6);
    assertThat(claim.epsilonOfPerson(3))
        .isEqualTo(Conversion.CKS.ofConcentrated(9 * noise.rho(), 1e-6).epsilon());
    assertThatThrownBy(() -> claim.epsilonOfPerson(0)).hasMessageContaining("at least 1");
  }

  @Test
  void personAtSeveralHolders_underOtherNoise_hasTheSensitivityOfAll() {
    NoiseShares shares = new NoiseShares(9, 1, 0);
    DistributedSkellam one =
        new DistributedSkellam(new IntegerSensitivity(2, 4), 4, Variance.of(1 << 12), shares);
    DistributedSkellam twice =
        new DistributedSkellam(new IntegerSensitivity(4, 8), 4, Variance.of(1 << 12), shares);
    assertThat(claim(View.COORDINATOR, one).epsilonOfPerson(2))
        .isEqualTo(claim(View.COORDINATOR, twice).epsilon());
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
