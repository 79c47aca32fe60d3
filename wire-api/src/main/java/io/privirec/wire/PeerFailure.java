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
/// @param code `peer-silent`: the peer sent nothing for too long; `peer-unreachable`: nothing can
///   be sent to it; `peer-equivocated`: it told several peers different things;
///   `peer-sum-out-of-range`: a sum of all peers is outside what honest ones give;
///   `peer-disagreement`: peers have different results
/// @param peer whom it is about; absent: nobody can tell
/// @param detail a sentence for the operator, in printable ASCII
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PeerFailure(
    @Schema(
            allowableValues = {
              "peer-silent",
              "peer-unreachable",
              "peer-equivocated",
              "peer-sum-out-of-range",
              "peer-disagreement"
            })
        @NotNull
        @Pattern(regexp = "peer-(silent|unreachable|equivocated|sum-out-of-range|disagreement)")
        String code,
    @Pattern(regexp = "[a-z0-9][a-z0-9-]{0,63}") @Nullable String peer,
    @NotBlank @Size(max = 500) @Pattern(regexp = "[ -~]*") String detail) {}
