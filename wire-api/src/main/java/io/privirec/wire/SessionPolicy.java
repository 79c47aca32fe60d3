package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a session treats trust, time and loss. Absent fields take the documented defaults.
///
/// @param phaseDeadline how long one phase of a round may last, 1 s to 7 days
/// @param maxAttempts how often one round is tried with fresh keys before the session fails
/// @param onMissing of a session over cells, when a participant is missing at a deadline: `wait`:
///   the round is tried again with the same cohort; `leave-out-cells`: before the first sum the
///   next attempt goes without the whole cells of the missing, after it the session waits
/// @param minParticipants with `leave-out-cells`: the fewest that the cohort may shrink to; absent:
///   those of the smallest cell
/// @param threatModel of a tolerant session, of which `rehearsal` is one by default; sessions over
///   cells are always semi-malicious. `semi-malicious`: survivors sign the survivor set, identity
///   keys come from a roster; `semi-honest`: neither. Shown on every session, round and release
/// @param corruptFraction of a tolerant session's cohort that may collude with the coordinator;
///   absent: a tenth. With noise never fewer than its colluders. How many neighbours share and how
///   many shares reconstruct follows from it
/// @param dropoutFraction of a tolerant session's cohort that may leave a round; absent: two fifths
///   of up to 64 participants, a tenth of more
/// @param keyAgreement `x25519-mlkem768` protects traffic that is recorded now against a quantum
///   computer later; `x25519` does not
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SessionPolicy(
    @Schema(type = "string", format = "duration", defaultValue = "PT2M")
        @Nullable Duration phaseDeadline,
    @Schema(defaultValue = "3") @Min(1) @Max(10) @Nullable Integer maxAttempts,
    @Schema(
            defaultValue = "wait",
            allowableValues = {"wait", "leave-out-cells"})
        @Nullable String onMissing,
    @Min(3) @Max(10000) @Nullable Integer minParticipants,
    @Schema(
            defaultValue = "semi-malicious",
            allowableValues = {"semi-malicious", "semi-honest"})
        @Nullable String threatModel,
    @DecimalMin("0.0") @DecimalMax("0.5") @Nullable Double corruptFraction,
    @DecimalMin("0.0") @DecimalMax("0.4") @Nullable Double dropoutFraction,
    @Schema(
            defaultValue = "x25519-mlkem768",
            allowableValues = {"x25519", "x25519-mlkem768"})
        @Nullable String keyAgreement) {}
