package io.privirec.wire;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;

/// What an experiment compares. The same salt and arms split subjects the same way, for ever and
/// everywhere.
///
/// @param salt another one splits the subjects anew
/// @param arms in the order in which they share the subjects
public record ExperimentRequest(
    @NotBlank @Size(max = 128) @Schema(example = "2026-01") String salt,
    @NotNull @Size(min = 1, max = 16) List<@Valid @NotNull ExperimentArm> arms) {
  public ExperimentRequest {
    arms = arms == null ? null : List.copyOf(arms);
  }
}
