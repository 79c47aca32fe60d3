package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
public record BspmProcess(
    @Schema(
            defaultValue = BspmProcess.MERGE,
            allowableValues = {"late", "early"})
        String merge,
    @Schema(
            defaultValue = BspmProcess.SOLVER,
            allowableValues = {"euler", "rk4"})
        String solver,
    @Schema(defaultValue = "" + BspmProcess.STEPS) @Min(1) @Max(16) Integer steps,
    @Schema(defaultValue = "" + BspmProcess.TIME) @DecimalMin("0.01") @DecimalMax("100.0")
        Double time,
    @Schema(defaultValue = "" + BspmProcess.BETA) @DecimalMin("0.0") @DecimalMax("100.0")
        Double beta,
    @Schema(defaultValue = "" + BspmProcess.POINT_COMBINATION) Boolean pointCombination)
    implements BspmProcessBuilder.With {
  static final String MERGE = "late";
  static final String SOLVER = "rk4";
  static final int STEPS = 1;
  static final double TIME = 2.5;
  static final double BETA = .2;
  static final boolean POINT_COMBINATION = false;

  /// Nothing given.
  public static final BspmProcess DEFAULT = BspmProcessBuilder.builder().build();

  public BspmProcess {
    merge = requireNonNullElse(merge, MERGE);
    solver = requireNonNullElse(solver, SOLVER);
    steps = requireNonNullElse(steps, STEPS);
    time = requireNonNullElse(time, TIME);
    beta = requireNonNullElse(beta, BETA);
    pointCombination = requireNonNullElse(pointCombination, POINT_COMBINATION);
  }
}
