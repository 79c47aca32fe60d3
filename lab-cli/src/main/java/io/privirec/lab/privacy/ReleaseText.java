package io.privirec.lab.privacy;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.DiscreteGaussian;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.DistributedSkellam;
import io.privirec.privacy.Gaussian;
import io.privirec.privacy.IntegerNoise;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.Mechanism;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.Release;
import io.privirec.privacy.Rounding;
import io.privirec.privacy.ZeroConcentrated;
import io.privirec.privacy.sampling.Variance;
import java.util.ArrayList;
import java.util.List;

/// One release of the command line.
///
/// @param lines what its parameters amount to, by the names of the reference values
record ReleaseText(Release release, List<String> lines) {
  /// From here on, summing every probability takes long and tells nothing new.
  private static final long LARGE_VARIANCE = 1L << 26;

  private static final double LARGE_RHO = 500;

  /// @param delta where the exact ε of a single number is computed
  /// @throws IllegalArgumentException if it is none
  /// @throws io.privirec.privacy.PrivacyRefusal if it has no theorem
  static ReleaseText parse(String text, Adjacency adjacency, double delta) {
    NamedValues values = NamedValues.parse(text);
    ReleaseText parsed =
        switch (values.mechanism()) {
          case "gaussian" ->
              plain(text, new Gaussian(values.number("noise_multiplier")), values.count("T", 1));
          case "zcdp" ->
              plain(text, new ZeroConcentrated(values.number("rho")), values.count("T", 1));
          case "discrete_gaussian" -> discrete(text, values, delta);
          case "distributed_discrete_gaussian" -> distributed(text, values, adjacency);
          case "distributed_skellam" -> distributed(text, values, adjacency);
          default ->
              throw new IllegalArgumentException(
                  "no such mechanism: %s. --help lists them".formatted(values.mechanism()));
        };
    values.requireAllUsed();
    return parsed;
  }

  private static ReleaseText plain(String text, Mechanism mechanism, int count) {
    return new ReleaseText(new Release(mechanism, count), List.of(text));
  }

  private static ReleaseText discrete(String text, NamedValues values, double delta) {
    var mechanism =
        new DiscreteGaussian(values.number("sensitivity"), values.fraction("sigma2").variance());
    int shift = (int) mechanism.sensitivity();
    List<String> lines = new ArrayList<>(List.of(text));
    boolean isSmall =
        !mechanism.variance().isAtLeast(LARGE_VARIANCE) && mechanism.rho() < LARGE_RHO;
    if (isSmall && shift == mechanism.sensitivity()) {
      double exact =
          IntegerNoise.discreteGaussian(mechanism.variance())
              .epsilon(delta, shift, mechanism.rho());
      lines.add(AccountCommand.line("  eps_exact of one number", exact));
    }
    return new ReleaseText(new Release(mechanism, values.count("T", 1)), lines);
  }

  private static ReleaseText distributed(String text, NamedValues values, Adjacency adjacency) {
    boolean isSkellam = values.mechanism().equals("distributed_skellam");
    Fraction unitsPerOne =
        isSkellam ? values.fraction("scale") : values.fraction("gamma").inverse();
    Fraction local = values.fraction(isSkellam ? "local_stddev" : "sigma_local").times(unitsPerOne);
    Variance variance = local.times(local).variance();
    NoiseShares shares =
        new NoiseShares(
            values.count("n", 0), values.count("colluders", 0), values.count("dropouts", 0));
    long dimension = values.count("dim", 0);
    IntegerSensitivity sensitivity = sensitivity(values, unitsPerOne, dimension);
    if (adjacency == Adjacency.REPLACE) {
      sensitivity = sensitivity.doubled();
    }
    Distributed mechanism =
        isSkellam
            ? new DistributedSkellam(sensitivity, dimension, variance, shares)
            : new DistributedDiscreteGaussian(sensitivity, dimension, variance, shares);
    List<String> lines = new ArrayList<>(List.of(text));
    lines.add(AccountCommand.line("  l2_int", sensitivity.l2()));
    lines.add(AccountCommand.line("  l1_int", sensitivity.l1()));
    lines.add(AccountCommand.line("  sigma2_local_int", variance));
    lines.add(AccountCommand.line("  honest shares", shares.honest()));
    lines.add(AccountCommand.line("  noise of a whole sum, over the needed", shares.inflation()));
    return new ReleaseText(new Release(mechanism, values.count("steps", 1)), lines);
  }

  private static IntegerSensitivity sensitivity(
      NamedValues values, Fraction unitsPerOne, long dimension) {
    double clip = values.number("l2");
    if (values.isNone("beta")) {
      return IntegerSensitivity.ofIntegers(clip * unitsPerOne.toDouble(), dimension);
    }
    double beta = values.number("beta", Rounding.DEFAULT_BETA);
    return new Rounding(clip, 1 / unitsPerOne.toDouble(), beta, dimension).sensitivity();
  }
}
