package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/// The blurring-sharpening process of BSPM [Choi et al. 2023]. Defaults are those published for
/// Gowalla, merged late.
///
/// @param merge when the ideal low-pass part comes in: `late` or `early`
/// @param solver `euler` or `rk4`
/// @param steps K_s, sharpening steps
/// @param time T_s, over which the process sharpens
/// @param beta weight of the ideal low-pass part
/// @param pointCombination whether the answer is the mean of all points
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BspmProcess(
    @Schema(
            defaultValue = "late",
            allowableValues = {"late", "early"})
        String merge,
    @Schema(
            defaultValue = "rk4",
            allowableValues = {"euler", "rk4"})
        String solver,
    @Schema(defaultValue = "1") @Min(1) @Max(16) Integer steps,
    @Schema(defaultValue = "2.5") @DecimalMin("0.01") @DecimalMax("100.0") Double time,
    @Schema(defaultValue = "0.2") @DecimalMin("0.0") @DecimalMax("100.0") Double beta,
    @Schema(defaultValue = "false") Boolean pointCombination) {
  /// Nothing given.
  public static final BspmProcess DEFAULT = new BspmProcess("late", "rk4", 1, 2.5, .2, false);

  public BspmProcess {
    merge = requireNonNullElse(merge, "late");
    solver = requireNonNullElse(solver, "rk4");
    steps = requireNonNullElse(steps, 1);
    time = requireNonNullElse(time, 2.5);
    beta = requireNonNullElse(beta, .2);
    pointCombination = requireNonNullElse(pointCombination, false);
  }

  /// The same process, merged otherwise.
  public BspmProcess merged(String when) {
    return new BspmProcess(when, solver, steps, time, beta, pointCombination);
  }
}
