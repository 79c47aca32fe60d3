package io.privirec.privacy.text;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.DiscreteGaussian;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.DistributedSkellam;
import io.privirec.privacy.Gaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.Mechanism;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.Release;
import io.privirec.privacy.Rounding;
import io.privirec.privacy.ZeroConcentrated;
import io.privirec.privacy.sampling.Variance;

/// A release as `mechanism:name=value,…`, without spaces. There are several spellings of a
/// distributed mechanism; [#write] has the one in units of the integers, which is exact.
public final class ReleaseText {
  private static final String GAUSSIAN = "gaussian";
  private static final String CONCENTRATED = "zcdp";
  private static final String CENTRAL = "discrete_gaussian";
  private static final String DISTRIBUTED = "distributed_discrete_gaussian";
  private static final String SKELLAM = "distributed_skellam";

  private ReleaseText() {}

  /// Reads any spelling.
  ///
  /// @param adjacency norms in the text are those of a unit that is present or absent; they double
  ///   where units are replaced
  /// @throws IllegalArgumentException if it is none
  /// @throws io.privirec.privacy.PrivacyRefusal if it has no theorem
  public static Release parse(String text, Adjacency adjacency) {
    NamedValues values = NamedValues.parse(text);
    Release release =
        switch (values.mechanism()) {
          case GAUSSIAN ->
              new Release(new Gaussian(values.number("noise_multiplier")), values.count("T", 1));
          case CONCENTRATED ->
              new Release(new ZeroConcentrated(values.number("rho")), values.count("T", 1));
          case CENTRAL ->
              new Release(
                  new DiscreteGaussian(
                      values.number("sensitivity"), values.fraction("sigma2").variance()),
                  values.count("T", 1));
          case DISTRIBUTED, SKELLAM ->
              new Release(distributed(values, adjacency), values.count("steps", 1));
          default -> throw new IllegalArgumentException("no such mechanism: " + values.mechanism());
        };
    values.requireAllUsed();
    return release;
  }

  private static Distributed distributed(NamedValues values, Adjacency adjacency) {
    boolean isSkellam = values.mechanism().equals(SKELLAM);
    NoiseShares shares =
        new NoiseShares(
            values.count("n", 0), values.count("colluders", 0), values.count("dropouts", 0));
    long dimension = values.longCount("dim");
    Integers integers =
        values.has("variance")
            ? inUnitsOfIntegers(values)
            : onAGrid(values, dimension, isSkellam ? "local_stddev" : "sigma_local");
    IntegerSensitivity sensitivity =
        adjacency == Adjacency.REPLACE ? integers.sensitivity.doubled() : integers.sensitivity;
    return isSkellam
        ? new DistributedSkellam(sensitivity, dimension, integers.localVariance, shares)
        : new DistributedDiscreteGaussian(sensitivity, dimension, integers.localVariance, shares);
  }

  private record Integers(IntegerSensitivity sensitivity, Variance localVariance) {}

  private static Integers inUnitsOfIntegers(NamedValues values) {
    return new Integers(
        new IntegerSensitivity(values.number("l2"), values.number("l1")),
        values.fraction("variance").variance());
  }

  /// Real vectors on a grid of step gamma, or 1/scale.
  private static Integers onAGrid(NamedValues values, long dimension, String deviation) {
    Fraction unitsPerOne =
        values.mechanism().equals(SKELLAM)
            ? values.fraction("scale")
            : values.fraction("gamma").inverse();
    Fraction local = values.fraction(deviation).times(unitsPerOne);
    return new Integers(sensitivity(values, unitsPerOne, dimension), local.times(local).variance());
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

  /// The text of which [#parse] makes an equal release, given the same adjacency.
  public static String write(Release release, Adjacency adjacency) {
    return switch (release.mechanism()) {
      case Gaussian(double noiseMultiplier) ->
          times("%s:noise_multiplier=%s".formatted(GAUSSIAN, noiseMultiplier), "T", release);
      case ZeroConcentrated(double rho) ->
          times("%s:rho=%s".formatted(CONCENTRATED, rho), "T", release);
      case DiscreteGaussian(double sensitivity, Variance variance) ->
          times(
              "%s:sigma2=%s,sensitivity=%s".formatted(CENTRAL, variance, sensitivity),
              "T",
              release);
      case DistributedDiscreteGaussian mechanism ->
          times(
              inUnitsOfIntegers(
                  DISTRIBUTED,
                  mechanism,
                  mechanism.sensitivity(),
                  mechanism.dimension(),
                  adjacency),
              "steps",
              release);
      case DistributedSkellam mechanism ->
          times(
              inUnitsOfIntegers(
                  SKELLAM, mechanism, mechanism.sensitivity(), mechanism.dimension(), adjacency),
              "steps",
              release);
    };
  }

  /// The text of one release of a mechanism.
  public static String write(Mechanism mechanism, Adjacency adjacency) {
    return write(new Release(mechanism, 1), adjacency);
  }

  private static String times(String text, String name, Release release) {
    return release.count() == 1 ? text : "%s,%s=%s".formatted(text, name, release.count());
  }

  private static String inUnitsOfIntegers(
      String name,
      Distributed mechanism,
      IntegerSensitivity sensitivity,
      long dimension,
      Adjacency adjacency) {
    // Halving and doubling a double loses nothing.
    double present = adjacency == Adjacency.REPLACE ? .5 : 1;
    NoiseShares shares = mechanism.shares();
    return "%s:n=%s,variance=%s,l2=%s,l1=%s,dim=%s,colluders=%s,dropouts=%s"
        .formatted(
            name,
            shares.participants(),
            mechanism.localVariance(),
            present * sensitivity.l2(),
            present * sensitivity.l1(),
            dimension,
            shares.colluders(),
            shares.dropouts());
  }
}
