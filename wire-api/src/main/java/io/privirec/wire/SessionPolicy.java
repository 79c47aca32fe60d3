package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a session treats time and loss. Absent fields take the documented defaults.
 *
 * @param phaseDeadline how long one phase of a round may last, 1 s to 1 h
 * @param maxAttempts how often one round is tried with fresh keys before the session fails
 * @param lostParticipants {@code continue}: go on with the survivors of a round and say so in the
 *     release; {@code strict}: any loss after the first round fails the session
 * @param threatModel {@code semi-honest}; shown on every round and release
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SessionPolicy(
    @Schema(type = "string", format = "duration", defaultValue = "PT2M")
        @Nullable Duration phaseDeadline,
    @Schema(defaultValue = "3") @Min(1) @Max(10) @Nullable Integer maxAttempts,
    @Schema(
            defaultValue = "continue",
            allowableValues = {"continue", "strict"})
        @Nullable String lostParticipants,
    @Schema(
            defaultValue = "semi-honest",
            allowableValues = {"semi-honest"})
        @Nullable String threatModel) {}
