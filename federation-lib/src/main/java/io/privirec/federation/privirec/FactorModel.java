package io.privirec.federation.privirec;

import io.privirec.filter.graph.Bspm.Merge;
import io.privirec.filter.graph.Bspm.Settings;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.List;
import java.util.stream.Stream;

/// Which filter is folded from factors alone, P̃ ≈ S Λ Sᵀ for α = ½.
public sealed interface FactorModel {
  /// Name in releases.
  String id();

  /// The filter of these factors.
  ItemFilter filter(SpectralFactors factors);

  /// How many of k columns form the ideal low-pass filter.
  int idealRank(int k);

  /// Every parameter of its own, for digests.
  List<Object> parameters();

  /// GF-CF [Shen 2021] on P̃ ≈ S Λ Sᵀ.
  ///
  /// @param gamma weight of the ideal low-pass part, finite, ≥ 0
  /// @param idealRank its rank, in [1, k]
  record GfCf(double gamma, int idealRank) implements FactorModel {
    /// Name in releases.
    public static final String ID = "gf-cf";

    public GfCf {
      if (!(Double.isFinite(gamma) && gamma >= 0)) {
        throw new IllegalArgumentException(
            "gamma must be finite and not negative. Provided value: " + gamma);
      }
    }

    @Override
    public String id() {
      return ID;
    }

    @Override
    public ItemFilter filter(SpectralFactors factors) {
      return FactorFilter.gfCf(factors, gamma);
    }

    @Override
    public int idealRank(int k) {
      return idealRank;
    }

    @Override
    public List<Object> parameters() {
      return List.of(Double.doubleToLongBits(gamma), idealRank);
    }
  }

  /// The normalised spectral filter alone, without P̃.
  ///
  /// @param response what it does with an eigenvalue
  record Spectral(FactorFilter.Response response) implements FactorModel {
    /// Name in releases.
    public static final String ID = "spectral";

    @Override
    public String id() {
      return ID;
    }

    @Override
    public ItemFilter filter(SpectralFactors factors) {
      return FactorFilter.spectral(factors, response);
    }

    @Override
    public int idealRank(int k) {
      return k;
    }

    @Override
    public List<Object> parameters() {
      return List.of(response.label());
    }
  }

  /// Turbo-CF [Park et al. 2024] on S Λ Sᵀ, negative entries taken for 0 where they are raised to a
  /// power.
  ///
  /// @param exponent s, positive
  /// @param filter 1, 2 or 3; 1 unless the exponent is 1
  record TurboCf(double exponent, int filter) implements FactorModel {
    /// Name in releases.
    public static final String ID = "turbo-cf";

    public TurboCf {
      io.privirec.filter.graph.TurboCf.requireLowRank(exponent, filter);
    }

    @Override
    public String id() {
      return ID;
    }

    @Override
    public ItemFilter filter(SpectralFactors factors) {
      return io.privirec.filter.graph.TurboCf.ofFactors(factors, exponent, filter);
    }

    @Override
    public int idealRank(int k) {
      return k;
    }

    @Override
    public List<Object> parameters() {
      return List.of(Double.doubleToLongBits(exponent), filter);
    }
  }

  /// BSPM [Choi et al. 2023] on S Λ Sᵀ, merged late or early: polynomials of Λ, exactly.
  ///
  /// @param idealRank rank of the ideal low-pass part, in [1, k]
  record Bspm(Settings settings, int idealRank) implements FactorModel {
    /// Name in releases when merged late.
    public static final String LATE_ID = "bspm-lm";

    /// Name in releases when merged early.
    public static final String EARLY_ID = "bspm-em";

    @Override
    public String id() {
      return id(settings.merge());
    }

    static String id(Merge merge) {
      return switch (merge) {
        case LATE -> LATE_ID;
        case EARLY -> EARLY_ID;
      };
    }

    @Override
    public ItemFilter filter(SpectralFactors factors) {
      return FactorFilter.bspm(factors, settings);
    }

    @Override
    public int idealRank(int k) {
      return idealRank;
    }

    @Override
    public List<Object> parameters() {
      return Stream.concat(parameters(settings).stream(), Stream.of(idealRank)).toList();
    }

    static List<Object> parameters(Settings settings) {
      return List.of(
          settings.solver().label(),
          settings.steps(),
          Double.doubleToLongBits(settings.time()),
          Double.doubleToLongBits(settings.beta()),
          settings.pointCombination());
    }
  }
}
