package io.privirec.federation.privirec;

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
  /// Name in releases.
  String id();

  /// α of P̃ = R̃ᵀR̃ with R̃ = U^-α R V^(α−1).
  double alpha();

  /// The factors it needs for an ideal low-pass part.
  Optional<PowerIteration> factors();

  /// The filter, exact.
  ///
  /// @param gram P̃ for its α
  /// @param factors those it needs
  ItemFilter filter(ItemGram gram, Optional<SpectralFactors> factors);

  /// Every parameter of its own, for digests.
  List<Object> parameters();

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

    @Override
    public String id() {
      return FactorModel.GfCf.ID;
    }

    @Override
    public double alpha() {
      return .5;
    }

    @Override
    public Optional<PowerIteration> factors() {
      return Optional.of(iteration);
    }

    @Override
    public ItemFilter filter(ItemGram gram, Optional<SpectralFactors> factors) {
      SpectralFactors of = factors.orElseThrow();
      return new SparseGfCf(gram, of.basis(), of.itemDegrees(), gamma);
    }

    @Override
    public List<Object> parameters() {
      return List.of(Double.doubleToLongBits(gamma));
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
      io.privirec.filter.graph.TurboCf.checkExponent(exponent);
      io.privirec.filter.graph.TurboCf.checkFilter(filter);
    }

    @Override
    public String id() {
      return FactorModel.TurboCf.ID;
    }

    @Override
    public Optional<PowerIteration> factors() {
      return Optional.empty();
    }

    @Override
    public ItemFilter filter(ItemGram gram, Optional<SpectralFactors> factors) {
      return new io.privirec.filter.graph.TurboCf(gram, exponent, filter);
    }

    @Override
    public List<Object> parameters() {
      return List.of(Double.doubleToLongBits(alpha), Double.doubleToLongBits(exponent), filter);
    }
  }

  /// BSPM [Choi et al. 2023], merged late or early.
  ///
  /// Folding multiplies P̃ by as many columns as there are items, once for every step of the
  /// solver: minutes where the others take seconds.
  ///
  /// @param iteration where the factors come from; their rank is that of the ideal low-pass part
  record Bspm(PowerIteration iteration, Settings settings) implements GramModel {
    @Override
    public String id() {
      return FactorModel.Bspm.id(settings.merge());
    }

    @Override
    public double alpha() {
      return .5;
    }

    @Override
    public Optional<PowerIteration> factors() {
      return Optional.of(iteration);
    }

    @Override
    public ItemFilter filter(ItemGram gram, Optional<SpectralFactors> factors) {
      SpectralFactors of = factors.orElseThrow();
      return new io.privirec.filter.graph.Bspm(
          gram, GramProduct.of(gram), of.basis(), of.itemDegrees(), settings);
    }

    @Override
    public List<Object> parameters() {
      return FactorModel.Bspm.parameters(settings);
    }
  }
}
