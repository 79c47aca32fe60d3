package io.privirec.privacy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// Everything that was released about the same data, in any order and each release chosen after
/// having seen the earlier ones: divergences add up (Mironov 2017, Proposition 1).
///
/// Parameters may also be chosen after earlier releases were seen, as long as a limit of the total
/// was fixed beforehand (Feldman and Zrnic 2021). That there is one is not checked.
///
/// @param releases in any order; none for data of which nothing was released
public record Composition(List<Release> releases) {
  /// Any whole orders may be used. With these, little is lost for ε from 0.0001 to 10; far above, 2
  /// is too large and there is no smaller one.
  private static final double[] WHOLE_ORDERS =
      DoubleStream.concat(
              IntStream.rangeClosed(2, 256).asDoubleStream(),
              IntStream.rangeClosed(1, 96).mapToDouble(i -> Math.rint(256 * Math.pow(2, i / 8.))))
          .toArray();

  public Composition {
    releases = List.copyOf(releases);
  }

  public static Composition of(Mechanism mechanism, int count) {
    return new Composition(List.of(new Release(mechanism, count)));
  }

  public Composition plus(Composition other) {
    List<Release> all = new ArrayList<>(releases);
    all.addAll(other.releases);
    return new Composition(all);
  }

  /// How many releases there are.
  public long count() {
    return releases.stream().mapToLong(Release::count).sum();
  }

  /// The sum of ρ, if all mechanisms are [Concentrated].
  public OptionalDouble rho() {
    double sum = 0;
    for (Release release : releases) {
      if (!(release.mechanism() instanceof Concentrated concentrated)) {
        return OptionalDouble.empty();
      }
      sum += release.count() * concentrated.rho();
    }
    return OptionalDouble.of(sum);
  }

  /// Exact privacy, if all mechanisms are [Gaussian].
  public Optional<GaussianPrivacy> gaussian() {
    double squared = 0;
    for (Release release : releases) {
      if (!(release.mechanism() instanceof Gaussian(double noiseMultiplier))) {
        return Optional.empty();
      }
      squared += release.count() / (noiseMultiplier * noiseMultiplier);
    }
    return Optional.of(new GaussianPrivacy(Math.sqrt(squared)));
  }

  /// The sum of the divergences of one order.
  ///
  /// @param order α > 1, whole if some mechanism wants it
  public double renyi(double order) {
    return releases.stream()
        .mapToDouble(release -> release.count() * release.mechanism().renyi(order))
        .sum();
  }

  /// ε at δ: over all orders if all mechanisms are [Concentrated], else over whole ones.
  public RenyiBound epsilon(double delta, Conversion conversion) {
    OptionalDouble rho = rho();
    return rho.isPresent()
        ? conversion.ofConcentrated(rho.getAsDouble(), delta)
        : conversion.ofOrders(WHOLE_ORDERS, this::renyi, delta);
  }

  /// Returns whether a target is not exceeded, by the conversion of Canonne, Kamath and Steinke.
  public boolean meets(PrivacyTarget target) {
    return epsilon(target.delta(), Conversion.CKS).epsilon() <= target.epsilon();
  }
}
