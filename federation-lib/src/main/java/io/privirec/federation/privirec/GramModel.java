package io.privirec.federation.privirec;

import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.filter.graph.Bspm.Settings;
import io.privirec.filter.graph.GramProduct;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.SparseGfCf;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.List;
import java.util.Optional;

/// Which filter is folded from P̃ itself, and what it needs beside P̃.
public sealed interface GramModel {
  /// GF-CF [Shen 2021]: r P̃ + γ r F_IDL.
  ///
  /// @param iteration where the factors come from; their rank is that of the ideal low-pass part
  /// @param gamma finite, ≥ 0
  record GfCf(PowerIteration iteration, double gamma) implements GramModel {
    public GfCf {
      PriviRecK.require(
          Double.isFinite(gamma) && gamma >= 0,
          "gamma must be finite and not negative. Provided value: " + gamma);
    }
  }

  /// Turbo-CF [Park et al. 2024]: a polynomial of P̃_α raised to a power element by element.
  ///
  /// @param alpha in [0, 1]
  /// @param exponent s, positive
  /// @param filter 1, 2 or 3
  record TurboCf(double alpha, double exponent, int filter) implements GramModel {
    public TurboCf {
      ItemGram.checkAlpha(alpha);
      ItemGram.checkExponent(exponent);
      io.privirec.filter.graph.TurboCf.checkFilter(filter);
    }
  }

  /// BSPM [Choi et al. 2023], merged late or early.
  ///
  /// Folding multiplies P̃ by as many columns as there are items, once for every step of the
  /// solver: minutes where the others take seconds.
  ///
  /// @param iteration where the factors come from; their rank is that of the ideal low-pass part
  record Bspm(PowerIteration iteration, Settings settings) implements GramModel {}

  /// Name in releases.
  default String id() {
    return switch (this) {
      case GfCf _ -> FactorModel.GfCf.ID;
      case TurboCf _ -> FactorModel.TurboCf.ID;
      case Bspm(_, Settings settings) -> FactorModel.Bspm.id(settings.merge());
    };
  }

  /// α of P̃ = R̃ᵀR̃ with R̃ = U^-α R V^(α−1).
  default double alpha() {
    return .5;
  }

  /// The factors it needs for an ideal low-pass part.
  default Optional<PowerIteration> factors() {
    return switch (this) {
      case GfCf(PowerIteration iteration, _) -> Optional.of(iteration);
      case Bspm(PowerIteration iteration, _) -> Optional.of(iteration);
      case TurboCf _ -> Optional.empty();
    };
  }

  /// The filter, exact.
  ///
  /// @param gram P̃ for its α
  /// @param factors those it needs
  default ItemFilter filter(ItemGram gram, Optional<SpectralFactors> factors) {
    return switch (this) {
      case GfCf(_, double gamma) -> {
        SpectralFactors of = factors.orElseThrow();
        yield new SparseGfCf(gram, of.basis(), of.itemDegrees(), gamma);
      }
      case TurboCf(_, double exponent, int filter) ->
          new io.privirec.filter.graph.TurboCf(gram, exponent, filter);
      case Bspm(_, Settings settings) -> {
        SpectralFactors of = factors.orElseThrow();
        yield new io.privirec.filter.graph.Bspm(
            gram, GramProduct.of(gram), of.basis(), of.itemDegrees(), settings);
      }
    };
  }

  /// Every parameter of its own, for digests.
  default List<Object> parameters() {
    return switch (this) {
      case GfCf(_, double gamma) -> List.of(Double.doubleToLongBits(gamma));
      case TurboCf(double alpha, double exponent, int filter) ->
          List.of(Double.doubleToLongBits(alpha), Double.doubleToLongBits(exponent), filter);
      case Bspm(_, Settings settings) -> FactorModel.Bspm.parameters(settings);
    };
  }
}
