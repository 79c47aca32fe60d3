package io.privirec.federation.factors;

import io.privirec.filter.graph.Bspm.Merge;
import io.privirec.filter.graph.Bspm.Settings;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.List;
import java.util.stream.Stream;

/// Which filter is folded from factors alone, P̃ ≈ S Λ Sᵀ for α = ½.
public sealed interface FactorModel {
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
  }

  /// The normalised spectral filter alone, without P̃.
  ///
  /// @param response what it does with an eigenvalue
  record Spectral(FactorFilter.Response response) implements FactorModel {
    /// Name in releases.
    public static final String ID = "spectral";
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
  }

  /// BSPM [Choi et al. 2023] on S Λ Sᵀ, merged late or early: polynomials of Λ, exactly.
  ///
  /// @param idealRank rank of the ideal low-pass part, in [1, k]
  record Bspm(Settings settings, int idealRank) implements FactorModel {
    /// Name in releases when merged late.
    public static final String LATE_ID = "bspm-lm";

    /// Name in releases when merged early.
    public static final String EARLY_ID = "bspm-em";

    public static String id(Merge merge) {
      return switch (merge) {
        case LATE -> LATE_ID;
        case EARLY -> EARLY_ID;
      };
    }

    public static List<Object> parameters(Settings settings) {
      return List.of(
          settings.solver().label(),
          settings.steps(),
          Double.doubleToLongBits(settings.time()),
          Double.doubleToLongBits(settings.beta()),
          settings.pointCombination());
    }
  }

  /// Name in releases.
  default String id() {
    return switch (this) {
      case GfCf _ -> GfCf.ID;
      case Spectral _ -> Spectral.ID;
      case TurboCf _ -> TurboCf.ID;
      case Bspm(Settings settings, _) -> Bspm.id(settings.merge());
    };
  }

  /// The filter of these factors.
  default ItemFilter filter(SpectralFactors factors) {
    return switch (this) {
      case GfCf(double gamma, _) -> FactorFilter.gfCf(factors, gamma);
      case Spectral(FactorFilter.Response response) -> FactorFilter.spectral(factors, response);
      case TurboCf(double exponent, int filter) ->
          io.privirec.filter.graph.TurboCf.ofFactors(factors, exponent, filter);
      case Bspm(Settings settings, _) -> io.privirec.filter.graph.Bspm.ofFactors(factors, settings);
    };
  }

  /// How many of k columns form the ideal low-pass filter.
  default int idealRank(int k) {
    return switch (this) {
      case GfCf(_, int idealRank) -> idealRank;
      case Bspm(_, int idealRank) -> idealRank;
      case Spectral _, TurboCf _ -> k;
    };
  }

  /// Every parameter of its own, for digests.
  default List<Object> parameters() {
    return switch (this) {
      case GfCf(double gamma, int idealRank) -> List.of(Double.doubleToLongBits(gamma), idealRank);
      case Spectral(FactorFilter.Response response) -> List.of(response.label());
      case TurboCf(double exponent, int filter) ->
          List.of(Double.doubleToLongBits(exponent), filter);
      case Bspm(Settings settings, int idealRank) ->
          Stream.concat(Bspm.parameters(settings).stream(), Stream.of(idealRank)).toList();
    };
  }
}
