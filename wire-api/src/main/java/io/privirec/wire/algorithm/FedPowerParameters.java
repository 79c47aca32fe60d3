package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// Parameters of FedPower: the leading singular vectors of everybody's rows, by exact sums.
///
/// @param rows whose singular vectors: `normalised`, which filters are made of, `interactions` or
///   `ratings`
/// @param largest of `ratings`: larger ones are cut to it
/// @param k rank that is published
/// @param oversampling columns that are iterated beside the k
/// @param localSteps products that a participant makes by itself before each sum
/// @param rounds most sums of products
/// @param tolerance no more sums when a basis is nearer than that to the one before, by the
///   projection distance
/// @param model what the factors are folded into; of rows that are not normalised `spectral`
/// @param topN entries kept per row of the folded filter
/// @param minSupport items that fewer users have leave the session after the first sum
/// @param seed public seed of the start basis
@JsonTypeName(FedPowerParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FedPowerParameters(
    @Schema(
            defaultValue = "normalised",
            allowableValues = {"normalised", "interactions", "ratings"})
        String rows,
    @Schema(defaultValue = "5") @DecimalMin("0.001") @DecimalMax("1000") Double largest,
    @Schema(description = "rank; default 64, or the number of items where that is less")
        @Min(1)
        @Max(4096)
        @Nullable Integer k,
    @Schema(description = "default: 8, or as many as there are items for") @Min(0) @Max(4096)
        @Nullable Integer oversampling,
    @Schema(
            defaultValue = "1",
            description = "with more than 1 what is found is not quite what all rows together have")
        @Min(1)
        @Max(16)
        Integer localSteps,
    @Schema(defaultValue = "4") @Min(1) @Max(128) Integer rounds,
    @Schema(defaultValue = "0", description = "0: as many sums as rounds says")
        @DecimalMin("0.0")
        @DecimalMax("100.0")
        Double tolerance,
    @Schema(description = "default: gf-cf, or spectral of rows that are not normalised") @Valid
        PriviRecKParameters.Model model,
    @Schema(defaultValue = "1000") @Min(1) @Max(65535) Integer topN,
    @Schema(defaultValue = "5") @Min(1) @Max(1000000) Integer minSupport,
    @Schema(description = "of the start basis; default: the coordinator draws one")
        @Nullable Long seed)
    implements AlgorithmParameters {
  /// Name in the API.
  public static final String ALGORITHM = "fedpower";

  /// Rows that filters are made of.
  public static final String NORMALISED = "normalised";

  private static final double LARGEST = 5;
  private static final int ROUNDS = 4;

  /// Nothing given.
  public static final FedPowerParameters DEFAULT =
      new FedPowerParameters(
          NORMALISED,
          LARGEST,
          null,
          null,
          1,
          ROUNDS,
          0.,
          PriviRecKParameters.GfCf.DEFAULT,
          PriviRecKParameters.DEFAULT.topN(),
          DEFAULT_MIN_SUPPORT,
          null);

  public FedPowerParameters {
    rows = requireNonNullElse(rows, NORMALISED);
    largest = requireNonNullElse(largest, LARGEST);
    localSteps = requireNonNullElse(localSteps, 1);
    rounds = requireNonNullElse(rounds, ROUNDS);
    tolerance = requireNonNullElse(tolerance, 0.);
    model =
        requireNonNullElse(
            model,
            rows.equals(NORMALISED)
                ? PriviRecKParameters.GfCf.DEFAULT
                : new PriviRecKParameters.Spectral("flat"));
    topN = requireNonNullElse(topN, PriviRecKParameters.DEFAULT.topN());
    minSupport = requireNonNullElse(minSupport, DEFAULT_MIN_SUPPORT);
  }
}
