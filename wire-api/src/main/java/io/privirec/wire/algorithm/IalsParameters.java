package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// Parameters of alternating least squares over interactions. Each step is one secure sum of items
/// · (rank · (rank + 1) / 2 + rank) numbers, and a triangle.
///
/// @param rank numbers of a vector
/// @param steps T, each for all users and then all items
/// @param lambda λ; null, also of settled parameters: it follows from the first sum
/// @param lambda0 λ₀, weight of the pairs without an interaction
/// @param minSupport items that fewer users have get no vector
/// @param seed public seed of the first vectors
@JsonTypeName(IalsParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record IalsParameters(
    @Schema(description = "default 64, or the number of items where that is less") @Min(1) @Max(256)
        @Nullable Integer rank,
    @Schema(defaultValue = "" + IalsParameters.STEPS) @Min(1) @Max(32) Integer steps,
    @Schema(
            description =
                "ridge; default: from 1 to 16, by the items of a user and the users of an item on"
                    + " average, which the first sum tells")
        @DecimalMin("1e-6")
        @DecimalMax("1000000")
        @Nullable Double lambda,
    @Schema(defaultValue = "" + IalsParameters.LAMBDA_0) @DecimalMin("1e-6") @DecimalMax("1000")
        Double lambda0,
    @Schema(defaultValue = "" + DEFAULT_MIN_SUPPORT) @Min(2) @Max(1000000) Integer minSupport,
    @Schema(description = "of the first vectors; default: the coordinator draws one")
        @Nullable Long seed)
    implements AlgorithmParameters, IalsParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "ials";

  /// Where none is given and the catalogue is long enough.
  public static final int DEFAULT_RANK = 64;

  /// T where none is given.
  public static final int STEPS = 8;

  static final double LAMBDA_0 = .2;

  /// Nothing given.
  public static final IalsParameters DEFAULT = IalsParametersBuilder.builder().build();

  public IalsParameters {
    steps = requireNonNullElse(steps, STEPS);
    lambda0 = requireNonNullElse(lambda0, LAMBDA_0);
    minSupport = requireNonNullElse(minSupport, DEFAULT_MIN_SUPPORT);
  }
}
