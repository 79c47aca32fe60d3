package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/// A participant reports that it cannot go on with the others of its session, which ends with that.
///
/// @param code `peer-silent`: the peer sent nothing for too long; `peer-equivocated`: it said two
///   things in one step, or published a key that nobody can agree with; `peer-sum-out-of-range`: a
///   sum of all peers is outside what honest ones give; `peer-input-changed`: what the reporter
///   computed again after a restart is not what it had sent; `rank-too-large`: the data has no
///   further singular vector
/// @param peer whom it is about; absent: nobody can tell
/// @param detail a sentence for the operator, in printable ASCII
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PeerFailure(
    @Schema(
            allowableValues = {
              "peer-silent",
              "peer-equivocated",
              "peer-sum-out-of-range",
              "peer-input-changed",
              "rank-too-large"
            })
        @NotNull
        @Pattern(regexp = "peer-(silent|equivocated|sum-out-of-range|input-changed)|rank-too-large")
        String code,
    @Pattern(regexp = "[a-z0-9][a-z0-9-]{0,63}") @Nullable String peer,
    @NotBlank @Size(max = 500) @Pattern(regexp = "[ -~]*") String detail) {}
