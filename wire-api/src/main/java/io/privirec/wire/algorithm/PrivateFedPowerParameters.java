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

/// Parameters of FedPower with privacy of users: singular vectors of the rows of the most popular
/// items, by sums with noise.
///
/// @param rows whose singular vectors: `normalised`, which filters are made of, `interactions` or
///   `ratings`
/// @param largest of `ratings`: larger ones are cut to it
/// @param clip most squared norm of a user's row: of normalised rows over what it is on average, of
///   others in squares of the largest number
/// @param items how many popular items, by noisy counts
/// @param k rank that is published
/// @param oversampling columns that are iterated beside the k
/// @param localSteps products that a participant makes by itself before each sum
/// @param productClip most Frobenius norm of what a participant sends, with more than one local
///   step
/// @param rounds sums of products
/// @param model what the factors are folded into: gf-cf or spectral; of rows that are not
///   normalised spectral
/// @param topN entries kept per row of the folded filter
/// @param seed public seed of the start basis
/// @param privacy how much noise, and whom it protects
@JsonTypeName(PrivateFedPowerParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PrivateFedPowerParameters(
    @Schema(
            defaultValue = "normalised",
            allowableValues = {"normalised", "interactions", "ratings"})
        String rows,
    @Schema(defaultValue = "5") @DecimalMin("0.001") @DecimalMax("1000") Double largest,
    @Schema(description = "default: 0.5 of normalised rows, 20 of others")
        @DecimalMin("0.01")
        @DecimalMax("10000.0")
        @Nullable Double clip,
    @Schema(description = "default: that of privirec-k with noise") @Min(2) @Max(65535)
        @Nullable Integer items,
    @Schema(description = "default: that of privirec-k with noise") @Min(1) @Max(4096)
        @Nullable Integer k,
    @Schema(description = "default 0; without k that of privirec-k with noise") @Min(0) @Max(4096)
        Integer oversampling,
    @Schema(
            defaultValue = "1",
            description = "with more than 1, noise hides all that a participant sends")
        @Min(1)
        @Max(16)
        Integer localSteps,
    @Schema(
            description =
                "default: 2 over the number of participants; of rows that are not normalised to be given")
        @DecimalMin("0.000001")
        @DecimalMax("1000000000")
        @Nullable Double productClip,
    @Schema(defaultValue = "1") @Min(1) @Max(16) Integer rounds,
    @Schema(description = "default: gf-cf; of rows that are not normalised spectral") @Valid
        PriviRecKParameters.Model model,
    @Schema(defaultValue = "1000") @Min(1) @Max(65535) Integer topN,
    @Schema(description = "of the start basis; default: the coordinator draws one")
        @Nullable Long seed,
    @Schema(description = "differential privacy; default: that of the service") @Valid
        @Nullable PrivacyParameters privacy)
    implements NoisyParameters {
  /// Name in the API.
  public static final String ALGORITHM = "fedpower-private";

  private static final double LARGEST = 5;
  private static final int ROUNDS = 1;

  /// Nothing given.
  public static final PrivateFedPowerParameters DEFAULT =
      new PrivateFedPowerParameters(
          FedPowerParameters.NORMALISED,
          LARGEST,
          null,
          null,
          null,
          0,
          1,
          null,
          ROUNDS,
          PriviRecKParameters.GfCf.DEFAULT,
          PriviRecKParameters.DEFAULT.topN(),
          null,
          null);

  public PrivateFedPowerParameters {
    rows = requireNonNullElse(rows, FedPowerParameters.NORMALISED);
    largest = requireNonNullElse(largest, LARGEST);
    oversampling = requireNonNullElse(oversampling, 0);
    localSteps = requireNonNullElse(localSteps, 1);
    rounds = requireNonNullElse(rounds, ROUNDS);
    model =
        requireNonNullElse(
            model,
            rows.equals(FedPowerParameters.NORMALISED)
                ? PriviRecKParameters.GfCf.DEFAULT
                : new PriviRecKParameters.Spectral("flat"));
    topN = requireNonNullElse(topN, PriviRecKParameters.DEFAULT.topN());
  }

  @Override
  public PrivateFedPowerParameters withPrivacy(PrivacyParameters noise) {
    return new PrivateFedPowerParameters(
        rows,
        largest,
        clip,
        items,
        k,
        oversampling,
        localSteps,
        productClip,
        rounds,
        model,
        topN,
        seed,
        noise);
  }
}
