package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a rehearsal: secure sums of made-up values, checked and thrown away. Absent fields
 * take the documented defaults.
 *
 * @param elements length of the vector; required
 * @param rounds secure sums, one after the other
 * @param seed public seed of the values; absent: drawn by the coordinator
 * @param roundKind {@code tolerant}: participants may leave; {@code closed}: whole cells or
 *     nothing, as in every session over data
 * @param ringBits bytes on the wire are elements times ringBits / 8
 */
@Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RehearsalParameters(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Min(1) @Max(2147483648L)
        @Nullable Long elements,
    @Schema(defaultValue = "1") @Min(1) @Max(16) @Nullable Integer rounds,
    @Nullable Long seed,
    @Schema(
            defaultValue = "32",
            allowableValues = {"16", "24", "32", "64"})
        @Nullable Integer ringBits,
    @Schema(
            defaultValue = "tolerant",
            allowableValues = {"tolerant", "closed"})
        @Nullable String roundKind)
    implements AlgorithmParameters {
  /** Name in the API. */
  public static final String ALGORITHM = "rehearsal";
}
