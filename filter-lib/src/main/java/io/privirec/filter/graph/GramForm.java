package io.privirec.filter.graph;

/// How a filter among popular items comes from the noisy matrix G. All forms but [Threshold] use
/// the denoised matrix P̂, see [DenoisedGram].
public sealed interface GramForm {
  /// The largest rank of an ideal low-pass part.
  int MAX_RANK = 128;

  /// The rank r of an ideal low-pass part.
  sealed interface Rank {}

  /// A stated rank.
  ///
  /// @param rank r, in [1, [#MAX_RANK]]
  record Fixed(int rank) implements Rank {
    public Fixed {
      require("rank", rank, 1, MAX_RANK);
    }
  }

  /// The rank that follows the spectrum, see [DenoisedGram].
  ///
  /// @param itemsPerRank r is at least M over this number, which is in [1, 65535]
  record BySpectrum(int itemsPerRank) implements Rank {
    /// Measured, see docs/privacy-results.md.
    public static final BySpectrum DEFAULT = new BySpectrum(55);

    public BySpectrum {
      require("itemsPerRank", itemsPerRank, 1, 65535);
    }
  }

  /// Soft threshold and weights by counts, see [PopularGramFilter].
  ///
  /// @param threshold t, in standard deviations of the noise, ≥ 0
  /// @param exponent b, in [0, 1]
  /// @param popularity w, in standard deviations of the noise, ≥ 0
  record Threshold(double threshold, double exponent, double popularity) implements GramForm {
    public Threshold {
      require("threshold", threshold, 0, 100);
      require("exponent", exponent, 0, 1);
      require("popularity", popularity, 0, 100);
    }
  }

  /// GF-CF: P̂ + γ V_r V_rᵀ.
  ///
  /// @param gamma γ, in [0, 100]
  /// @param rank r
  record GfCf(double gamma, Rank rank) implements GramForm {
    public GfCf {
      require("gamma", gamma, 0, 100);
    }
  }

  /// The ideal low-pass part alone: V_r V_rᵀ.
  ///
  /// @param rank r
  record Projector(Rank rank) implements GramForm {}

  /// Turbo-CF: the second-order filter 2 P̂ − P̂².
  record Turbo() implements GramForm {}

  /// BSPM with one Runge–Kutta step of length 2.5 and late merge: P̂ p(2.5 P̂) + γ V_r V_rᵀ.
  ///
  /// @param gamma γ, in [0, 100]
  /// @param rank r
  record Sharpened(double gamma, Rank rank) implements GramForm {
    public Sharpened {
      require("gamma", gamma, 0, 100);
    }
  }

  private static void require(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          "%s must be in [%s, %s]. Provided: %s".formatted(name, least, most, value));
    }
  }
}
