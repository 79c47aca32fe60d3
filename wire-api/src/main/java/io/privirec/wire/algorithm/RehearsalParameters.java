package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// Parameters of a rehearsal: secure sums of made-up values, checked and thrown away.
///
/// @param elements length of the vector; required
/// @param rounds secure sums, one after the other
/// @param seed public seed of the values
/// @param ringBits bytes on the wire are elements times ringBits / 8
/// @param roundKind `tolerant`: participants may leave; `closed`: whole cells or nothing, as in
///   every session over data
@JsonTypeName(RehearsalParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record RehearsalParameters(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Min(1) @Max(2147483648L)
        @Nullable Long elements,
    @Schema(defaultValue = "" + RehearsalParameters.ROUNDS) @Min(1) @Max(16) Integer rounds,
    @Schema(description = "of the values; default: the coordinator draws one") @Nullable Long seed,
    @Schema(
            defaultValue = "" + RehearsalParameters.RING_BITS,
            allowableValues = {"16", "24", "32", "64"})
        Integer ringBits,
    @Schema(
            defaultValue = RehearsalParameters.ROUND_KIND,
            allowableValues = {"tolerant", "closed"})
        String roundKind)
    implements AlgorithmParameters, RehearsalParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "rehearsal";

  static final int ROUNDS = 1;
  static final int RING_BITS = 32;
  static final String ROUND_KIND = "tolerant";

  /// Nothing given.
  public static final RehearsalParameters DEFAULT = RehearsalParametersBuilder.builder().build();

  public RehearsalParameters {
    rounds = requireNonNullElse(rounds, ROUNDS);
    ringBits = requireNonNullElse(ringBits, RING_BITS);
    roundKind = requireNonNullElse(roundKind, ROUND_KIND);
  }
}
