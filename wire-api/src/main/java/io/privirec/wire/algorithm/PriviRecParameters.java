package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// Parameters of PriviRec with the item Gram matrix, exact or with noise.
///
/// @param model what is folded
/// @param topN entries kept per row of the folded filter
/// @param minSupport items that fewer users have leave the session after the first sum; 1: none.
///   Only for sums without noise
/// @param privacy noise of the sums; absent in settled parameters: the sums carry no noise
@JsonTypeName(PriviRecParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record PriviRecParameters(
    @Schema(description = "default: popular-gram, the form with noise; without noise gf-cf") @Valid
        @Nullable Model model,
    @Schema(defaultValue = "" + DEFAULT_TOP_N) @Min(1) @Max(65535) Integer topN,
    @Schema(description = "only without noise; default: 5") @Min(1) @Max(1000000)
        @Nullable Integer minSupport,
    @Schema(description = "differential privacy; default: that of the service") @Valid
        @Nullable PrivacyParameters privacy)
    implements NoisyParameters, PriviRecParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "privirec";

  /// Nothing given.
  public static final PriviRecParameters DEFAULT = PriviRecParametersBuilder.builder().build();

  public PriviRecParameters {
    topN = requireNonNullElse(topN, DEFAULT_TOP_N);
  }

  @Override
  public PriviRecParameters withNoise(@Nullable PrivacyParameters noise) {
    return withPrivacy(noise);
  }

  /// Which filter is folded from the matrix, and what it needs beside it.
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @Schema(name = "PriviRecModel")
  public sealed interface Model {}

  /// GF-CF.
  ///
  /// @param gamma weight of the ideal low-pass part
  /// @param factors of the ideal low-pass part, whose rank is theirs
  @JsonTypeName("gf-cf")
  @Schema(name = "PriviRecGfCf")
  @RecordBuilder
  public record GfCf(
      @Schema(defaultValue = "" + GfCf.GAMMA) @DecimalMin("0.0") @DecimalMax("100.0") Double gamma,
      @Schema(description = "default: the default of each of its properties") @Valid
          FactorParameters factors)
      implements Model, PriviRecParametersGfCfBuilder.With {
    static final double GAMMA = .3;

    /// Nothing given.
    public static final GfCf DEFAULT = PriviRecParametersGfCfBuilder.builder().build();

    public GfCf {
      gamma = requireNonNullElse(gamma, GAMMA);
      factors = requireNonNullElse(factors, FactorParameters.DEFAULT);
    }
  }

  /// Turbo-CF.
  ///
  /// @param alpha of the normalisation; above 1/2 entries of P̃ may be larger than 1
  /// @param exponent s of the element-wise power
  @JsonTypeName("turbo-cf")
  @Schema(name = "PriviRecTurboCf")
  @RecordBuilder
  public record TurboCf(
      @Schema(defaultValue = "" + TurboCf.ALPHA) @DecimalMin("0.0") @DecimalMax("1.0") Double alpha,
      @Schema(defaultValue = "" + TurboCf.EXPONENT) @DecimalMin("0.01") @DecimalMax("10.0")
          Double exponent,
      @Schema(defaultValue = "" + TurboCf.FILTER) @Min(1) @Max(3) Integer filter)
      implements Model, PriviRecParametersTurboCfBuilder.With {
    /// Nothing given.
    public static final TurboCf DEFAULT = PriviRecParametersTurboCfBuilder.builder().build();

    static final double ALPHA = .5;
    static final int EXPONENT = 1;
    static final int FILTER = 1;

    public TurboCf {
      alpha = requireNonNullElse(alpha, ALPHA);
      exponent = requireNonNullElse(exponent, (double) EXPONENT);
      filter = requireNonNullElse(filter, FILTER);
    }
  }

  /// BSPM.
  ///
  /// @param factors of the ideal low-pass part, whose rank is theirs
  @JsonTypeName("bspm")
  @Schema(name = "PriviRecBspm")
  @RecordBuilder
  public record Bspm(
      @Schema(description = "default: the default of each of its properties") @Valid
          BspmProcess process,
      @Schema(description = "default: the default of each of its properties") @Valid
          FactorParameters factors)
      implements Model, PriviRecParametersBspmBuilder.With {
    /// Nothing given.
    public static final Bspm DEFAULT = PriviRecParametersBspmBuilder.builder().build();

    public Bspm {
      process = requireNonNullElse(process, BspmProcess.DEFAULT);
      factors = requireNonNullElse(factors, FactorParameters.DEFAULT);
    }
  }

  /// The matrix of the most popular items, for sums with noise.
  ///
  /// @param form how the filter comes from the noisy matrix
  /// @param items how many items the matrix is about; with `size` by-counts, at most
  /// @param size whether the noisy counts choose how many items
  /// @param part of the effective number of items by the noisy counts; absent in settled parameters
  ///   with `size` by-counts: as in the first version that had this size
  /// @param profile at most so many of a user's items among them count, chosen at random
  /// @param rank of the ideal low-pass part
  /// @param itemsPerRank the rank by the spectrum is at least the number of items over this number;
  ///   absent in settled parameters: as in the first version that had ranks by the spectrum
  /// @param gamma weight of the ideal low-pass part
  /// @param threshold of form threshold: what is taken off each entry, in standard deviations of
  ///   its noise
  /// @param exponent of form threshold: of the recommended item's count
  /// @param popularity of form threshold: its weight, in standard deviations of the noise
  @JsonTypeName(PopularGram.TYPE)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "PriviRecPopularGram")
  @RecordBuilder
  public record PopularGram(
      @Schema(
              description =
                  "how the filter comes from the noisy matrix; default: gf-cf, or threshold if a"
                      + " threshold is given",
              allowableValues = {"gf-cf", "projector", "turbo-cf", "bspm", "threshold"})
          @Nullable String form,
      @Schema(
              description =
                  "default: chosen by the noisy counts, at most 1000 below an epsilon of 2, 3000 from 8"
                      + " on, else 2000; at most the catalogue")
          @Min(2)
          @Max(65535)
          @Nullable Integer items,
      @Schema(
              description = "default: by-counts if items is absent, else fixed",
              allowableValues = {"by-counts", "fixed"})
          @Nullable String size,
      @Schema(
              description =
                  "of by-counts; default: 0.28 below an epsilon of 2, 0.75 from 8 on, else 0.6")
          @DecimalMin("0.01")
          @DecimalMax("100.0")
          @Nullable Double part,
      @Schema(description = "default: 65535, which samples nobody") @Min(2) @Max(65535)
          @Nullable Integer profile,
      @Schema(
              description =
                  "of gf-cf, projector and bspm; default: by the spectrum of the noisy matrix")
          @Min(1)
          @Max(128)
          @Nullable Integer rank,
      @Schema(description = "of gf-cf, projector and bspm without rank; default: 55")
          @Min(1)
          @Max(65535)
          @Nullable Integer itemsPerRank,
      @Schema(description = "of gf-cf and bspm; default: 2") @DecimalMin("0.0") @DecimalMax("100.0")
          @Nullable Double gamma,
      @Schema(description = "of threshold; default: 1.5") @DecimalMin("0.0") @DecimalMax("100.0")
          @Nullable Double threshold,
      @Schema(description = "of threshold; default: 0.1") @DecimalMin("0.0") @DecimalMax("1.0")
          @Nullable Double exponent,
      @Schema(description = "of threshold; default: 1 below an epsilon of 2, else 0")
          @DecimalMin("0.0")
          @DecimalMax("100.0")
          @Nullable Double popularity)
      implements Model, PriviRecParametersPopularGramBuilder.With {
    /// Name in the API and in releases.
    public static final String TYPE = "popular-gram";

    public static final String GF_CF = "gf-cf";
    public static final String PROJECTOR = "projector";
    public static final String TURBO_CF = "turbo-cf";
    public static final String BSPM = "bspm";
    public static final String THRESHOLD = "threshold";

    /// The noisy counts choose how many items.
    public static final String BY_COUNTS = "by-counts";

    /// As many items as asked for.
    public static final String FIXED = "fixed";

    private static final int DEFAULT_PROFILE = 65535;

    /// Nothing given.
    public static final PopularGram DEFAULT =
        PriviRecParametersPopularGramBuilder.builder().build();

    public PopularGram {
      profile = requireNonNullElse(profile, DEFAULT_PROFILE);
    }

    /// In a form, each default else.
    public static PopularGram ofForm(String form) {
      return DEFAULT.withForm(form);
    }

    /// As many items, each default else.
    ///
    /// @param items absent: by the noisy counts
    /// @param profile absent: no user's items are sampled
    public static PopularGram of(@Nullable Integer items, @Nullable Integer profile) {
      return DEFAULT.withItems(items).withProfile(profile);
    }

    /// With a threshold.
    ///
    /// @param items absent: by the noisy counts
    /// @param popularity absent: by epsilon
    public static PopularGram withThreshold(
        @Nullable Integer items,
        Integer profile,
        Double threshold,
        Double exponent,
        @Nullable Double popularity) {
      return ofForm(THRESHOLD)
          .withItems(items)
          .withProfile(profile)
          .withThreshold(threshold)
          .withExponent(exponent)
          .withPopularity(popularity);
    }
  }
}
