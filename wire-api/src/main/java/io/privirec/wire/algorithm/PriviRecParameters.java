package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/// Parameters of PriviRec with the exact item Gram matrix.
///
/// @param model what is folded
/// @param topN entries kept per row of the folded filter
@JsonTypeName(PriviRecParameters.ALGORITHM)
public record PriviRecParameters(
    @Schema(description = "default: gf-cf") @Valid Model model,
    @Schema(defaultValue = "1000") @Min(1) @Max(65535) Integer topN)
    implements AlgorithmParameters {
  /// Name in the API.
  public static final String ALGORITHM = "privirec";

  /// Nothing given.
  public static final PriviRecParameters DEFAULT = new PriviRecParameters(GfCf.DEFAULT, 1000);

  public PriviRecParameters {
    model = requireNonNullElse(model, GfCf.DEFAULT);
    topN = requireNonNullElse(topN, 1000);
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
  public record GfCf(
      @Schema(defaultValue = "0.3") @DecimalMin("0.0") @DecimalMax("100.0") Double gamma,
      @Schema(description = "default: the default of each of its properties") @Valid
          FactorParameters factors)
      implements Model {
    private static final GfCf DEFAULT = new GfCf(.3, FactorParameters.DEFAULT);

    public GfCf {
      gamma = requireNonNullElse(gamma, .3);
      factors = requireNonNullElse(factors, FactorParameters.DEFAULT);
    }
  }

  /// Turbo-CF.
  ///
  /// @param alpha of the normalisation; above 1/2 entries of P̃ may be larger than 1
  /// @param exponent s of the element-wise power
  @JsonTypeName("turbo-cf")
  @Schema(name = "PriviRecTurboCf")
  public record TurboCf(
      @Schema(defaultValue = "0.5") @DecimalMin("0.0") @DecimalMax("1.0") Double alpha,
      @Schema(defaultValue = "1") @DecimalMin("0.01") @DecimalMax("10.0") Double exponent,
      @Schema(defaultValue = "1") @Min(1) @Max(3) Integer filter)
      implements Model {
    public TurboCf {
      alpha = requireNonNullElse(alpha, .5);
      exponent = requireNonNullElse(exponent, 1.0);
      filter = requireNonNullElse(filter, 1);
    }
  }

  /// BSPM.
  ///
  /// @param factors of the ideal low-pass part, whose rank is theirs
  @JsonTypeName("bspm")
  @Schema(name = "PriviRecBspm")
  public record Bspm(
      @Schema(description = "default: the default of each of its properties") @Valid
          BspmProcess process,
      @Schema(description = "default: the default of each of its properties") @Valid
          FactorParameters factors)
      implements Model {
    public Bspm {
      process = requireNonNullElse(process, BspmProcess.DEFAULT);
      factors = requireNonNullElse(factors, FactorParameters.DEFAULT);
    }
  }
}
