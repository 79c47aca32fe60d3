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
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/// Parameters of FedPower with the noise of one node: the leading singular vectors of everybody's
/// rows. The noise bounds nothing that the sums tell.
///
/// @param rows whose singular vectors: `normalised`, which filters are made of, `interactions` or
///   `ratings`
/// @param largest of `ratings`: larger ones are cut to it
/// @param k rank that is published
/// @param oversampling columns that are iterated beside the k
/// @param localSteps products that a participant makes by itself before each sum
/// @param rounds sums of products
/// @param sigma deviation of a participant's noise on its product divided by its users
/// @param keyHolder id of the participant that makes the key and decrypts the total of the noise
/// @param exponentBits of what hides ciphertexts: fewer than 1536 are faster, and an assumption
/// @param model what the factors are folded into; of rows that are not normalised `spectral`
/// @param topN entries kept per row of the folded filter
/// @param minSupport items that fewer users have leave the session after the first sum
/// @param seed public seed of the start basis
@JsonTypeName(UtilityFedPowerParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UtilityFedPowerParameters(
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
    @Schema(defaultValue = "0.1") @DecimalMin("0.000001") @DecimalMax("1000") Double sigma,
    @Schema(
            description =
                "a participant of the session, which makes the key and decrypts the total of the"
                    + " noise")
        @Size(max = 64)
        @Nullable String keyHolder,
    @Schema(
            defaultValue = "1536",
            description = "fewer are faster, and rest on an assumption of their own")
        @Min(256)
        @Max(1536)
        Integer exponentBits,
    @Schema(description = "default: gf-cf, or spectral of rows that are not normalised") @Valid
        PriviRecKParameters.Model model,
    @Schema(defaultValue = "1000") @Min(1) @Max(65535) Integer topN,
    @Schema(defaultValue = "5") @Min(1) @Max(1000000) Integer minSupport,
    @Schema(description = "of the start basis; default: the coordinator draws one")
        @Nullable Long seed)
    implements AlgorithmParameters {
  /// Name in the API.
  public static final String ALGORITHM = "fedpower-utility";

  private static final double LARGEST = 5;
  private static final int ROUNDS = 4;
  private static final double SIGMA = .1;
  private static final int EXPONENT_BITS = 1536;

  /// Nothing given.
  public static final UtilityFedPowerParameters DEFAULT =
      new UtilityFedPowerParameters(
          FedPowerParameters.NORMALISED,
          LARGEST,
          null,
          null,
          1,
          ROUNDS,
          SIGMA,
          null,
          EXPONENT_BITS,
          PriviRecKParameters.GfCf.DEFAULT,
          PriviRecKParameters.DEFAULT.topN(),
          DEFAULT_MIN_SUPPORT,
          null);

  public UtilityFedPowerParameters {
    rows = requireNonNullElse(rows, FedPowerParameters.NORMALISED);
    largest = requireNonNullElse(largest, LARGEST);
    localSteps = requireNonNullElse(localSteps, 1);
    rounds = requireNonNullElse(rounds, ROUNDS);
    sigma = requireNonNullElse(sigma, SIGMA);
    exponentBits = requireNonNullElse(exponentBits, EXPONENT_BITS);
    model =
        requireNonNullElse(
            model,
            rows.equals(FedPowerParameters.NORMALISED)
                ? PriviRecKParameters.GfCf.DEFAULT
                : new PriviRecKParameters.Spectral("flat"));
    topN = requireNonNullElse(topN, PriviRecKParameters.DEFAULT.topN());
    minSupport = requireNonNullElse(minSupport, DEFAULT_MIN_SUPPORT);
  }
}
