package io.privirec.wire;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/// One arm of an experiment.
///
/// @param name appears in answers and metrics
/// @param model version of the loaded model that answers its subjects
/// @param weight its share of the subjects, relative to the other arms
public record ExperimentArm(
    @NotNull
        @Pattern(regexp = ExperimentArm.NAME, message = "must match {regexp}")
        @Schema(example = "control")
        String name,
    @NotBlank @Size(max = 128) @Schema(example = "r-20260102-1") String model,
    @Min(1) @Max(10_000) @Schema(example = "50") int weight) {
  /// What names of experiments and arms look like.
  public static final String NAME = "[a-z0-9][a-z0-9-]{0,39}";
}
