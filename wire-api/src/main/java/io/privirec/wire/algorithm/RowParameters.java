package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import org.jspecify.annotations.Nullable;

/// The rows of users whose singular vectors a session finds.
///
/// @param kind `normalised` for filters, `interactions` or `ratings`
/// @param largest of `ratings`; larger ratings count as this rating
@RecordBuilder
public record RowParameters(
    @Schema(
            defaultValue = RowParameters.NORMALISED,
            allowableValues = {RowParameters.NORMALISED, "interactions", "ratings"})
        String kind,
    @Schema(defaultValue = "" + RowParameters.LARGEST) @DecimalMin("0.001") @DecimalMax("1000")
        Double largest)
    implements RowParametersBuilder.With {
  /// Rows for filters.
  public static final String NORMALISED = "normalised";

  static final double LARGEST = 5;

  /// Nothing given.
  public static final RowParameters DEFAULT = RowParametersBuilder.builder().build();

  public RowParameters {
    kind = requireNonNullElse(kind, NORMALISED);
    largest = requireNonNullElse(largest, LARGEST);
  }

  /// Reads the flat form: a kind alone.
  @SuppressWarnings("NullAway") // The constructor fills in defaults.
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static RowParameters ofKind(String kind) {
    return new RowParameters(kind, null);
  }

  @SuppressWarnings("NullAway") // The constructor fills in defaults.
  @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
  static RowParameters read(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("largest") @Nullable Double largest) {
    return new RowParameters(kind, largest);
  }

  /// Takes up the flat form of versions before 0.1.
  static RowParameters of(@Nullable RowParameters rows, @Nullable Double largest) {
    RowParameters given = requireNonNullElse(rows, DEFAULT);
    if (largest != null && given.largest != LARGEST) {
      throw new IllegalArgumentException("largest is a property of rows");
    }
    return largest == null ? given : new RowParameters(given.kind, largest);
  }
}
