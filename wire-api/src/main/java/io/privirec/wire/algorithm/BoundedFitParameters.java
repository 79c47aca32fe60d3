package io.privirec.wire.algorithm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// How least squares with bounded users are fitted. All that is left out comes from a preset.
///
/// @param weights how much each item of a user counts
/// @param rank coordinates of an item's vector
/// @param steps T, each one secure sum
/// @param frequent part of the items that get vectors, those that most users have
/// @param ridge what is added to diagonals
/// @param counts part of the budget that goes to the counts of items
/// @param matrixNoise deviation of the noise on products of two coordinates over that on products
///   with a target
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record BoundedFitParameters(
    @Valid @Nullable Weights weights,
    @Min(1) @Max(256) @Nullable Integer rank,
    @Min(1) @Max(32) @Nullable Integer steps,
    @DecimalMin("0.001") @DecimalMax("1") @Nullable Double frequent,
    @Valid @Nullable Ridge ridge,
    @DecimalMin("0.001") @DecimalMax("0.9") @Nullable Double counts,
    @DecimalMin("1") @DecimalMax("16") @Nullable Double matrixNoise)
    implements BoundedFitParametersBuilder.With {
  /// Nothing given.
  public static final BoundedFitParameters DEFAULT = BoundedFitParametersBuilder.builder().build();

  /// How much each item of a user counts.
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @Schema(name = "BoundedFitWeights")
  public sealed interface Weights {}

  /// All items of a user, the less the more users have them.
  ///
  /// @param exponent of an item's count, negated
  @JsonTypeName("adaptive")
  @Schema(name = "BoundedFitAdaptive")
  public record Adaptive(@DecimalMin("0") @DecimalMax("1") Double exponent) implements Weights {}

  /// Some items of a user, all the same: as published.
  ///
  /// @param items `tail`: those that fewest users have; `uniform`: by chance
  @JsonTypeName("paper")
  @Schema(name = "BoundedFitPaper")
  public record Paper(@Schema(allowableValues = {"tail", "uniform"}) String items)
      implements Weights {}

  /// What is added to diagonals.
  ///
  /// @param user λ_u, for ratings times the number of a user's
  /// @param item λ_v, times a power of the item's count over the mean one
  /// @param exponent of that power
  /// @param fold λ_u where a published model meets a history
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "BoundedFitRidge")
  @RecordBuilder
  public record Ridge(
      @DecimalMin("1e-6") @DecimalMax("1e6") @Nullable Double user,
      @DecimalMin("1e-6") @DecimalMax("1e9") @Nullable Double item,
      @DecimalMin("0") @DecimalMax("1") @Nullable Double exponent,
      @DecimalMin("1e-6") @DecimalMax("1e6") @Nullable Double fold)
      implements BoundedFitParametersRidgeBuilder.With {
    /// Nothing given.
    public static final Ridge DEFAULT = BoundedFitParametersRidgeBuilder.builder().build();
  }
}
