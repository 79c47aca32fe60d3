package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The power method of FedPower, from which the factors come.
///
/// @param k rank that is published; null: the algorithm's default
/// @param oversampling columns that are iterated beside the k; null: the algorithm's default
/// @param localSteps products that a participant makes by itself before each sum
/// @param rounds sums of products; null: the algorithm's default
/// @param seed public seed of the start basis
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record PowerParameters(
    @Schema(
            description =
                "rank; default 64, or the number of items where that is less; of fedpower-private that"
                    + " of privirec-k with noise")
        @Min(1)
        @Max(4096)
        @Nullable Integer k,
    @Schema(
            description =
                "default: 8, or as many as there are items for; of fedpower-private 0, and without k"
                    + " that of privirec-k with noise")
        @Min(0)
        @Max(4096)
        @Nullable Integer oversampling,
    @Schema(
            defaultValue = "" + PowerParameters.LOCAL_STEPS,
            description =
                "with more than 1 the result is not quite that of all rows together; the noise of"
                    + " fedpower-private then hides all that a participant sends")
        @Min(1)
        @Max(16)
        Integer localSteps,
    @Schema(description = "default: 4; of fedpower-private 1, and at most 16") @Min(1) @Max(128)
        @Nullable Integer rounds,
    @Schema(description = "of the start basis; default: the coordinator draws one")
        @Nullable Long seed)
    implements PowerParametersBuilder.With {
  static final int LOCAL_STEPS = 1;

  /// Nothing given.
  public static final PowerParameters DEFAULT = PowerParametersBuilder.builder().build();

  public PowerParameters {
    localSteps = requireNonNullElse(localSteps, LOCAL_STEPS);
  }

  /// Takes up the flat form of versions before 0.1.
  ///
  /// @throws IllegalArgumentException if both forms are given
  @SuppressWarnings("NullAway") // The constructor fills in defaults.
  static PowerParameters of(
      @Nullable PowerParameters factors,
      @Nullable Integer k,
      @Nullable Integer oversampling,
      @Nullable Integer localSteps,
      @Nullable Integer rounds,
      @Nullable Long seed) {
    if (factors == null) {
      return new PowerParameters(k, oversampling, localSteps, rounds, seed);
    }
    if (Stream.of(k, oversampling, localSteps, rounds, seed).anyMatch(Objects::nonNull)) {
      throw new IllegalArgumentException(
          "k, oversampling, localSteps, rounds and seed are properties of factors");
    }
    return factors;
  }
}
