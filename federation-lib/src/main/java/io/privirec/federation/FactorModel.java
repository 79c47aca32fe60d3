package io.privirec.federation;

import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.spectral.SpectralFactors;

/// Which filter a release of factors is folded from.
public sealed interface FactorModel {
  /// Name in the API and in releases.
  String id();

  /// The filter of these factors.
  FactorFilter filter(SpectralFactors factors);

  /// How many of k columns form the ideal low-pass filter.
  int idealRank(int k);

  /// GF-CF [Shen 2021] on P̃ ≈ S Λ Sᵀ.
  ///
  /// @param gamma weight of the ideal low-pass part, finite, ≥ 0
  /// @param idealRank its rank, in [1, k]
  record GfCf(double gamma, int idealRank) implements FactorModel {
    /// Name in the API.
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
    public FactorFilter filter(SpectralFactors factors) {
      return FactorFilter.gfCf(factors, gamma);
    }

    @Override
    public int idealRank(int k) {
      return idealRank;
    }
  }

  /// The normalised spectral filter alone, without P̃.
  ///
  /// @param response what it does with an eigenvalue
  record Spectral(FactorFilter.Response response) implements FactorModel {
    /// Name in the API.
    public static final String ID = "spectral";

    @Override
    public String id() {
      return ID;
    }

    @Override
    public FactorFilter filter(SpectralFactors factors) {
      return FactorFilter.spectral(factors, response);
    }

    @Override
    public int idealRank(int k) {
      return k;
    }
  }
}
