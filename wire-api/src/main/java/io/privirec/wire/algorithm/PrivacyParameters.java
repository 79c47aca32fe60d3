package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

/// Differential privacy of a session: how much noise its sums carry, and whom it protects.
///
/// @param epsilon of all sums of the session together, at delta
/// @param delta the probability beside epsilon
/// @param unit what is protected: `user`, all data of a user at a holder
/// @param itemsPerUser at most so many items of a user are counted, chosen at random; absent in
///   settled parameters: all are, with a weight that falls with their number
/// @param colluders how many participants may tell the coordinator their noise, or leave it out
/// @param rounds `closed`: everybody of the cells, with least noise; `tolerant`: bears losses, and
///   takes more noise for it
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record PrivacyParameters(
    @Schema(description = "above 0", example = "1")
        @NotNull
        @DecimalMin("0.0001")
        @DecimalMax("100")
        Double epsilon,
    @Schema(description = "inside (0, 1); far below 1 / users", example = "1e-6")
        @NotNull
        @DecimalMin(value = "0", inclusive = false)
        @DecimalMax(value = "1", inclusive = false)
        Double delta,
    @Schema(defaultValue = "user", allowableValues = "user") String unit,
    @Schema(
            description =
                "default: 20; of dpals, that of its preset; of privirec, all items are counted with a weight that falls with their number")
        @Min(1)
        @Max(100000)
        @Nullable Integer itemsPerUser,
    @Schema(description = "default: a fifth of the participants, rounded up") @Min(0) @Max(9999)
        @Nullable Integer colluders,
    @Schema(
            description = "default: closed for up to 64 participants, tolerant for more",
            allowableValues = {"closed", "tolerant"})
        @Nullable String rounds)
    implements PrivacyParametersBuilder.With {
  /// The unit of all data of one user at one participant.
  public static final String USER = "user";

  public PrivacyParameters {
    unit = requireNonNullElse(unit, USER);
  }

  /// Noise of a target, with each default else.
  public static PrivacyParameters of(double epsilon, double delta) {
    return PrivacyParametersBuilder.builder().epsilon(epsilon).delta(delta).build();
  }
}
