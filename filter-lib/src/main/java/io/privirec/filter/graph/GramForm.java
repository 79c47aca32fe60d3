package io.privirec.filter.graph;

/// How a filter among popular items comes from the noisy matrix G. All forms but [Threshold] use
/// the denoised matrix P̂, see [DenoisedGram].
public sealed interface GramForm {
  /// The rank that follows the spectrum.
  int RANK_BY_SPECTRUM = 0;

  /// The largest rank of an ideal low-pass part.
  int MAX_RANK = 128;

  /// Soft threshold and weights by counts, see [PopularGramFilter].
  ///
  /// @param threshold t, in standard deviations of the noise, ≥ 0
  /// @param exponent b, in [0, 1]
  /// @param popularity w, in standard deviations of the noise, ≥ 0
  record Threshold(double threshold, double exponent, double popularity) implements GramForm {
    public Threshold {
      require("threshold", threshold, 100);
      require("exponent", exponent, 1);
      require("popularity", popularity, 100);
    }
  }

  /// GF-CF: P̂ + γ V_r V_rᵀ.
  ///
  /// @param gamma γ, in [0, 100]
  /// @param rank r, in [1, [#MAX_RANK]], or [#RANK_BY_SPECTRUM]
  record GfCf(double gamma, int rank) implements GramForm {
    public GfCf {
      require("gamma", gamma, 100);
      requireRank(rank);
    }
  }

  /// The ideal low-pass part alone: V_r V_rᵀ.
  ///
  /// @param rank r, in [1, [#MAX_RANK]], or [#RANK_BY_SPECTRUM]
  record Projector(int rank) implements GramForm {
    public Projector {
      requireRank(rank);
    }
  }

  /// Turbo-CF: the second-order filter 2 P̂ − P̂².
  record Turbo() implements GramForm {}

  /// BSPM with one Runge–Kutta step of length 2.5 and late merge: P̂ p(2.5 P̂) + γ V_r V_rᵀ.
  ///
  /// @param gamma γ, in [0, 100]
  /// @param rank r, in [1, [#MAX_RANK]], or [#RANK_BY_SPECTRUM]
  record Sharpened(double gamma, int rank) implements GramForm {
    public Sharpened {
      require("gamma", gamma, 100);
      requireRank(rank);
    }
  }

  private static void requireRank(int rank) {
    if (rank < 0 || rank > MAX_RANK) {
      throw new IllegalArgumentException(
          "rank must be in [1, %d], or 0: by the spectrum. Provided: %d".formatted(MAX_RANK, rank));
    }
  }

  private static void require(String name, double value, double most) {
    if (!(value >= 0 && value <= most)) {
      throw new IllegalArgumentException(
          "%s must be in [0, %s]. Provided: %s".formatted(name, most, value));
    }
  }
}
