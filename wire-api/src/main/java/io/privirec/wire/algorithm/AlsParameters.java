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

/// Parameters of alternating least squares over ratings. Each step is one secure sum of items ·
/// (rank · (rank + 1) / 2 + rank) numbers.
///
/// @param rank numbers of a vector
/// @param steps T, each for all users and then all items
/// @param lambda λ, times the number of ratings of the user or item
/// @param lowest rating; lower ones are taken for it
/// @param highest rating
/// @param minSupport items that fewer users rated get no vector
/// @param seed public seed of the first vectors
@JsonTypeName(AlsParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record AlsParameters(
    @Schema(description = "default 64, or the number of items where that is less") @Min(1) @Max(256)
        @Nullable Integer rank,
    @Schema(defaultValue = "" + AlsParameters.STEPS) @Min(1) @Max(32) Integer steps,
    @Schema(defaultValue = "" + AlsParameters.LAMBDA) @DecimalMin("1e-6") @DecimalMax("1000")
        Double lambda,
    @Schema(defaultValue = "" + AlsParameters.LOWEST) @DecimalMin("-1e6") @DecimalMax("1e6")
        Double lowest,
    @Schema(defaultValue = "" + AlsParameters.HIGHEST) @DecimalMin("-1e6") @DecimalMax("1e6")
        Double highest,
    @Schema(defaultValue = "" + DEFAULT_MIN_SUPPORT) @Min(2) @Max(1000000) Integer minSupport,
    @Schema(description = "of the first vectors; default: the coordinator draws one")
        @Nullable Long seed)
    implements AlgorithmParameters, AlsParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "als";

  /// Where none is given and the catalogue is long enough.
  public static final int DEFAULT_RANK = 64;

  /// T where none is given.
  public static final int STEPS = 15;

  static final double LAMBDA = .08;
  static final int LOWEST = 1;
  static final int HIGHEST = 5;

  /// Nothing given.
  public static final AlsParameters DEFAULT = AlsParametersBuilder.builder().build();

  public AlsParameters {
    steps = requireNonNullElse(steps, STEPS);
    lambda = requireNonNullElse(lambda, LAMBDA);
    lowest = requireNonNullElse(lowest, (double) LOWEST);
    highest = requireNonNullElse(highest, (double) HIGHEST);
    minSupport = requireNonNullElse(minSupport, DEFAULT_MIN_SUPPORT);
  }
}
