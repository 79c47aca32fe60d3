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

/// Parameters of PriviRec-k.
///
/// @param factors what is iterated
/// @param model what the factors are folded into
/// @param topN entries kept per row of the folded filter
/// @param minSupport items that fewer users have leave the session after the first sum; 1: none.
///   Only for sums without noise
/// @param popular with noise: which items the factors are about
/// @param privacy noise of the sums; absent in settled parameters: the sums carry no noise
@JsonTypeName(PriviRecKParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record PriviRecKParameters(
    @Schema(description = "default: the default of each of its properties") @Valid
        @Nullable FactorParameters factors,
    @Schema(description = "default: gf-cf") @Valid @Nullable Model model,
    @Schema(defaultValue = "" + DEFAULT_TOP_N) @Min(1) @Max(65535) Integer topN,
    @Schema(description = "only without noise; default: 5") @Min(1) @Max(1000000)
        @Nullable Integer minSupport,
    @Schema(description = "with noise; default: the default of each of its properties") @Valid
        @Nullable Popular popular,
    @Schema(description = "differential privacy; default: that of the service") @Valid
        @Nullable PrivacyParameters privacy)
    implements NoisyParameters, PriviRecKParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "privirec-k";

  /// Nothing given.
  public static final PriviRecKParameters DEFAULT = PriviRecKParametersBuilder.builder().build();

  public PriviRecKParameters {
    topN = requireNonNullElse(topN, DEFAULT_TOP_N);
  }

  @Override
  public PriviRecKParameters withNoise(@Nullable PrivacyParameters noise) {
    return withPrivacy(noise);
  }

  /// The items that factors with privacy are about: the most popular ones by noisy counts.
  ///
  /// @param items how many
  /// @param clip most squared norm of a user's row, over what it is on average
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "PriviRecKPopular")
  @RecordBuilder
  public record Popular(
      @Schema(
              description =
                  "default: 7 times the square root of the catalogue from an epsilon of 8 on, 3 times"
                      + " from 2 on, else 2 times; from 100 to 1000, at most the catalogue")
          @Min(2)
          @Max(65535)
          @Nullable Integer items,
      @Schema(defaultValue = "" + Popular.CLIP) @DecimalMin("0.01") @DecimalMax("100.0")
          Double clip)
      implements PriviRecKParametersPopularBuilder.With {
    static final double CLIP = .5;

    /// Nothing given.
    public static final Popular DEFAULT = PriviRecKParametersPopularBuilder.builder().build();

    public Popular {
      clip = requireNonNullElse(clip, CLIP);
    }
  }

  /// The parameters of the paper: GF-CF without oversampling, over all items.
  public static PriviRecKParameters gfCf(
      @Nullable Integer k,
      int iterations,
      double gamma,
      @Nullable Long seed,
      @Nullable Integer idealRank,
      int topN) {
    return DEFAULT
        .withFactors(FactorParameters.ofRank(k).withIterations(iterations).withSeed(seed))
        .withModel(GfCf.DEFAULT.withGamma(gamma).withIdealRank(idealRank))
        .withTopN(topN)
        .withMinSupport(1);
  }

  /// Returns the model that rows are folded into, if no model is given.
  static Model defaultModel(RowParameters rows) {
    return rows.kind().equals(RowParameters.NORMALISED) ? GfCf.DEFAULT : new Spectral("flat");
  }

  /// Which filter is folded from the factors alone.
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @Schema(name = "PriviRecKModel")
  public sealed interface Model {}

  /// GF-CF.
  ///
  /// @param gamma weight of the ideal low-pass part
  /// @param idealRank rank of the ideal low-pass part; null: the default
  @JsonTypeName("gf-cf")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "PriviRecKGfCf")
  @RecordBuilder
  public record GfCf(
      @Schema(defaultValue = "" + GfCf.GAMMA) @DecimalMin("0.0") @DecimalMax("100.0") Double gamma,
      @Schema(
              description =
                  "default: k; with noise 16 from an epsilon of 8 on, 8 from 2 on, else 4, and at most k")
          @Min(1)
          @Max(4096)
          @Nullable Integer idealRank)
      implements Model, PriviRecKParametersGfCfBuilder.With {
    static final int GAMMA = 1;

    /// Nothing given.
    public static final GfCf DEFAULT = PriviRecKParametersGfCfBuilder.builder().build();

    /// The paper's 0.3 is for all of P̃. Factors have less of it than of the ideal part.
    public GfCf {
      gamma = requireNonNullElse(gamma, (double) GAMMA);
    }
  }

  /// The spectral filter alone.
  ///
  /// @param response to an eigenvalue: `flat` or `root`
  @JsonTypeName("spectral")
  @Schema(name = "PriviRecKSpectral")
  public record Spectral(
      @Schema(
              defaultValue = Spectral.RESPONSE,
              allowableValues = {"flat", "root"})
          String response)
      implements Model {
    static final String RESPONSE = "flat";

    public Spectral {
      response = requireNonNullElse(response, RESPONSE);
    }
  }

  /// Turbo-CF.
  ///
  /// @param exponent s of the element-wise power
  /// @param filter 1, 2 or 3; 1 unless the exponent is 1
  @JsonTypeName("turbo-cf")
  @Schema(name = "PriviRecKTurboCf")
  @RecordBuilder
  public record TurboCf(
      @Schema(defaultValue = "" + TurboCf.EXPONENT) @DecimalMin("0.01") @DecimalMax("10.0")
          Double exponent,
      @Schema(defaultValue = "" + TurboCf.FILTER) @Min(1) @Max(3) Integer filter)
      implements Model, PriviRecKParametersTurboCfBuilder.With {
    /// Nothing given.
    public static final TurboCf DEFAULT = PriviRecKParametersTurboCfBuilder.builder().build();

    static final int EXPONENT = 1;
    static final int FILTER = 1;

    public TurboCf {
      exponent = requireNonNullElse(exponent, (double) EXPONENT);
      filter = requireNonNullElse(filter, FILTER);
    }
  }

  /// BSPM.
  ///
  /// @param idealRank rank of the ideal low-pass part
  @JsonTypeName("bspm")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "PriviRecKBspm")
  @RecordBuilder
  public record Bspm(
      @Schema(description = "default: the default of each of its properties") @Valid
          BspmProcess process,
      @Schema(description = "default: k") @Min(1) @Max(4096) @Nullable Integer idealRank)
      implements Model, PriviRecKParametersBspmBuilder.With {
    /// Nothing given.
    public static final Bspm DEFAULT = PriviRecKParametersBspmBuilder.builder().build();

    public Bspm {
      process = requireNonNullElse(process, BspmProcess.DEFAULT);
    }
  }
}
